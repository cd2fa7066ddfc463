/**
 * A token that is added at the moment in which what it is made from ends: it waits for the end, and is not added (decisions, Tokens).
 */
import { at, clientId, furnish, one, transaction } from "@partner-api/service/laws/Furnished"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import { assert, describe, it } from "@effect/vitest"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases } from "../Postgres.ts"

const parent = { digest: "parent", clientId, primary: true, organizationId: undefined, secretDigest: "secret" }
const expiresAtMs = Date.parse("2099-01-01T00:00:00.000Z")

const addPrimary = Effect.flatMap(TokenStore, (tokens) => tokens.insert({ ...parent, digest: "new", expiresAtMs }))
const addScoped = Effect.flatMap(TokenStore, (tokens) =>
  tokens.insertScoped({
    digest: "new",
    clientId,
    organizationId: one,
    permissions: undefined,
    parentId: parent.digest,
    expiresAtMs
  })
)

const revokeClient = Effect.flatMap(ClientStore, (clients) =>
  Effect.andThen(clients.lock(clientId), clients.revoke(clientId, at))
)
const replaceSecret = Effect.flatMap(ClientStore, (clients) =>
  Effect.andThen(clients.lock(clientId), clients.replaceDigest(clientId, "another", at))
)
const takeGrant = Effect.flatMap(OrganizationStore, (organizations) =>
  Effect.flatMap(ClientStore, (clients) => Effect.andThen(clients.lock(clientId), organizations.ungrant(clientId, one)))
)
const revokeParent = Effect.flatMap(TokenStore, (tokens) => tokens.revoke(clientId, parent.digest))

/** Ends within the transaction under way once another session waits for it. Its timeout ends it where none does. */
const untilAnotherWaits = Effect.flatMap(SqlClient.SqlClient, (sql) =>
  sql.unsafe(`DO $$ BEGIN
    WHILE NOT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pg_backend_pid() = ANY(pg_blocking_pids(pid))) LOOP
      PERFORM pg_stat_clear_snapshot();
    END LOOP;
  END $$`)
)

describe("a token that is added while", () => {
  it.live.each([
    ["its client is revoked", revokeClient, addPrimary],
    ["its secret is replaced", replaceSecret, addPrimary],
    ["its grant is taken back", takeGrant, addScoped],
    ["its parent is revoked", revokeParent, addScoped]
  ] as const)("%s waits, and is not added (decisions, Tokens)", ([, end, add]) =>
    Effect.gen(function* () {
      const target = readTarget(yield* Effect.promise(() => databases().create()))
      const first = yield* Layer.build(Database.layer(target))
      const second = yield* Layer.build(Database.layer(target))
      const ended = yield* Deferred.make<void>()
      const ending = transaction(
        Effect.gen(function* () {
          yield* end
          yield* Deferred.succeed(ended, undefined)
          yield* untilAnotherWaits
        })
      )
      yield* Effect.provideContext(
        Effect.andThen(
          furnish,
          Effect.flatMap(TokenStore, (tokens) => tokens.insert({ ...parent, expiresAtMs }))
        ),
        first
      )
      const adding = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(ended), Effect.provideContext(add, second)),
        { startImmediately: true }
      )
      yield* Effect.provideContext(ending, first)
      assert.isFalse(yield* Fiber.join(adding))
      const found = yield* Effect.provideContext(
        Effect.flatMap(TokenStore, (tokens) => tokens.find("new")),
        first
      )
      assert.strictEqual(found._tag, "None")
    }).pipe(Effect.scoped)
  )
})
