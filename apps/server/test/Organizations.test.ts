/**
 * Organizations at developer level: the complete list, creating one, and minting a token for one (spec 4.2, 4.3; decisions, Tokens
 * and Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, mistakesOf, withoutRequestId } from "./ErrorAnswer.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { openDatabase, sharedServer, startServer } from "./TestServer.ts"
import { pageOf } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens } = server
const token = tokens.primary
const create = (json: unknown, as = token) => call("POST", "/v1/organizations", { token: as, json })
const mint = (organizationId: string, json?: unknown) =>
  call("POST", `/v1/organizations/${organizationId}/token`, { token, ...(json === undefined ? {} : { json }) })

/** Writes organizations and their grants for a client, as an operator would. */
const grantMany = (file: string, clientId: string, ids: ReadonlyArray<string>) => {
  using operator = openDatabase(file)
  const organization = operator.db.prepare("INSERT INTO organizations (id, name, created_at) VALUES (?, ?, '')")
  const grant = operator.db.prepare("INSERT INTO grants (client_id, organization_id, permissions) VALUES (?, ?, '[]')")
  operator.db.exec("BEGIN")
  ids.forEach((id) => {
    organization.run(id, `Name of ${id}`)
    grant.run(clientId, id)
  })
  operator.db.exec("COMMIT")
}

describe("the list of organizations", () => {
  it("is complete and ordered by id, however many there are; at most 1,000, then 409 (decisions, Lists and Tokens)", async () => {
    await using full = await startServer()
    const primary = await full.primary()
    const ids = Array.from({ length: 997 }, (_, index) => `org_${(index * 7_919) % 997}`)
    grantMany(full.databaseFile, "sandbox-client", ids)
    const list = async () => (await full.call("GET", "/v1/organizations", { token: primary })).json

    const last = await full.call("POST", "/v1/organizations", { token: primary, json: { name: "The thousandth" } })
    assert.strictEqual(last.status, 201)
    const expected = [
      ...ids.map((id) => ({ id, name: `Name of ${id}` })),
      { id: "org_acme", name: "Acme" },
      { id: "org_globex", name: "Globex" },
      { ...membersOf(last) }
    ]
    const ordered = expected.toSorted((a, b) => (String(a.id) < String(b.id) ? -1 : 1))
    assert.lengthOf(ordered, 1_000)
    assert.deepStrictEqual(await list(), ordered)

    assert.strictEqual(
      errorOf(await full.call("POST", "/v1/organizations", { token: primary, json: { name: "One more" } })),
      "409 conflict"
    )
    assert.deepStrictEqual(await list(), ordered)
    using operator = openDatabase(full.databaseFile)
    const { count } =
      operator.db.prepare("SELECT count(*) AS count FROM organizations WHERE name = 'One more'").get() ?? {}
    assert.strictEqual(count, 0, "neither the organization nor the grant was kept")
  })

  it("holds only what is granted (spec 4.2)", async () =>
    assert.deepStrictEqual((await call("GET", "/v1/organizations", { token: await server.partner() })).json, [
      { id: "org_acme", name: "Acme" }
    ]))
})

