/**
 * A day of an employer and of an agency, each with the client library over HTTP (issue 16): from a new job to a hire, with a copy that
 * follows.
 */
import { createClient, isPartnerError } from "@partner-api/client"
import { afterAll, assert, describe, it } from "@effect/vitest"
import { startDate } from "../StartDate.ts"
import { startServer } from "../TestServer.ts"

const server = await startServer()
afterAll(server.stop)
// What a grant that is bound to an agency holds is decided when it is used.
await server.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")

const baseUrl = `http://127.0.0.1:${server.port}`
const employer = createClient({ baseUrl, clientId: "sandbox-client", clientSecret: "sandbox-secret" }).organization(
  "org_acme"
)
const agency = createClient({
  baseUrl,
  clientId: "sandbox-partner",
  clientSecret: "sandbox-partner-secret"
}).organization("org_acme")

const tagOf = async (call: PromiseLike<unknown>): Promise<string> => {
  try {
    await call
    return "none"
  } catch (error) {
    return isPartnerError(error) ? error._tag : "another"
  }
}

const person = (name: string) => ({ first_name: name, last_name: "Day", email: `${name}.day@example.com` })

describe("a day", () => {
  it("goes from a draft to a hire, and each side sees what is its own (decisions, Resources)", async () => {
    const draft = await employer.jobs.create({
      title: "Payroll Clerk",
      description: "Runs the payroll.",
      external_id: "D-1"
    })
    assert.strictEqual(await tagOf(agency.jobs.get(draft.id)), "NotFound")
    assert.strictEqual((await agency.jobs.list({ external_id: "D-1" })).count, 0)
    await employer.jobs.update(draft.id, { status: "OPEN" })
    assert.strictEqual((await agency.jobs.list({ external_id: "D-1" })).content[0]?.id, draft.id)
    await employer.agencies.setFees("agy_hirewell", {
      optimizedFee: false,
      customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 }]
    })

    // The agency submits three people; one does not want to.
    const submit = (name: string) =>
      agency.applications.submit({ job_id: draft.id, candidate: person(name), external_id: `C-${name}` })
    const [ada, eve, kim] = [await submit("ada"), await submit("eve"), await submit("kim")]
    await agency.applications.transition(ada.id, { action: "confirm" })
    await agency.applications.transition(eve.id, { action: "confirm" })
    await agency.applications.transition(kim.id, { action: "decline" })
    assert.strictEqual(await tagOf(agency.applications.transition(ada.id, { action: "keep" })), "Forbidden")

    // The employer sorts, and says why not.
    const waiting = await employer.applications.list({ job_id: draft.id, state: ["AWAITING_SORT"] }).all({ max: 10 })
    assert.sameMembers(
      waiting.map(({ id }) => id),
      [ada.id, eve.id]
    )
    const feedback = "The team needs more experience."
    await employer.applications.transition(eve.id, { action: "reject", feedback })
    assert.strictEqual((await agency.applications.get(eve.id)).rejection?.feedback, feedback)
    for (const action of ["keep", "advance"] as const) await employer.applications.transition(ada.id, { action })

    // What the hire costs is known before, and is what it costs.
    const terms = { base_salary_cents: 7_200_050, currency: "EUR" }
    const { fees } = await employer.agencies.previewFees("agy_hirewell", terms)
    const [cost] = fees
    assert.strictEqual(cost?.fee_amount_cents, 1_440_010)
    const hired = await employer.applications.transition(ada.id, {
      action: "hire",
      hire: { ...terms, start_date: startDate, ...(cost === undefined ? {} : { expected_fee: cost.fee }) }
    })
    assert.strictEqual(hired.hire?.fee_amount_cents, 1_440_010)
    await employer.agencies.setFees("agy_hirewell", { customFees: [{ feeType: "PERCENTAGE_FEE", feeBasisPoints: 1 }] })
    assert.strictEqual((await agency.applications.get(ada.id)).hire?.fee_amount_cents, 1_440_010)
    await employer.jobs.update(draft.id, { status: "CLOSED" })
    assert.strictEqual(await tagOf(submit("late")), "Conflict")

    const history = await agency.applications.history(ada.id).all({ max: 20 })
    assert.deepStrictEqual(
      history.map(({ action }) => action.slice("application.".length)),
      ["submitted", "confirmed", "kept", "advanced", "hired"]
    )
    const changes = await employer.agencies.feesHistory("agy_hirewell").all({ max: 20 })
    assert.deepStrictEqual(
      changes.map(({ after }) => after?.customFees.length),
      [1, 1]
    )
  })

  it("is followed by a copy that asks for what was written since (decisions, Filters)", async () => {
    const copy = new Map<string, string>()
    const follow = async (since: string) => {
      let count = 0
      for await (const application of agency.applications.list({ updated_since: since, limit: 2 })) {
        copy.set(application.id, application.state)
        count += 1
      }
      return count
    }
    const all = await agency.applications.list().all({ max: 100 })
    assert.strictEqual(await follow("1970-01-01T00:00:00Z"), all.length)
    const [last] = all.filter(({ state }) => state === "UNCONFIRMED")
    assert.isDefined(last)
    await server.advance(120_000)
    const since = new Date(server.startMs + 60_000).toISOString()
    assert.strictEqual(await follow(since), 0)
    await agency.applications.transition(last.id, { action: "withdraw" })
    assert.strictEqual(await follow(since), 1)
    assert.strictEqual(copy.get(last.id), "WITHDRAWN")
    assert.deepStrictEqual(
      copy,
      new Map((await agency.applications.list().all({ max: 100 })).map(({ id, state }) => [id, state]))
    )
  })
})
