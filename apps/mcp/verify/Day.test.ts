/**
 * A day of an employer and of an agency through the tools, from a new job to a hire: the day that
 * `apps/server/test/client/Day.test.ts` does with the client library. Each side has a program with its own credentials, and a human who
 * says yes to nothing but what the day has next.
 */
import { assert, describe, it } from "@effect/vitest"
import { createClient } from "@partner-api/client"
import type { Era } from "../test/fixture/Clients.ts"
import { makeSessions, type Sessions } from "../test/tasks/Conversation.ts"
import { at } from "../test/tasks/Memory.ts"
import { boundAgency, emailOf } from "../test/tasks/People.ts"
import { type Arguments, type Refusal, refusalOf } from "../test/tasks/Repair.ts"
import type { Json } from "../test/tasks/Task.ts"
import { acme, type ClientName, startWorld, type World } from "../test/tasks/World.ts"
import { writes } from "../test/tasks/WritingTasks.ts"

/** A program with the credentials of one side. */
const startSide = async (sessions: Sessions, world: World, era: Era, client: ClientName) => {
  const { id, secret } = world.clients[client]
  let next: ReadonlyArray<string> = []
  let questions = 0
  const conversation = await sessions.converse({
    era,
    flags: writes,
    settings: { PARTNER_BASE_URL: world.baseUrl, PARTNER_CLIENT_ID: id, PARTNER_CLIENT_SECRET: secret },
    human: async (question) => {
      questions += 1
      return next.length > 0 && next.every((words) => question.includes(words))
    }
  })
  const call = (tool: string, given: Arguments) => conversation.call(tool, { organization_id: acme, ...given })

  const read = async (tool: string, given: Arguments): Promise<Json> => {
    const { isError, text } = await call(tool, given)
    assert.isFalse(isError, text)
    return JSON.parse(text)
  }

  const refused = async (tool: string, given: Arguments): Promise<Refusal> => {
    const { isError, text } = await call(tool, given)
    assert.isTrue(isError, text)
    return refusalOf(text)
  }

  /** Asks the human once, who reads these words in the question. */
  const confirmed = async <Answered>(words: ReadonlyArray<string>, answer: () => Promise<Answered>) => {
    const before = questions
    next = words
    const answered = await answer()
    next = []
    assert.strictEqual(questions, before + 1)
    return answered
  }

  return {
    read,
    refused,
    questions: () => questions,
    /** Looks first, then writes what the human confirms. */
    write: async (tool: string, given: Arguments, ...words: ReadonlyArray<string>): Promise<Json> => {
      assert.strictEqual(at(await read(tool, { ...given, mode: "preview" }), "/status"), "previewed")
      return confirmed(words, async () => {
        const written = await read(tool, { ...given, mode: "apply" })
        assert.notStrictEqual(at(written, "/status"), "declined")
        return written
      })
    }
  }
}

const textAt = (answer: Json, pointer: string): string => String(at(answer, pointer))

const percentage = (feeBasisPoints: number) => ({ feeType: "PERCENTAGE_FEE" as const, feeBasisPoints })

