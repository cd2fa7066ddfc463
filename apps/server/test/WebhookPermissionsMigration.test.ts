/**
 * Webhook endpoints of a database from before they kept the permissions of the token that made them, and those that nodes of the release before add
 * beside this one, on both engines (decisions, Webhooks; docs/decisions, 34).
 */
import { assert, describe, it } from "@effect/vitest"
import { WebhookStore } from "@partner-api/service/store/WebhookStore"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { runUpTo } from "../src/store/Migrations.ts"
import * as SqliteClient from "../src/store/sqlite/SqliteClient.ts"
import { bareClient } from "./EmptyDatabases.ts"
import { databases } from "./Postgres.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()
const at = "2026-01-01T00:00:00.000Z"

/** A database without tables, and its connection without the services of this release. */
const engines = {
  SQLite: async () => {
    const file = folder.file("endpoints.db")
    return { target: readTarget(`sqlite:${file}`), client: SqliteClient.unmappedLayer(file) }
  },
  PostgreSQL: async () => {
    const url = await databases().create()
    return { target: readTarget(url), client: bareClient(url) }
  }
}

const addEndpoint = Effect.fnUntraced(function* (clientId: string, agencyId: string | null) {
  const sql = yield* SqlClient
  const id = `whe_${clientId.slice("cli_".length)}`
  const json = {
    id,
    url: "https://example.com/",
    types: ["*"],
    concurrency: 1,
    status: "enabled",
    secret_hint: "abcd",
    created_at: at,
    updated_at: at
  }
  yield* sql`INSERT INTO webhook_endpoints (id, organization_id, client_id, agency_id, json)
    VALUES (${id}, 'org_1', ${clientId}, ${agencyId}, ${JSON.stringify(json)})`
  yield* sql`INSERT INTO webhook_positions
    (endpoint_id, organization_id, position, failures, not_before_ms, is_failing, due_at_ms, wake_after, wakes, lease_token, lease_until_ms)
    VALUES (${id}, 'org_1', 0, 0, 0, 0, 0, 0, 0, '', 0)`
})

const addClient = Effect.fnUntraced(function* (
  clientId: string,
  permissions: ReadonlyArray<string>,
  agencyId: string | null
) {
  const sql = yield* SqlClient
  yield* sql`INSERT INTO clients (id, name, may_create_organizations, is_sandbox, created_at) VALUES (${clientId}, 'C', 0, 0, ${at})`
  if (permissions.length === 0) return
  yield* sql`INSERT INTO grants (client_id, organization_id, permissions, agency_id)
    VALUES (${clientId}, 'org_1', ${JSON.stringify(permissions)}, ${agencyId})`
})

const regrant = (clientId: string, permissions: ReadonlyArray<string>) =>
  Effect.flatMap(
    SqlClient,
    (sql) => sql`UPDATE grants SET permissions = ${JSON.stringify(permissions)} WHERE client_id = ${clientId}`
  )

const kept = Effect.map(
  Effect.flatMap(WebhookStore, ({ all }) => all),
  (found) =>
    found.map(({ agencyId, endpoint: { id }, permissions }): ReadonlyArray<unknown> => [id, permissions, agencyId])
)

describe("a webhook endpoint of a database without kept permissions", () => {
  it.live.each(Object.entries(engines))(
    "keeps those of its client's grant, on %s (decisions, Webhooks)",
    ([, create]) =>
      Effect.gen(function* () {
        const { client, target } = yield* Effect.promise(create)
        yield* Effect.gen(function* () {
          const sql = yield* SqlClient
          yield* runUpTo(19)
          yield* sql`INSERT INTO organizations (id, name, created_at) VALUES ('org_1', 'One', ${at})`
          yield* addClient("cli_a", ["users:read", "webhooks:manage"], null)
          yield* addEndpoint("cli_a", "agy_before")
          yield* addClient("cli_b", ["jobs:read", "webhooks:manage"], "agy_now")
          yield* addEndpoint("cli_b", null)
          yield* addClient("cli_gone", [], null)
          yield* addEndpoint("cli_gone", null)
        }).pipe(Effect.provide(client))
        const before: ReadonlyArray<ReadonlyArray<unknown>> = [
          ["whe_a", ["users:read", "webhooks:manage"], undefined],
          ["whe_b", ["jobs:read", "webhooks:manage"], "agy_now"],
          ["whe_gone", [], undefined]
        ]
        assert.deepStrictEqual(yield* Effect.provide(kept, Database.serverLayer(target, 2)), before)
        // What the grant becomes later is not the endpoint's. A node of the release before adds one without permissions: it has the grant's.
        yield* Effect.gen(function* () {
          yield* regrant("cli_a", ["jobs:read", "users:read", "webhooks:manage"])
          yield* addClient("cli_older", ["fees:write", "webhooks:manage"], null)
          yield* addEndpoint("cli_older", null)
        }).pipe(Effect.provide(client))
        yield* Effect.gen(function* () {
          const store = yield* WebhookStore
          const older: ReadonlyArray<unknown> = ["whe_older", ["fees:write", "webhooks:manage"], undefined]
          assert.deepStrictEqual(yield* kept, [...before, older])
          const [found] = (yield* store.all).filter(({ endpoint: { id } }) => id === "whe_older")
          yield* store.save(found ?? assert.fail("no endpoint"))
          yield* Effect.provide(regrant("cli_older", []), client)
          assert.deepStrictEqual(yield* kept, [...before, older])
        }).pipe(Effect.provide(Database.serverLayer(target, 2)))
      })
  )
})
