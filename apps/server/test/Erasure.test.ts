/**
 * The erasure of a person (recruiting 9): by the agency, of its own application, and by the employer, of all.
 */
import { assert, describe, it } from "@effect/vitest"
import { erasureRequestsPerDayMax } from "@partner-api/domain/ErasureRequest"
import { ErasureWork } from "@partner-api/service/services/ErasureWork"
import { agencyClient, employerClient } from "./ClientsOfAcme.ts"
import { errorOf, named } from "./ErrorAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { addFile } from "./PlantedFile.ts"
import { sharedServer } from "./TestServer.ts"
import { workOf } from "./Workers.ts"

const server = await sharedServer()
const { call, query, tokens } = server
const agency = await agencyClient(server)
/** Another client of the employer, which submitted nothing. */
const employer = await employerClient(server)

let people = 0
const canary = "Canary"
const submit = async ({
  agency_id = "agy_hirewell",
  email = `erased${++people}@example.com`,
  job_id = "job_00000001",
  token = agency
}: {
  readonly agency_id?: string
  readonly email?: string
  readonly job_id?: string
  readonly token?: string
} = {}) =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id,
        agency_id,
        candidate: { first_name: canary, last_name: canary, email },
        note: canary,
        external_id: `${canary}-${++people}`
      }
    }),
    "id"
  )
/** Another open job: an agency has one open application of a person for each. */
const anotherJob = async () =>
  String(
    (await query("SELECT max(id) AS id FROM jobs WHERE organization_id = 'org_acme' AND status = 'OPEN'"))[0]?.["id"]
  )
const act = (id: string, action: string, more: object = {}, token = tokens.acme) =>
  call("POST", `/v1/applications/${id}/transitions`, { token, json: { action, ...more } })
const erase = (id: string, token = agency) => call("DELETE", `/v1/applications/${id}/candidate`, { token })
const read = async (id: string, token = agency) => membersOf(await call("GET", `/v1/applications/${id}`, { token }))

describe("DELETE of the candidate of an application (recruiting 9)", () => {
  it("erases the person of one's own application, with its files, and finds none a second time", async () => {
    const id = await submit()
    await addFile(call, agency, id)
    await act(id, "withdraw", {}, agency)
    assert.strictEqual((await erase(id)).status, 204)
    const erased = await read(id)
    assert.notInclude(JSON.stringify(erased), canary)
    assert.strictEqual(erased["erased_at"], erased["updated_at"])
    const files = await call("GET", `/v1/applications/${id}/attachments`, { token: agency })
    assert.deepStrictEqual(membersOf(files)["content"], [])
    assert.strictEqual(errorOf(await erase(id)), named(404))
  })

  it("is refused before the end, after a rejection and after a hire", async () => {
    const id = await submit()
    assert.strictEqual(errorOf(await erase(id)), named(409))
    await act(id, "confirm", {}, agency)
    await act(id, "keep", {}, employer)
    const rejected = await submit()
    await act(rejected, "confirm", {}, agency)
    await act(rejected, "reject", { feedback: "Not enough experience." }, employer)
    for (const refused of [id, rejected]) {
      const answer = await erase(refused)
      assert.strictEqual(errorOf(answer), named(409))
      assert.include(textOf(answer, "message"), "ask the employer")
      assert.include(JSON.stringify(await read(refused)), canary)
    }
  })

  it("is the agency's: the employer is refused, and another agency's application is unknown", async () => {
    const id = await submit()
    await act(id, "confirm", {}, agency)
    await act(id, "withdraw", {}, agency)
    assert.strictEqual(errorOf(await erase(id, employer)), named(403))
    const rival = await submit({ agency_id: "agy_northwind", token: tokens.acme })
    await act(rival, "withdraw")
    const unknown = await erase("app_unknown")
    const foreign = await erase(rival)
    assert.strictEqual(errorOf(foreign), named(404))
    assert.strictEqual(textOf(foreign, "message"), textOf(unknown, "message"))
    // The client that submitted it acts for the agency.
    assert.strictEqual((await erase(rival, tokens.acme)).status, 204)
  })
})

