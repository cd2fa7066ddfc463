/**
 * Expired rows are removed by one node at a time (docs/decisions, 34).
 */
import { client } from "@partner-api/service/laws/Furnished"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { IdempotencyStore } from "@partner-api/service/store/IdempotencyStore"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import { Transaction } from "@partner-api/service/store/Transaction"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases } from "../Postgres.ts"

const { id: clientId, createdAt: at } = client

describe("two nodes that remove what has expired", () => {
  it.live("take turns: while one is at it, the other finds nothing to do (docs/decisions, 34)", () =>
    Effect.gen(function* () {
      const target = readTarget(yield* Effect.promise(() => databases().create()))
      const first = yield* Layer.build(Database.layer(target))
      const second = yield* Layer.build(Database.layer(target))
      const purge = Effect.gen(function* () {
        const tokens = yield* (yield* TokenStore).purge(5)
        return [tokens, yield* (yield* IdempotencyStore).purge(5)]
      })
      const fill = Effect.gen(function* () {
        const clients = yield* ClientStore
        yield* clients.save(client)
        yield* clients.addDigest(clientId, "secret", at)
        const answers = yield* IdempotencyStore
        const token = { clientId, primary: true, organizationId: undefined, secretDigest: "secret", expiresAtMs: 4 }
        for (const digest of ["a", "b"]) {
          yield* (yield* TokenStore).insert({ ...token, digest })
          yield* answers.reserve(
            { organizationId: undefined, clientId, method: "POST", path: "path", key: digest },
            { fingerprint: "f", nowMs: 1, expiresAtMs: 4 }
          )
        }
      })
      const seen = yield* Effect.provideContext(
        Effect.andThen(
          fill,
          Effect.flatMap(Transaction, (transaction) =>
            transaction(
              Effect.gen(function* () {
                return [yield* purge, yield* Effect.provideContext(purge, second)]
              })
            )
          )
        ),
        first
      )
      assert.deepStrictEqual(seen, [
        [2, 2],
        [0, 0]
      ])
    }).pipe(Effect.scoped)
  )
})
