/**
 * The organization of a token and its settings (recruiting, Organization settings and Permissions).
 */
import { assert, describe, it } from "@effect/vitest"
import { firstReasons } from "@partner-api/domain/RejectionReason"
import { feedPageOf } from "./EventAnswer.ts"
import { errorOf, mistakesOf, named } from "./ErrorAnswer.ts"
import { membersOf } from "./HttpCall.ts"
import { commandsOn, credentialsOf } from "./operator/OnFile.ts"
import { takeBack } from "./OlderSchema.ts"
import { sharedFolder, sharedServer, startServer } from "./TestServer.ts"

const server = await sharedServer()
const { call, tokens } = server
const folder = sharedFolder()

const read = (token: string) => call("GET", "/v1/organization", { token })
const patch = (token: string, json: unknown, headers: Readonly<Record<string, string>> = {}) =>
  call("PATCH", "/v1/organization", { token, json, headers })
const access = (agency_access: string) => ({ settings: { agency_access } })
/** The settings of an organization as answers show them. */
const shown = (agency_access: string, consent = "OPTIONAL", ownership_days = 180, fees_apply = "AT_HIRE") => ({
  settings: { agency_access, confirmation: "ATTESTED", consent, fees_apply, ownership_days, retention_days: 0 }
})

/** The events that a token reads. */
const eventsOf = async (as: string, by = call) =>
  feedPageOf(await by("GET", "/v1/events?limit=100", { token: as })).content

/** An organization that a client has just created, and its token. */
const created = async (name: string) => {
  const answer = await call("POST", "/v1/organizations", { token: tokens.primary, json: { name } })
  const id = String(membersOf(answer)["id"])
  return { id, token: await server.scoped(tokens.primary, id) }
}

describe("the organization of a token (recruiting 1)", () => {
  it("is shown with its settings to every token of it", async () => {
    const [{ id, token }, reader] = [await created("Hooli"), await server.partner("sandbox-reader")]
    assert.deepStrictEqual((await read(token)).json, { id, name: "Hooli", ...shown("ASSIGNED") })
    assert.deepStrictEqual((await read(reader)).json, { id: "org_acme", name: "Acme", ...shown("ALL", "OPTIONAL", 0) })
    assert.deepStrictEqual((await read(tokens.globex)).json, {
      id: "org_globex",
      name: "Globex",
      ...shown("ASSIGNED", "REQUIRED", 180, "AT_CONFIRMATION")
    })
    assert.strictEqual(errorOf(await read(tokens.primary)), named(403))
  })

  it("takes a changed setting, with an entry and an event that name it", async () => {
    const { id, token } = await created("Initrode")
    const answer = await patch(token, access("ALL"))
    assert.deepStrictEqual([answer.status, answer.json], [200, { id, name: "Initrode", ...shown("ALL") }])
    const there = await read(token)
    assert.deepStrictEqual([there.text, there.headers["etag"]], [answer.text, answer.headers["etag"]])
    const events = await eventsOf(token)
    assert.deepStrictEqual(
      events.map(({ data, type }) => [type, data]),
      [["organization.updated", { organization: answer.json, changed: ["settings"], previous: access("ASSIGNED") }]]
    )
  })

  it.for([{}, { settings: {} }, access("ASSIGNED")])("stays as it is under %j, without an entry", async (json) => {
    const { token } = await created("Vehement")
    const before = await read(token)
    const answer = await patch(token, json)
    assert.deepStrictEqual([answer.status, answer.text], [200, before.text])
    assert.deepStrictEqual(await eventsOf(token), [])
  })

  it("is changed only in the state that If-Match names", async () => {
    const { token } = await created("Stark")
    const etag = String((await read(token)).headers["etag"])
    assert.strictEqual((await patch(token, access("ALL"), { "if-match": etag })).status, 200)
    assert.strictEqual(errorOf(await patch(token, access("ASSIGNED"), { "if-match": etag })), named(412))
    assert.deepInclude(membersOf(await read(token)), shown("ALL"))
  })

  it("refuses a setting or a value that there is none of, and names the place", async () => {
    assert.deepStrictEqual(mistakesOf(await patch(tokens.globex, access("NOBODY"))), [
      "body /settings/agency_access not_allowed"
    ])
    assert.deepStrictEqual(mistakesOf(await patch(tokens.globex, { settings: { agencies: "ALL" } })), [
      "body /settings/agencies unknown"
    ])
    assert.deepStrictEqual(mistakesOf(await patch(tokens.globex, { name: "Globex 2" })), ["body /name not_allowed"])
  })
})

