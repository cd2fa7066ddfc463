/**
 * A token that is added at the moment in which what it is made from ends: it waits for the end, and is not added (decisions, Tokens). Without spans,
 * tokens share statements.
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
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases, migratedDatabase } from "../Postgres.ts"
import { untilWaiting } from "./WaitingSessions.ts"

const parent = { digest: "parent", clientId, primary: true, organizationId: undefined, secretDigest: "secret" }
const expiresAtMs = Date.parse("2099-01-01T00:00:00.000Z")

const addPrimary = Effect.flatMap(TokenStore, (tokens) => tokens.insert({ ...parent, digest: "new", expiresAtMs }, 0))
const addScoped = Effect.flatMap(TokenStore, (tokens) =>
  tokens.insertScoped(
    { digest: "new", clientId, organizationId: one, permissions: undefined, parentId: parent.digest, expiresAtMs },
    0
  )
)

const untraced = Effect.withTracerEnabled(false)

const lockClient = Effect.flatMap(ClientStore, (clients) => clients.lock(clientId))
const revokeClient = Effect.andThen(
  lockClient,
  Effect.flatMap(ClientStore, (clients) => clients.revoke(clientId, at))
)
const replaceSecret = Effect.andThen(
  lockClient,
  Effect.flatMap(ClientStore, (clients) => clients.replaceDigest(clientId, "another", at))
)
const takeGrant = Effect.andThen(
  lockClient,
  Effect.flatMap(OrganizationStore, (organizations) => organizations.ungrant(clientId, one))
)
const revokeParent = Effect.flatMap(TokenStore, (tokens) => tokens.revoke(clientId, parent.digest))

const ends = [
  ["its client is revoked", revokeClient, addPrimary],
  ["its client is revoked, untraced", revokeClient, untraced(addPrimary)],
  ["its secret is replaced", replaceSecret, addPrimary],
  ["its secret is replaced, untraced", replaceSecret, untraced(addPrimary)],
  ["its grant is taken back", takeGrant, addScoped],
  ["its parent is revoked", revokeParent, addScoped]
] as const

/** What the transaction does before another one waits for it, and what it does then. */
const orders = ends.flatMap(([name, end, add]) => [
  [`${name}, and was before`, end, Effect.void, add] as const,
  [`${name}, and is after`, lockClient, end, add] as const
])

describe("a token that is added while", () => {
  it.live.each(orders)("%s, waits and is not added (decisions, Tokens)", ([, before, after, add]) =>
    Effect.gen(function* () {
      const url = yield* Effect.promise(() => migratedDatabase())
      // PostgreSQL would end a deadlock after a second, and a retry would hide it. With this timeout the statement fails first.
      yield* Effect.promise(() =>
        databases().run(url, `ALTER DATABASE "${new URL(url).pathname.slice(1)}" SET deadlock_timeout = '1min'`)
      )
      const target = readTarget(url)
      const first = yield* Layer.build(Database.layer(target))
      const second = yield* Layer.build(Database.layer(target))
      const begun = yield* Deferred.make<void>()
      const ending = transaction(
        Effect.gen(function* () {
          yield* before
          yield* Deferred.succeed(begun, undefined)
          yield* untilWaiting(1)
          yield* after
        })
      )
      yield* Effect.provideContext(
        Effect.andThen(
          furnish,
          Effect.flatMap(TokenStore, (tokens) => tokens.insert({ ...parent, expiresAtMs }, 0))
        ),
        first
      )
      const adding = yield* Effect.forkChild(
        Effect.andThen(Deferred.await(begun), Effect.provideContext(add, second)),
        { startImmediately: true }
      )
      yield* Effect.provideContext(ending, first)
      assert.isUndefined(yield* Fiber.join(adding))
      const found = yield* Effect.provideContext(
        Effect.flatMap(TokenStore, (tokens) => tokens.find("new")),
        first
      )
      assert.strictEqual(found._tag, "None")
    }).pipe(Effect.scoped)
  )
})
