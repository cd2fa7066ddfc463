/**
 * `On-Behalf-Of` (recruiting 11): the person for whom a client writes, in the audit log and in histories; who may be named, and who sees it.
 */
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { agencyClient } from "./ClientsOfAcme.ts"
import { errorOf } from "./ErrorAnswer.ts"
import { type Answer, membersOf, textOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
/** The client that is bound to Hirewell. */
const agency = await agencyClient(server)
const recruiter = "rec_hirewell_1"

/** A user of the employer whom no record names. */
const manager = "usr_manager"
await call("POST", "/v1/users", {
  token: tokens.acme,
  json: { id: manager, first_name: "Mary", last_name: "Lind", email: "manager@behalf.example" }
})

const readItems = Schema.decodeUnknownSync(Schema.Array(Schema.Record(Schema.String, Schema.Unknown)))
const itemsOf = (answer: Answer) => readItems(membersOf(answer)["content"])

let people = 0
const submit = (token: string, headers: Readonly<Record<string, string>> = {}, name = `p${++people}`) =>
  call("POST", "/v1/applications", {
    token,
    headers,
    json: {
      job_id: "job_00000001",
      agency_id: "agy_hirewell",
      candidate: { first_name: "Ada", last_name: "King", email: `${name}@behalf.example` }
    }
  })
const forPerson = (id: string) => ({ "on-behalf-of": id })
const act = (token: string, id: string, json: object, headers: Readonly<Record<string, string>> = {}) =>
  call("POST", `/v1/applications/${id}/transitions`, { token, json, headers })
const historyOf = async (token: string, id: string) =>
  itemsOf(await call("GET", `/v1/applications/${id}/history`, { token }))
const lastEntry = async () => {
  const [row] = await server.query("SELECT json FROM journal ORDER BY id DESC LIMIT 1")
  return JSON.parse(String(row?.["json"]))
}

describe("a write on behalf of a person", () => {
  it("has the user in the audit log and in the history of the employer, and not in that of the agency (recruiting 11)", async () => {
    const id = textOf(await submit(agency), "id")
    await act(agency, id, { action: "confirm" })
    assert.strictEqual((await act(tokens.acme, id, { action: "keep" }, forPerson(manager))).status, 200)
    assert.deepInclude(await lastEntry(), { client_id: "sandbox-client", user_id: manager })
    const log = await call("GET", "/v1/audit_log?limit=100", { token: tokens.acme })
    assert.include(log.text, `"user_id":"${manager}"`)
    const [ofEmployer, ofAgency] = [await historyOf(tokens.acme, id), await historyOf(agency, id)]
    assert.deepInclude(ofEmployer.at(-1), { action: "application.kept", user_id: manager, actor: "client" })
    assert.doesNotHaveAnyKeys(ofAgency.at(-1), ["user_id", "client_id"])
    assert.notInclude(JSON.stringify(ofAgency), manager)
    const events = await call("GET", "/v1/events?limit=100", { token: agency })
    assert.notInclude(events.text, manager)
  })

  it("has the recruiter of a bound grant for both sides (recruiting 11)", async () => {
    const id = textOf(await submit(agency, forPerson(recruiter)), "id")
    assert.deepInclude(await lastEntry(), { client_id: "sandbox-partner", recruiter_id: recruiter })
    await act(agency, id, { action: "confirm" }, forPerson(recruiter))
    for (const token of [agency, tokens.acme]) {
      const [submitted, confirmed] = await historyOf(token, id)
      assert.deepInclude(submitted, { action: "application.submitted", recruiter_id: recruiter })
      assert.deepInclude(confirmed, { action: "application.confirmed", recruiter_id: recruiter })
    }
  })

  it("is not that of the service as a consequence, and not that of a request without the header (recruiting 11)", async () => {
    const name = `twin${++people}`
    const rival = textOf(
      await call("POST", "/v1/applications", {
        token: tokens.acme,
        json: {
          job_id: "job_00000001",
          agency_id: "agy_northwind",
          candidate: { first_name: "Ada", last_name: "King", email: `${name}@behalf.example` }
        }
      }),
      "id"
    )
    const own = textOf(await submit(agency, {}, name), "id")
    await act(agency, own, { action: "confirm" }, forPerson(recruiter))
    const withdrawn = (await historyOf(tokens.acme, rival)).at(-1)
    assert.deepInclude(withdrawn, { action: "application.withdrawn", actor: "system" })
    assert.doesNotHaveAnyKeys(withdrawn, ["recruiter_id", "user_id"])
    const [submitted] = await historyOf(tokens.acme, own)
    assert.doesNotHaveAnyKeys(submitted, ["recruiter_id", "user_id"])
  })
})

describe("the person of a write", () => {
  it("is refused with the same bytes, whether unknown, of others, of the other side or not ACTIVE (recruiting 11)", async () => {
    const disabled = { id: "usr_disabled", first_name: "D", last_name: "D", email: "disabled@behalf.example" }
    await call("POST", "/v1/users", { token: tokens.acme, json: disabled })
    await call("PATCH", "/v1/users/usr_disabled", { token: tokens.acme, json: { status: "DISABLED" } })
    const foreign = { id: "usr_globex", first_name: "G", last_name: "G", email: "globex@behalf.example" }
    await call("POST", "/v1/users", { token: tokens.globex, json: foreign })
    const refused = async (token: string, ids: ReadonlyArray<string>) => {
      const texts = []
      for (const id of ids) {
        const answer = await submit(token, forPerson(id))
        assert.strictEqual(errorOf(answer), "422 unprocessable_entity", id)
        texts.push(answer.text.replace(/"request_id":"[^"]*"/, ""))
      }
      assert.strictEqual(new Set(texts).size, 1)
      assert.include(texts[0], '"in":"header","path":"/on-behalf-of","code":"unknown"')
    }
    const before = (await server.query("SELECT count(*) AS n FROM applications"))[0]
    await refused(tokens.acme, ["usr_none", "usr_globex", "usr_disabled", recruiter, "not an id", ""])
    await refused(agency, ["rec_none", "rec_northwind_1", manager])
    assert.deepStrictEqual((await server.query("SELECT count(*) AS n FROM applications"))[0], before)
  })

  it("is a part of the request of a key: another person is another request, and a replay stays one (recruiting 11)", async () => {
    const user = { id: "usr_leaving", first_name: "L", last_name: "L", email: "leaving@behalf.example" }
    await call("POST", "/v1/users", { token: tokens.acme, json: user })
    const name = `keyed${++people}`
    const send = (person: Readonly<Record<string, string>>) =>
      submit(tokens.acme, { ...person, "idempotency-key": "one-key" }, name)
    const made = await send(forPerson("usr_leaving"))
    assert.strictEqual(made.status, 201)
    assert.strictEqual(errorOf(await send(forPerson(manager))), "422 idempotency_key_reused")
    assert.strictEqual(errorOf(await send({})), "422 idempotency_key_reused")
    await call("PATCH", "/v1/users/usr_leaving", { token: tokens.acme, json: { status: "DISABLED" } })
    const again = await send(forPerson("usr_leaving"))
    assert.deepStrictEqual([again.status, again.headers["idempotency-replayed"], again.text], [201, "true", made.text])
  })

  it("is looked at by writes of an organization alone: reads and other writes ignore it (recruiting 11)", async () => {
    const headers = forPerson("usr_none")
    assert.strictEqual((await call("GET", "/v1/jobs?limit=1", { token: tokens.acme, headers })).status, 200)
    const made = await call("POST", "/v1/organizations", { token: tokens.primary, headers, json: { name: "Other" } })
    assert.strictEqual(made.status, 201)
  })
})