describe("the permissions of settings, agencies and persons (recruiting, Permissions)", () => {
  const byName = ["agencies:write", "organization:manage", "privacy:manage", "placements:write"]
  const held = async (organizationId: string): Promise<ReadonlyArray<string>> => {
    const { grants } = membersOf(await call("GET", "/v1/client", { token: tokens.primary }))
    return (Array.isArray(grants) ? grants : []).flatMap(({ organization_id, permissions }) =>
      organization_id === organizationId ? permissions : []
    )
  }

  it("are held by who creates an organization, and by clients of the sandbox that may do everything", async () => {
    const { id } = await created("Wayne")
    for (const organization of [id, "org_acme", "org_globex"])
      assert.includeMembers([...(await held(organization))], byName)
  })

  it("are no part of a role: settings are not changed without organization:manage", async () => {
    const databaseFile = folder.file("roles.db")
    await using other = await startServer({ databaseFile })
    const { json } = commandsOn(databaseFile)
    const client = credentialsOf(
      await json("clients", "create", "--name", "Employer", "--organization", "org_acme", "--as", "employer")
    )
    const token = await other.partner(client.client_id, client.client_secret)
    const answer = await other.call("PATCH", "/v1/organization", { token, json: access("ASSIGNED") })
    assert.strictEqual(errorOf(answer), named(403))
    assert.include(answer.text, "organization:manage")
  })

  it("are not for a bound grant, which reads the settings and does not get their event", async () => {
    const databaseFile = folder.file("bound.db")
    await using other = await startServer({ databaseFile })
    await other.query("UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id = 'sandbox-partner'")
    const token = await other.partner()
    const employer = await other.scoped(await other.primary())
    assert.deepInclude(membersOf(await other.call("GET", "/v1/organization", { token })), shown("ALL", "OPTIONAL", 0))
    const refused = await other.call("PATCH", "/v1/organization", { token, json: access("ASSIGNED") })
    assert.strictEqual(errorOf(refused), named(403))
    const changed = await other.call("PATCH", "/v1/organization", { token: employer, json: access("ASSIGNED") })
    assert.strictEqual(changed.status, 200)
    const typesOf = async (as: string) => (await eventsOf(as, other.call)).map(({ type }) => type)
    assert.include(await typesOf(employer), "organization.updated")
    assert.notInclude(await typesOf(token), "organization.updated")
  })
})

describe("an organization of a database without settings (recruiting 1)", () => {
  it("shows its jobs to all agencies, takes another setting, and has the first reasons (recruiting 7)", async () => {
    const databaseFile = folder.file("older.db")
    await (await startServer({ databaseFile })).stop()
    await takeBack(databaseFile, 29)
    await using later = await startServer({ databaseFile })
    const token = await later.scoped(await later.primary(), "org_globex")
    const before = await later.call("GET", "/v1/organization", { token })
    assert.deepStrictEqual(before.json, { id: "org_globex", name: "Globex", ...shown("ALL", "OPTIONAL", 0) })
    const answer = await later.call("PATCH", "/v1/organization", { token, json: access("ASSIGNED") })
    assert.deepInclude(membersOf(answer), shown("ASSIGNED", "OPTIONAL", 0))
    const reasons = membersOf(await later.call("GET", "/v1/rejection_reasons", { token }))
    assert.deepStrictEqual(reasons["content"], firstReasons())
  })
})