describe("a new organization", () => {
  it("is granted to its creator with everything: listed, minted, used (decisions, Resources)", async () => {
    const answer = await create({ name: " Hooli\t" })
    const { id, ...rest } = membersOf(answer)
    assert.deepStrictEqual([answer.status, rest], [201, { name: "Hooli" }])
    assert.match(String(id), /^org_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.include((await call("GET", "/v1/organizations", { token })).text, answer.text)
    const scoped = await server.scoped(token, String(id))
    const json = { first_name: "A", last_name: "B", email: "a@example.com" }
    const uses = [
      await call("GET", "/v1/jobs", { token: scoped }),
      await call("POST", "/v1/users", { token: scoped, json }),
      await call("GET", "/v1/agencies", { token: scoped })
    ]
    assert.deepStrictEqual(
      uses.map(({ status }) => status),
      [200, 201, 200]
    )
  })

  it("does not become the default of a client that has one (decisions, Tokens)", async () => {
    using operator = openDatabase(server.databaseFile)
    operator.db.exec("UPDATE clients SET may_create_organizations = 1 WHERE id = 'sandbox-partner'")
    assert.strictEqual((await create({ name: "Second" }, await server.partner())).status, 201)
    const jobs = pageOf(await call("GET", "/v1/jobs", { token: await server.partner() }))
    assert.strictEqual(jobs.count, 100, "the jobs of Acme, which stays the default")
  })

  it("may have the name of another (decisions, Resources)", async () => {
    const [first, second] = [await create({ name: "Twin" }), await create({ name: "Twin" })]
    assert.deepStrictEqual([first.status, second.status], [201, 201])
    assert.notStrictEqual(textOf(first, "id"), textOf(second, "id"))
  })

  it("needs the client's own right, which the answer names (decisions, Tokens)", async () => {
    const answer = await create({ name: "X" }, await server.partner("sandbox-reader"))
    assert.strictEqual(errorOf(answer), "403 forbidden")
    assert.include(textOf(answer, "message"), "organizations:create")
  })

  it.for<[what: string, json: unknown, details: ReadonlyArray<string>]>([
    ["no name", {}, ["body /name required"]],
    ["null", { name: null }, ["body /name type"]],
    ["white space", { name: " \n" }, ["body /name length"]],
    ["201 characters", { name: "a".repeat(201) }, ["body /name length"]],
    ["an id of its own", { name: "X", id: "org_x" }, ["body /id unknown"]]
  ])("is refused for %s (decisions, Errors)", async ([, json, details]) =>
    assert.sameMembers(mistakesOf(await create(json)), [...details])
  )
})

describe("a minted token", () => {
  it("for an organization without a grant is refused like one for an unknown organization (decisions, Tokens)", async () => {
    const [foreign, unknown] = [await mint("org_initech"), await mint("org_unknown")]
    assert.strictEqual(errorOf(foreign), "403 forbidden")
    assert.deepStrictEqual(withoutRequestId(foreign), withoutRequestId(unknown))
  })

  it.for(["application/x-www-form-urlencoded", "text/plain", "application/json", "nonsense"])(
    "needs no body, and an empty one may be %s (decisions, Tokens)",
    async (type) => {
      const answer = await call("POST", "/v1/organizations/org_acme/token", {
        token,
        body: "",
        headers: { "content-type": type }
      })
      assert.strictEqual(answer.status, 200)
    }
  )

  it("is not to be stored by anybody (RFC 6749 §5.1)", async () =>
    assert.deepInclude({ ...(await mint("org_acme")).headers }, { "cache-control": "no-store", pragma: "no-cache" }))

  it("is narrowed to the permissions requested (decisions, Tokens)", async () => {
    const narrowed = textOf(await mint("org_acme", { permissions: ["jobs:read", "agencies:read"] }), "access_token")
    const uses = [
      await call("GET", "/v1/jobs", { token: narrowed }),
      await call("GET", "/v1/agencies", { token: narrowed }),
      await call("GET", "/v1/users", { token: narrowed }),
      await call("POST", "/v1/agencies/agy_hirewell/fees", { token: narrowed, json: {} })
    ]
    assert.deepStrictEqual(
      uses.map(({ status }) => status),
      [200, 200, 403, 403]
    )
    assert.include(uses[2]?.text, "users:read")
  })

  it("narrowed to nothing opens nothing (decisions, Tokens)", async () => {
    const narrowed = await server.scoped(token, "org_acme", [])
    assert.strictEqual(errorOf(await call("GET", "/v1/jobs", { token: narrowed })), "403 forbidden")
  })

  it("cannot be narrowed to more than the grant (decisions, Tokens)", async () => {
    const narrowed = await server.scoped(await server.partner("sandbox-reader"), "org_acme", [
      "users:read",
      "jobs:read"
    ])
    assert.strictEqual(errorOf(await call("GET", "/v1/users", { token: narrowed })), "403 forbidden")
    assert.strictEqual((await call("GET", "/v1/jobs", { token: narrowed })).status, 200)
  })

  it.for<[what: string, json: unknown, details: ReadonlyArray<string>]>([
    ["an unknown permission", { permissions: ["jobs:read", "jobs:reed"] }, ["body /permissions/1 not_allowed"]],
    ["the right of a client", { permissions: ["organizations:create"] }, ["body /permissions/0 not_allowed"]],
    ["null", { permissions: null }, ["body /permissions type"]],
    ["one permission without its list", { permissions: "jobs:read" }, ["body /permissions type"]],
    ["a misspelt member", { permission: [] }, ["body /permission unknown"]],
    ["a list", [], ["body  type"]]
  ])("is refused for a body with %s (decisions, Tokens)", async ([, json, details]) =>
    assert.sameMembers(mistakesOf(await mint("org_acme", json)), [...details])
  )
})
