/**
 * The erasure of a person (recruiting 9): by the agency, of its own application.
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { addFile } from "./PlantedFile.ts"
import { sharedServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, query, tokens } = server
await query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
await query(
  "UPDATE grants SET permissions = (SELECT permissions FROM grants WHERE client_id = 'sandbox-partner' LIMIT 1) WHERE client_id = 'sandbox-reader'"
)
const agency = await server.partner()
/** Another client of the employer, which submitted nothing. */
const employer = await server.partner("sandbox-reader")

let people = 0
const canary = "Canary"
const submit = async ({
  agency_id = "agy_hirewell",
  email = `erased${++people}@example.com`,
  token = agency
}: {
  readonly agency_id?: string
  readonly email?: string
  readonly token?: string
} = {}) =>
  textOf(
    await call("POST", "/v1/applications", {
      token,
      json: {
        job_id: "job_00000001",
        agency_id,
        candidate: { first_name: canary, last_name: canary, email },
        note: canary,
        external_id: `${canary}-${++people}`
      }
    }),
    "id"
  )
const act = (id: string, action: string, more: object = {}, token = tokens.acme) =>
  call("POST", `/v1/applications/${id}/transitions`, { token, json: { action, ...more } })
const erase = (id: string, token = agency) => call("DELETE", `/v1/applications/${id}/candidate`, { token })
const read = async (id: string) => membersOf(await call("GET", `/v1/applications/${id}`, { token: agency }))

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