describe("an export of a person (recruiting 9)", () => {
  const send = (email: string, token = employer) => call("POST", "/v1/subject_exports", { token, json: { email } })
  const linesOf = ({ text }: { readonly text: string }) =>
    text.split("\n").flatMap((line) => (line === "" ? [] : [Object(JSON.parse(line))]))
  /** The types of the lines of an application, each once. */
  const typesOf = (lines: ReturnType<typeof linesOf>, id: string) => [
    ...new Set(lines.filter(({ application_id }) => application_id === id).map(({ type }) => type))
  ]

  it("has every record of the applications that the employer sees, as they are answered, and an end", async () => {
    const email = "Exported@example.com"
    const shown = await submit({ email })
    const file = await addFile(call, agency, shown)
    const hidden = await submit({ email, job_id: await anotherJob() })
    const own = await submit({ email, token: tokens.acme, agency_id: "agy_northwind" })
    await call("POST", `/v1/applications/${own}/confirmation_requests`, { token: tokens.acme })
    await act(shown, "confirm", {}, agency)
    const body = `${canary} is free in March.`
    const path = `/v1/applications/${shown}`
    assert.strictEqual((await call("POST", `${path}/messages`, { token: agency, json: { body } })).status, 201)
    const other = await submit({ email: `other-${email}` })
    await act(other, "confirm", {}, agency)
    const answer = await send(email.toUpperCase())
    assert.strictEqual(answer.status, 200)
    assert.strictEqual(answer.headers["content-type"], "application/x-ndjson")
    const lines = linesOf(answer)
    assert.deepStrictEqual(typesOf(lines, shown), ["application", "attachment", "message", "audit_entry", "event"])
    assert.deepStrictEqual(lines.at(-1), { type: "end", records: lines.length - 1 })
    const record = (type: string) => lines.find((line) => line.type === type)?.record
    assert.deepStrictEqual(record("application"), membersOf(await call("GET", path, { token: employer })))
    const read = await call("GET", `${path}/attachments/${file}`, { token: employer })
    assert.deepStrictEqual(record("attachment"), membersOf(read))
    assert.strictEqual(record("message").body, body)
    // The feed of the employer begins with the confirmation, and the audit log of a shown application is whole.
    assert.strictEqual(record("event").type, "application.confirmed")
    assert.strictEqual(record("audit_entry").action, "application.submitted")
    for (const id of [hidden, own, other]) assert.notInclude(answer.text, id)
    assert.notInclude(answer.text, `other-${email}`)
    // The client that submitted an application sees it before the confirmation, with its link.
    const ofSubmitter = linesOf(await send(email, tokens.acme))
    assert.deepStrictEqual(typesOf(ofSubmitter, own), ["application", "link", "audit_entry", "event"])
  })

  it("goes on page by page", async () => {
    const email = "pages@example.com"
    const id = await submit({ email, token: tokens.acme })
    await act(id, "confirm")
    await query(
      `INSERT INTO messages (organization_id, application_id, number, json)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < 250)
        SELECT 'org_acme', '${id}', number, '{"id":"msg_' || number || '"}' FROM numbers`
    )
    const messages = linesOf(await send(email)).filter(({ type }) => type === "message")
    assert.deepStrictEqual(
      messages.map(({ record }) => record),
      Array.from({ length: 250 }, (_, index) => ({ id: `msg_${index + 1}` }))
    )
  })

  it("of nobody has the end alone, and one without an email is refused", async () => {
    assert.deepStrictEqual(linesOf(await send("nobody@example.com")), [{ type: "end", records: 0 }])
    assert.strictEqual(errorOf(await send("nobody")), named(422))
  })

  it("needs privacy:manage of an unbound grant", async () => {
    assert.strictEqual(errorOf(await send("a@example.com", agency)), named(403))
    const narrow = await server.scoped(tokens.primary, "org_acme", ["applications:read", "organization:manage"])
    assert.strictEqual(errorOf(await send("a@example.com", narrow)), named(403))
  })
})

