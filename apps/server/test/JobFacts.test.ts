/**
 * The facts of a job: where and for how long, whom to ask, fields of the employer's own, why it was closed, and how many were hired (recruiting 4).
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, mistakesOf } from "./ErrorAnswer.ts"
import { feedPageOf } from "./EventAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { startDate } from "./StartDate.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, query, startMs, tokens } = server
const token = tokens.acme
type Members = Readonly<Record<string, unknown>>

const required = { title: "Engineer", description: "Builds engines." }
const create = (more: Members = {}) => call("POST", "/v1/jobs", { token, json: { ...required, ...more } })
const patch = (id: string, json: Members) => call("PATCH", `/v1/jobs/${id}`, { token, json })
const read = (id: string) => call("GET", `/v1/jobs/${id}`, { token })
const idOf = (answer: Answer): string => {
  assert.isBelow(answer.status, 300, answer.text)
  return textOf(answer, "id")
}
const userWith = async (status: "ACTIVE" | "DISABLED"): Promise<string> => {
  const user = { first_name: "Ada", last_name: "King", email: `${status}@example.com` }
  const id = idOf(await call("POST", "/v1/users", { token, json: user }))
  if (status === "DISABLED") await call("PATCH", `/v1/users/${id}`, { token, json: { status } })
  return id
}
const [active, disabled] = [await userWith("ACTIVE"), await userWith("DISABLED")]
const dayAt = (offsetMs: number): string => new Date(startMs + offsetMs).toISOString().slice(0, 10)
const dayMs = 86_400_000

let people = 0
const submit = (job_id: string) =>
  call("POST", "/v1/applications", {
    token,
    json: {
      job_id,
      agency_id: "agy_hirewell",
      candidate: { first_name: "Grace", last_name: "Hopper", email: `grace.${++people}@example.com` }
    }
  })

describe("the facts of a job (recruiting 4)", () => {
  const facts = {
    workplace_type: "HYBRID",
    country_code: "DE",
    city: "Berlin",
    department: "Payments",
    salary_min_cents: 3_000,
    currency: "EUR",
    salary_period: "HOUR",
    hiring_manager_id: active,
    recruiting_contact_id: active,
    description_format: "MARKDOWN",
    closes_on: "2020-02-29",
    apply_url: "https://careers.example.com/jobs/1?from=api",
    custom_fields: { team: "Payments", budget: 4.5, urgent: true, tags: ["a", "b"] }
  }

  it("are answered as they were written, and each is removed by null", async () => {
    const answer = await create(facts)
    assert.strictEqual(answer.status, 201, answer.text)
    assert.deepInclude(answer.json, facts)
    const id = idOf(answer)
    assert.strictEqual((await read(id)).text, answer.text)
    const none = Object.fromEntries(Object.keys(facts).map((name) => [name, null]))
    const {
      agency_access: _access,
      created_at: _created,
      updated_at: _updated,
      ...left
    } = membersOf(await patch(id, none))
    assert.deepStrictEqual(left, { id, ...required, status: "DRAFT" })
  })

  it.for<[member: string, value: unknown, code: string]>([
    ["workplace_type", "OFFICE", "not_allowed"],
    ["country_code", "UK", "format"],
    ["salary_period", "SHIFT", "not_allowed"],
    ["description_format", "RTF", "not_allowed"],
    ["closes_on", "2026-02-30", "format"],
    ["apply_url", "http://careers.example.com", "format"],
    ["close_reason", "FILLED", "not_allowed"],
    ["hired_count", 1, "unknown"],
    ["hiring_manager_id", "usr_nobody", "unknown"],
    ["hiring_manager_id", disabled, "unknown"],
    ["recruiting_contact_id", disabled, "unknown"]
  ])("are refused where %s is %j", async ([member, value, code]) =>
    assert.deepStrictEqual(mistakesOf(await create({ [member]: value })), [`body /${member} ${code}`])
  )

  it("answers the same of a user who is not there, who left and who is another organization's", async () => {
    const user = { first_name: "Ada", last_name: "King", email: "globex@example.com" }
    const foreign = idOf(await call("POST", "/v1/users", { token: tokens.globex, json: user }))
    const detailsOf = async (hiring_manager_id: string) => membersOf(await create({ hiring_manager_id }))["details"]
    const unknown = await detailsOf("usr_nobody")
    assert.deepStrictEqual(await detailsOf(disabled), unknown)
    assert.deepStrictEqual(await detailsOf(foreign), unknown)
  })

  it("keeps a user who left after they were set", async () => {
    const id = idOf(await create({ hiring_manager_id: active }))
    await query("UPDATE users SET status = 'DISABLED' WHERE id = ?", active)
    const answer = await patch(id, { title: "Pilot", hiring_manager_id: active })
    await query("UPDATE users SET status = 'ACTIVE' WHERE id = ?", active)
    assert.deepStrictEqual([answer.status, membersOf(answer)["hiring_manager_id"]], [200, active])
  })

  it("merges custom fields, and names the field that is wrong", async () => {
    const id = idOf(await create({ custom_fields: { team: "Payments", level: 3 } }))
    const answer = await patch(id, { custom_fields: { team: null, tags: ["x"] } })
    assert.deepStrictEqual(membersOf(answer)["custom_fields"], { level: 3, tags: ["x"] })
    assert.deepStrictEqual(mistakesOf(await patch(id, { custom_fields: { Team: "x", tags: [1] } })), [
      "body /custom_fields/Team format",
      "body /custom_fields/tags/0 type"
    ])
  })
})

describe("the end of a job (recruiting 4)", () => {
  it("has a reason with the move to CLOSED, which a move out removes", async () => {
    const id = idOf(await create({ status: "OPEN" }))
    const closed = await patch(id, { status: "CLOSED", close_reason: "FILLED" })
    assert.deepInclude(closed.json, { status: "CLOSED", close_reason: "FILLED" })
    assert.deepStrictEqual(mistakesOf(await patch(id, { close_reason: "OTHER" })), ["body /close_reason not_allowed"])
    assert.notProperty(membersOf(await patch(id, { status: "OPEN" })), "close_reason")
  })

  it("takes submissions until the end of closes_on in UTC, and stays OPEN after it", async () => {
    const today = idOf(await create({ status: "OPEN", closes_on: dayAt(0) }))
    const yesterday = idOf(await create({ status: "OPEN", closes_on: dayAt(-dayMs) }))
    assert.strictEqual((await submit(today)).status, 201)
    const refused = await submit(yesterday)
    assert.strictEqual(errorOf(refused), "409 conflict")
    assert.include(refused.text, dayAt(-dayMs))
    assert.strictEqual(membersOf(await read(yesterday))["status"], "OPEN")
    await patch(yesterday, { closes_on: null })
    assert.strictEqual((await submit(yesterday)).status, 201)
  })
})

describe("the number of hires of a job (recruiting 4)", () => {
  const hire = { start_date: startDate, base_salary_cents: 7_200_000, currency: "EUR" }
  const act = (id: string, json: Members) => call("POST", `/v1/applications/${id}/transitions`, { token, json })
  const offered = async (job: string): Promise<string> => {
    const id = idOf(await submit(job))
    for (const action of ["confirm", "keep", "advance", "advance"]) await act(id, { action })
    return id
  }

  it("is one more with each hire, also with several at once, and each is an event of the job", async () => {
    const { cursor } = feedPageOf(await call("GET", "/v1/events?start=latest", { token }))
    const job = idOf(await create({ status: "OPEN" }))
    const before = membersOf(await read(job))
    const ids = [await offered(job), await offered(job), await offered(job)]
    const answers = await Promise.all(ids.map((id) => act(id, { action: "hire", hire })))
    assert.deepStrictEqual(
      answers.map(({ status }) => status),
      [200, 200, 200]
    )
    const after = membersOf(await read(job))
    assert.deepStrictEqual([before["hired_count"], after["hired_count"]], [undefined, 3])
    assert.notStrictEqual(after["updated_at"], before["updated_at"])
    const { content } = feedPageOf(await call("GET", `/v1/events?cursor=${cursor}`, { token }))
    const counts = content
      .filter(({ type }) => type === "job.updated")
      .map((event) => JSON.stringify(event).match(/"hired_count":\d/)?.[0])
    assert.deepStrictEqual(counts, ['"hired_count":1', '"hired_count":2', '"hired_count":3'])
  })

  it("stays where a hire is refused", async () => {
    const job = idOf(await create({ status: "OPEN" }))
    const id = idOf(await submit(job))
    assert.strictEqual(errorOf(await act(id, { action: "hire", hire })), "409 invalid_transition")
    assert.notProperty(membersOf(await read(job)), "hired_count")
  })
})