describe("a day through the tools", () => {
  it.for<Era>(["auto", "legacy"])(
    "goes from a draft to a hire, and each side sees what is its own (%s)",
    async (era) => {
      await using world = await startWorld()
      await using sessions = makeSessions()
      const employer = await startSide(sessions, world, era, "assistant")
      const agency = await startSide(sessions, world, era, "agency")

      const title = "Payroll Specialist"
      const created = await employer.write("create_job", { title, description: "Runs the payroll." }, title)
      const job_id = textAt(created, "/job/id")
      assert.strictEqual((await agency.refused("get_job", { job_id })).error, "not_found")
      assert.deepStrictEqual(at(await agency.read("find_jobs", { text: title }), "/matches"), [])
      await employer.write("update_job", { job_id, status: "OPEN" }, title, "DRAFT", "OPEN")
      assert.strictEqual(at(await agency.read("find_jobs", { text: title }), "/matches/0/id"), job_id)
      const agency_id = boundAgency.id
      const fees = { agency_id, optimizedFee: false, customFees: [percentage(2_000)] }
      await employer.write("set_agency_fees", fees, agency_id, "20 %")

      // The agency submits three people; one does not want to.
      const person = (first_name: string) => ({
        first_name,
        last_name: "Day",
        email: emailOf(`${first_name} Day`),
        external_id: `C-${first_name}`
      })
      const submit = async (name: string) => {
        const given = person(name)
        return textAt(
          await agency.write("submit_application", { job_id, ...given }, title, given.email),
          "/application/id"
        )
      }
      const [ada, eve, kim] = [await submit("Ada"), await submit("Eve"), await submit("Kim")]
      await agency.write("move_application", { application_id: ada, action: "confirm" }, "Ada Day", "confirm")
      await agency.write("move_application", { application_id: eve, action: "confirm" }, "Eve Day", "confirm")
      await agency.write("move_application", { application_id: kim, action: "decline" }, "Kim Day", "This is final.")
      // The sorting is the employer's: nobody of the agency is asked about it.
      const questions = agency.questions()
      const kept = await agency.refused("move_application", { application_id: ada, action: "keep", mode: "apply" })
      assert.deepStrictEqual([kept.error, agency.questions()], ["forbidden", questions])

      // The employer sorts, and says why not.
      const waiting = await employer.read("find_applications", { job_id, state: "AWAITING_SORT" })
      assert.sameMembers([textAt(waiting, "/matches/0/id"), textAt(waiting, "/matches/1/id")], [ada, eve])
      assert.isUndefined(at(waiting, "/matches/2"))
      const feedback = "The team needs more experience."
      await employer.write("move_application", { application_id: eve, action: "reject", feedback }, "Eve Day", feedback)
      const rejected = await agency.read("get_application", { application_id: eve })
      assert.strictEqual(at(rejected, "/application/rejection/feedback"), feedback)
      for (const action of ["keep", "advance"]) {
        await employer.write("move_application", { application_id: ada, action }, "Ada Day", action)
      }

      // What the hire costs is known before, and is what it costs.
      const terms = { base_salary_cents: 7_200_050, currency: "EUR" }
      const cost = "14400.10 EUR: 20 % of the base salary"
      assert.strictEqual(at(await employer.read("preview_fees", { agency_id, ...terms }), "/fees/0/cost"), cost)
      // A hire starts within two years of today (recruiting 8).
      const hire = { ...terms, start_date: new Date().toISOString().slice(0, 10) }
      const hired = await employer.write(
        "move_application",
        { application_id: ada, action: "hire", hire },
        "Ada Day",
        cost
      )
      assert.strictEqual(at(hired, "/application/hire/fee_amount_cents"), 1_440_010)
      await employer.write("set_agency_fees", { agency_id, customFees: [percentage(1)] }, "0.01 %")
      const seen = await agency.read("get_application", { application_id: ada })
      assert.strictEqual(at(seen, "/application/hire/cost"), cost)
      await employer.write("update_job", { job_id, status: "CLOSED" }, title, "CLOSED")
      const before = agency.questions()
      const late = await agency.refused("submit_application", { job_id, ...person("Late"), mode: "apply" })
      assert.deepInclude(late, { error: "conflict", outcome: "not_sent" })
      assert.include(late.message, "The job is CLOSED")
      assert.strictEqual(agency.questions(), before)

      // What the platform has in the end, over HTTP.
      const { agencies, applications, jobs } = createClient({
        baseUrl: world.baseUrl,
        clientId: "sandbox-client",
        clientSecret: "sandbox-secret"
      }).organization(acme)
      const all = await applications.list({ job_id }).all({ max: 10 })
      assert.deepStrictEqual(
        new Map(all.map(({ id, state }) => [id, state])),
        new Map([
          [ada, "HIRED"],
          [eve, "REJECTED"]
        ])
      )
      // Who declined is the agency's alone.
      assert.strictEqual((await employer.refused("get_application", { application_id: kim })).error, "not_found")
      const declined = await agency.read("get_application", { application_id: kim })
      assert.strictEqual(at(declined, "/application/state"), "DECLINED")
      assert.strictEqual((await applications.get(ada)).hire?.fee_amount_cents, 1_440_010)
      const history = await applications.history(ada).all({ max: 20 })
      assert.deepStrictEqual(
        history.map(({ action }) => action.slice("application.".length)),
        ["submitted", "confirmed", "kept", "advanced", "hired"]
      )
      assert.strictEqual((await jobs.get(job_id)).status, "CLOSED")
      assert.deepStrictEqual((await agencies.getFees(agency_id)).customFees, [percentage(1)])
    }
  )
})