describe("an erasure request (recruiting 9)", () => {
  const send = (email: string, token = tokens.acme) => call("POST", "/v1/erasure_requests", { token, json: { email } })
  const get = (id: string) => call("GET", `/v1/erasure_requests/${id}`, { token: tokens.acme })
  /** What the worker does in one round. */
  const work = () =>
    server.run(
      workOf(
        ErasureWork.layer,
        ErasureWork.use(({ work }) => work)
      )
    )

  it("erases the person everywhere, hidden applications too, and is done when the bytes of files are gone", async () => {
    const email = "Everywhere@example.com"
    const shown = await submit({ email, token: tokens.acme, agency_id: "agy_northwind" })
    const hidden = await submit({ email: email.toLowerCase() })
    await addFile(call, agency, hidden)
    const accepted = await send(email.toUpperCase())
    const at = new Date(server.startMs).toISOString()
    assert.strictEqual(accepted.status, 202)
    const request = membersOf(accepted)
    const id = textOf(accepted, "id")
    assert.deepInclude(request, { status: "PENDING", applications: 1, created_at: at })
    assert.strictEqual(accepted.headers["location"], `${server.publicUrl}/v1/erasure_requests/${id}`)
    assert.deepStrictEqual(membersOf(await get(id)), request)
    await work()
    for (const [one, by] of [
      [shown, tokens.acme],
      [hidden, agency]
    ] as const) {
      const erased = await read(one, by)
      assert.notInclude(JSON.stringify(erased), canary)
      assert.property(erased, "erased_at")
    }
    // The row of a removed file stands until its bytes are gone.
    assert.strictEqual(textOf(await get(id), "status"), "PENDING")
    await query("DELETE FROM attachments WHERE application_id = ?", hidden)
    await work()
    assert.deepInclude(membersOf(await get(id)), { ...request, status: "DONE", done_at: at })
    const listed = membersOf(await call("GET", "/v1/erasure_requests", { token: tokens.acme }))["content"]
    assert.deepInclude(listed, membersOf(await get(id)))
    for (const table of ["erasure_requests", "erasure_subjects", "applications", "events", "idempotency_keys"])
      assert.notMatch(JSON.stringify(await query(`SELECT * FROM ${table}`)), /everywhere@/i, table)
  })

  it("shows the same digest for the same person and no email, and is known to the organization alone", async () => {
    const [first, second, other] = [
      await send("A@example.com"),
      await send("a@example.com"),
      await send("b@example.com")
    ]
    assert.strictEqual(textOf(first, "email_digest"), textOf(second, "email_digest"))
    assert.notStrictEqual(textOf(first, "email_digest"), textOf(other, "email_digest"))
    assert.notMatch(first.text, /example/)
    const foreign = await call("GET", `/v1/erasure_requests/${textOf(first, "id")}`, { token: tokens.globex })
    assert.strictEqual(errorOf(foreign), named(404))
  })

  it("needs privacy:manage of an unbound grant", async () => {
    assert.strictEqual(errorOf(await send("a@example.com", agency)), named(403))
    const narrow = await server.scoped(tokens.primary, "org_acme", ["applications:write", "organization:manage"])
    const refused = await send("a@example.com", narrow)
    assert.strictEqual(errorOf(refused), named(403))
    assert.include(refused.text, "privacy:manage")
  })

  it("leaves an application whose email was corrected before it was erased", async () => {
    const id = await submit({ email: "wrong@example.com" })
    await send("wrong@example.com")
    const patch = { candidate: { email: "right@example.com" } }
    const corrected = await call("PATCH", `/v1/applications/${id}`, { token: agency, json: patch })
    assert.strictEqual(corrected.status, 200, corrected.text)
    await work()
    assert.include(JSON.stringify(await read(id)), "right@example.com")
  })

  it("is refused with 429 beyond those of a day", async () => {
    const rows = (await query("SELECT count(*) AS count FROM erasure_requests WHERE organization_id = 'org_acme'"))[0]
    const missing = erasureRequestsPerDayMax - Number(rows?.["count"])
    await query(
      `INSERT INTO erasure_requests (organization_id, id, applications, created_at_ms)
        WITH RECURSIVE numbers (number) AS (SELECT 1 UNION ALL SELECT number + 1 FROM numbers WHERE number < ${missing})
        SELECT 'org_acme', 'era_day' || number, 0, ${server.startMs} FROM numbers`
    )
    const refused = await send("late@example.com")
    assert.strictEqual(errorOf(refused), named(429))
    assert.property(refused.headers, "retry-after")
  })
})
