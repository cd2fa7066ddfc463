/**
 * Grants of a database from before placements, on both engines: each holds `placements:read`, and the organization's log has an entry for it (recruiting, Permissions).
 */
import { assert, describe, it } from "@effect/vitest"
import { AuditEntry } from "@partner-api/domain/Audit"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { runUpTo } from "../src/store/Migrations.ts"
import { emptyDatabases, versionOf } from "./EmptyDatabases.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const at = "2026-01-01T00:00:00.000Z"
const decode = Schema.decodeUnknownEffect(Schema.fromJsonString(AuditEntry))

const version = versionOf("placement_permissions")
const engines = emptyDatabases(folder.file("grants.db"))

/** Clients, organizations, permissions and agencies of the grants, in the order of the entries. */
const grants = [
  ["cli_a", "org_1", ["jobs:read"], null],
  ["cli_b", "org_1", ["jobs:read", "applications:read"], "agy_1"],
  ["cli_a", "org_2", [], null]
] as const

const begin = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const id of ["org_1", "org_2"])
    yield* sql`INSERT INTO organizations ${sql.insert({ id, name: id, created_at: at })}`
  for (const id of ["cli_a", "cli_b"]) {
    yield* sql`INSERT INTO clients ${sql.insert({ id, name: id, may_create_organizations: 0, is_sandbox: 0, created_at: at })}`
  }
  for (const [client_id, organization_id, permissions, agency_id] of grants) {
    yield* sql`INSERT INTO grants ${sql.insert({ client_id, organization_id, permissions: JSON.stringify(permissions), agency_id })}`
  }
  // The journal of one organization has entries already, the other has none.
  yield* sql`INSERT INTO journal ${sql.insert({ organization_id: "org_1", sequence: 1, id: "aud_1", json: "{}" })}`
  yield* sql`INSERT INTO journal_counters ${sql.insert({ organization_id: "org_1", sequence: 1 })}`
})

describe("a grant from before placements", () => {
  it.live.each(Object.entries(engines))("holds placements:read, with an entry, on %s (recruiting 1)", ([, create]) =>
    Effect.gen(function* () {
      const client = yield* Effect.promise(create)
      yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        yield* runUpTo(version - 1)
        yield* begin
        yield* runUpTo(version)
        const held = yield* sql<{
          permissions: string
        }>`SELECT permissions FROM grants ORDER BY organization_id, client_id`
        assert.deepStrictEqual(
          held.map(({ permissions }) => JSON.parse(permissions)),
          grants.map(([, , before]) => [...before, "placements:read"])
        )
        const rows = yield* sql<{ organization_id: string; sequence: number; json: string }>`
          SELECT organization_id, sequence, json FROM journal WHERE id <> 'aud_1' ORDER BY organization_id, sequence`
        assert.deepStrictEqual(
          rows.map(({ organization_id, sequence }) => [organization_id, Number(sequence)]),
          [
            ["org_1", 2],
            ["org_1", 3],
            ["org_2", 1]
          ]
        )
        const entries = yield* Effect.forEach(rows, ({ json }) => decode(json))
        for (const [index, { action, actor, after, before, resource_id }] of entries.entries()) {
          const [clientId, , permissions] = grants[index] ?? assert.fail("an entry without a grant")
          assert.deepStrictEqual([action, actor, resource_id], ["grant.set", "system", clientId])
          assert.deepStrictEqual([before, after], [permissions, [...permissions, "placements:read"]])
        }
        const counters = yield* sql`SELECT organization_id, sequence FROM journal_counters ORDER BY organization_id`
        assert.deepStrictEqual(
          counters.map(({ sequence }) => Number(sequence)),
          [3, 1]
        )
      }).pipe(Effect.provide(client))
    })
  )
})
