/**
 * A database from before bound grants were cut to what an agency may hold: the start cuts them, adds an entry to the organization's log, and finds
 * the drafts (decisions, Tokens).
 */
import { assert, describe, it } from "@effect/vitest"
import { commandsOn } from "./operator/OnFile.ts"
import { takeBack } from "./OlderSchema.ts"
import { openDatabase, sharedFolder, startServer } from "./TestServer.ts"
import { pageOf, walk } from "./Walk.ts"

const folder = sharedFolder()

/** The permissions that came after that program. */
const laterPermissions: ReadonlyArray<unknown> = [
  "webhooks:manage",
  "agencies:write",
  "organization:manage",
  "privacy:manage",
  "placements:read",
  "placements:write"
]

/** A sandbox at the schema before, with grants in it that are bound as that program let them be. */
const older = async (name: string) => {
  const file = folder.file(name)
  await (await startServer({ databaseFile: file })).stop()
  await takeBack(file, 4)
  using database = openDatabase(file)
  const change = database.db.prepare("UPDATE grants SET permissions = ? WHERE permissions = ?")
  for (const { permissions } of database.db.prepare("SELECT DISTINCT permissions FROM grants").all()) {
    const stored: unknown = JSON.parse(String(permissions))
    const older = Array.isArray(stored) ? stored.filter((name) => !laterPermissions.includes(name)) : stored
    change.run(JSON.stringify(older), String(permissions))
  }
  database.db.exec(
    "UPDATE grants SET agency_id = 'agy_hirewell' WHERE client_id IN ('sandbox-partner', 'sandbox-reader')"
  )
  return file
}

const cutRows = (file: string) => {
  using database = openDatabase(file)
  return database.db
    .prepare(
      "SELECT organization_id, json FROM journal WHERE json ->> 'action' = 'grant.set' AND json ->> 'before' <> '[]' AND json ->> 'actor' IS NULL ORDER BY id"
    )
    .all()
    .map(({ organization_id, json }) => {
      const { id, occurred_at, ...entry } = JSON.parse(String(json))
      assert.match(id, /^aud_[0-9A-Z]{26}$/)
      return { organization_id, at: occurred_at, ...entry }
    })
}

describe("a database from before bound grants were an agency's view", () => {
  it("has its bound grants cut, each with a row in the organization's log (decisions, Tokens)", async () => {
    const file = await older("cut.db")
    await using server = await startServer({ databaseFile: file })
    const [row, ...others] = cutRows(file)
    assert.deepStrictEqual(others, [], "the reader's grant held no more than it can")
    assert.deepInclude(row, {
      organization_id: "org_acme",
      at: new Date(server.startMs).toISOString(),
      action: "grant.set",
      resource_id: "sandbox-partner",
      changed: ["permissions"],
      after: ["jobs:read", "applications:read", "applications:write", "agencies:read"]
    })
    assert.lengthOf(row.before, 9)
    const { stdout } = await commandsOn(file).run("clients", "show", "sandbox-partner")
    assert.match(
      stdout,
      /org_acme  jobs:read applications:read applications:write agencies:read placements:read  \(agency agy_hirewell\)/
    )
    const log = await server.call("GET", "/v1/audit_log?limit=100", {
      token: await server.scoped(await server.primary())
    })
    assert.include(log.text, JSON.stringify(row.after))
  })

  it("gives no grant the permission of webhooks: an operator does (decisions, Webhooks)", async () => {
    await using server = await startServer({ databaseFile: await older("webhooks.db") })
    const tokens = [await server.scoped(await server.primary()), await server.partner()]
    for (const token of tokens) {
      const refused = await server.call("GET", "/v1/webhook_endpoints", { token })
      assert.strictEqual(refused.status, 403)
      assert.include(refused.text, "webhooks:manage")
    }
  })

  it("hides its drafts from agencies (decisions, Tokens)", async () => {
    await using server = await startServer({ databaseFile: await older("drafts.db") })
    const unbound = await walk(server.call, await server.scoped(await server.primary()), "/v1/jobs?limit=100")
    assert.isTrue(unbound.some(({ text }) => text.includes("DRAFT")))
    const bound = await walk(server.call, await server.partner(), "/v1/jobs?limit=100")
    assert.isAbove(
      bound.reduce((sum, page) => sum + pageOf(page).count, 0),
      200
    )
    assert.isFalse(bound.some(({ text }) => text.includes("DRAFT")))
  })

  it("is reported by doctor before and not after (README)", async () => {
    const file = await older("doctor.db")
    const doctor = commandsOn(file, { PUBLIC_URL: "https://partners.example.com" })
    const excess = "sandbox-partner in org_acme (jobs:write, users:read, users:write, fees:write, audit:read)"
    assert.include((await doctor.run("doctor")).stdout, excess)
    await (await startServer({ databaseFile: file })).stop()
    assert.match((await doctor.run("doctor")).stdout, /^good {2}grants /m)
  })
})
