/**
 * The claims of hires over HTTP (recruiting 7 and 8): a hire keeps its person until its start and its guarantee are over, and its agency keeps one application.
 */
import { assert, describe, it } from "@effect/vitest"
import { dayOf } from "@partner-api/domain/CalendarDate"
import { dayMs, dayStartMs } from "@partner-api/domain/StorageQuota"
import { errorOf } from "./ErrorAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

/** Noon of a day: a claim without a term lasts as long as something holds it, in this organization. */
const startMs = dayStartMs(Date.now()) + dayMs / 2
const today = dayOf(startMs)

const server = await sharedServer({ startMs })
const job_id = "job_00000001"
const [agency, rival] = ["agy_hirewell", "agy_northwind"]
const token = await server.scoped(await server.primary())

await server.query(
  `INSERT INTO agencies (organization_id, id, name, recruiters, optimized_fee, custom_fees)
   VALUES ('org_acme', 'agy_third', 'Third', '[]', 1, '[]')`
)

const post = (path: string, json: object) => server.call("POST", path, { token, json })
const get = (path: string) => server.call("GET", path, { token })
const act = (id: string, action: string, more: object = {}) =>
  post(`/v1/applications/${id}/transitions`, { action, ...more })

let people = 0
const person = () => ({ first_name: "Grace", last_name: "Hopper", email: `claimed.${++people}@example.com` })
type Person = ReturnType<typeof person>

const submit = (agency_id: string, candidate: Person) => post("/v1/applications", { job_id, agency_id, candidate })
const taken = (answer: Answer) => [answer.status, textOf(answer, "error")]
const duplicate = [409, "duplicate_application"]

const succeed = (answer: Answer) => {
  assert.isBelow(answer.status, 300, answer.text)
  return answer
}
const confirmed = async (agency_id: string, candidate: Person) => {
  const id = textOf(succeed(await submit(agency_id, candidate)), "id")
  succeed(await act(id, "confirm"))
  return id
}

/** The hire of a person by the agency, and its placement, which starts today. */
const hired = async (candidate: Person) => {
  const id = await confirmed(agency, candidate)
  for (const action of ["keep", "advance", "advance"]) succeed(await act(id, action))
  const hire = { start_date: today, base_salary_cents: 7_200_000, currency: "EUR" }
  succeed(await act(id, "hire", { hire }))
  const { content } = membersOf(await get(`/v1/placements?application_id=${id}`))
  assert.isArray(content)
  return { id, placement: String(Object(Array.isArray(content) ? content[0] : {}).id) }
}
const move = (placement: string, action: string, more: object = {}) =>
  post(`/v1/placements/${placement}/transitions`, { action, ...more })
const check = async (agency_id: string, candidate: Person) => {
  const answer = succeed(
    await post("/v1/applications/check", { job_id, agency_id, candidate: { email: candidate.email } })
  )
  return membersOf(answer)
}
const stateOf = async (id: string) => membersOf(await get(`/v1/applications/${id}`))["state"]
const setFees = async (fees: object) => void succeed(await post(`/v1/agencies/${agency}/fees`, fees))
const plainFees = { optimizedFee: true, customFees: [] }

describe("the claim of a hire (recruiting 7)", () => {
  it("is held until the person starts, and lets the person go then where it has no term", async () => {
    const candidate = person()
    const { id, placement } = await hired(candidate)
    const refused = await submit(rival, candidate)
    assert.deepStrictEqual(taken(refused), duplicate)
    assert.include(refused.text, id)
    assert.strictEqual((await check(rival, candidate))["result"], "TAKEN")
    succeed(await move(placement, "start"))
    assert.deepStrictEqual(await check(rival, candidate), { result: "AVAILABLE" })
    // The hire stays its agency's only application of the person for the job.
    assert.deepStrictEqual(await check(agency, candidate), { result: "YOURS", application_ids: [id] })
    const second = await submit(agency, candidate)
    assert.deepStrictEqual(taken(second), duplicate)
    assert.include(second.text, id)
    const other = await confirmed(rival, candidate)
    for (const action of ["keep", "advance", "advance"]) succeed(await act(other, action))
    const hire = { start_date: today, base_salary_cents: 1, currency: "EUR" }
    assert.strictEqual(textOf(await act(other, "hire", { hire }), "state"), "HIRED")
    assert.strictEqual(await stateOf(id), "HIRED")
  })

  it("is held through the guarantee, and ends where the person leaves in it", async () => {
    await setFees({ ...plainFees, guarantee: { days: 90, refund: "NONE" } })
    const candidate = person()
    const { placement } = await hired(candidate)
    await setFees({ ...plainFees, guarantee: { days: 0 } })
    assert.strictEqual(textOf(await move(placement, "start"), "status"), "IN_GUARANTEE")
    assert.deepStrictEqual(taken(await submit(rival, candidate)), duplicate)
    succeed(await move(placement, "fall_off", { on: today, reason: "Left" }))
    assert.deepStrictEqual(taken(await submit(agency, candidate)), duplicate, "the application stays HIRED, and open")
    await confirmed(rival, candidate)
  })

  it("is one owner's among 20 confirmations of two agencies once it is over", async () => {
    const candidate = person()
    const { placement } = await hired(candidate)
    succeed(await move(placement, "start"))
    const all = [await submit(rival, candidate), await submit("agy_third", candidate)].map((one) => textOf(one, "id"))
    const answers = await Promise.all(Array.from({ length: 20 }, (_, at) => act(all[at % 2] ?? "", "confirm")))
    assert.deepStrictEqual(answers.map(({ status }) => status).toSorted(), [
      200,
      ...Array.from({ length: 19 }, () => 409)
    ])
    const states = await Promise.all(all.map(stateOf))
    assert.deepStrictEqual(states.toSorted(), ["AWAITING_SORT", "WITHDRAWN"])
  })
})

describe("a hire that is cancelled (recruiting 8)", () => {
  const reason = "Did not appear"

  it("returns to its claim, and not while another application has it", async () => {
    const candidate = person()
    const { id, placement } = await hired(candidate)
    succeed(await move(placement, "start"))
    const other = await confirmed(rival, candidate)
    const refused = await move(placement, "cancel", { reason })
    assert.strictEqual(errorOf(refused), "409 conflict")
    assert.include(refused.text, other)
    assert.include(refused.text, "Reject that application first.")
    assert.include(refused.text, "settle the placement to VOID")
    assert.strictEqual(await stateOf(id), "HIRED")
    succeed(await act(other, "reject", { feedback: "Not enough experience." }))
    assert.strictEqual(textOf(succeed(await move(placement, "cancel", { reason })), "status"), "CANCELLED")
    assert.strictEqual(await stateOf(id), "OFFER")
    assert.deepStrictEqual(taken(await act(other, "restore")), duplicate)
    const [row] = await server.query("SELECT count(*) AS count FROM claims WHERE application_id = ?", id)
    assert.strictEqual(Number(row?.["count"]), 1)
  })

  it("is open again for its agency alone, whose other application is not restored beside a hire", async () => {
    const candidate = person()
    const former = await confirmed(agency, candidate)
    succeed(await act(former, "reject", { feedback: "Not enough experience." }))
    const { id, placement } = await hired(candidate)
    succeed(await move(placement, "start"))
    const restored = await act(former, "restore")
    assert.deepStrictEqual(taken(restored), duplicate)
    assert.include(restored.text, id)
    succeed(await move(placement, "cancel", { reason }))
    assert.deepStrictEqual(taken(await act(former, "restore")), duplicate)
  })
})
