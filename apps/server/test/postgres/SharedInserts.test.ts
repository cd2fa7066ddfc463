/**
 * Tokens that come together on PostgreSQL: they share statements, and what befalls one of them does not touch the others (decisions, Tokens).
 */
import { ClientId } from "@partner-api/domain/Ids"
import { at, client, furnish, transaction } from "@partner-api/service/laws/Furnished"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases } from "../Postgres.ts"

/** More than one statement takes. */
const count = 150

const numbers = Array.from({ length: count }, (_, number) => number)
const clientIdOf = (number: number) => ClientId.make(`cli_${number}`)
const tokenOf = (number: number) => ({
  digest: `token ${number}`,
  clientId: clientIdOf(number),
  primary: true,
  organizationId: undefined,
  secretDigest: `secret ${number}`,
  expiresAtMs: 9
})

/** Clients, each with its secret. */
const addClients = transaction(
  Effect.flatMap(ClientStore, (clients) =>
    Effect.forEach(
      numbers,
      (number) => {
        const id = clientIdOf(number)
        return Effect.andThen(clients.save({ ...client, id }), clients.addDigest(id, `secret ${number}`, at))
      },
      { discard: true }
    )
  )
)

const insert = (token: ReturnType<typeof tokenOf>) => Effect.flatMap(TokenStore, (tokens) => tokens.insert(token, 0))

const openDatabase = Effect.gen(function* () {
  const url = yield* Effect.promise(() => databases().create())
  const connections = yield* Layer.build(Database.layer(readTarget(url)))
  const others = yield* Layer.build(Database.serverLayer(readTarget(url), 10))
  yield* Effect.provideContext(Effect.andThen(furnish, addClients), connections)
  return { connections, others, run: (statement: string) => Effect.promise(() => databases().run(url, statement)) }
})

describe("tokens that come together", () => {
  it.live("share statements: there are fewer than tokens", () =>
    Effect.gen(function* () {
      const { others, run } = yield* openDatabase
      const before = yield* Effect.provideContext(
        Effect.forEach(numbers.map(tokenOf), insert, { concurrency: "unbounded" }),
        others
      )
      assert.deepStrictEqual(new Set(before), new Set([0]))
      // What one statement inserts has one transaction.
      const rows = yield* run("SELECT xmin::text AS statement FROM tokens")
      assert.strictEqual(rows.length, count)
      assert.strictEqual(new Set(rows.map((row) => JSON.stringify(row))).size, 3)
    }).pipe(Effect.withTracerEnabled(false), Effect.scoped)
  )

  it.live("are each counted after those before it, where they are of one client", () =>
    Effect.gen(function* () {
      const { others } = yield* openDatabase
      const digests = numbers.slice(0, 10).map((number) => `token ${number}`)
      const before = yield* Effect.provideContext(
        Effect.forEach(digests, (digest) => insert({ ...tokenOf(0), digest }), { concurrency: "unbounded" }),
        others
      )
      assert.deepStrictEqual(before, [...digests.keys()])
    }).pipe(Effect.withTracerEnabled(false), Effect.scoped)
  )

  it.live("are added while one of them waits for its client, and one has no live secret", () =>
    Effect.gen(function* () {
      const { connections, others } = yield* openDatabase
      const locked = 0
      const ended = { ...tokenOf(1), secretDigest: "ended" }
      const added = numbers.slice(2, 10).map(tokenOf)
      const waiting = yield* Effect.provideContext(
        transaction(
          Effect.gen(function* () {
            yield* (yield* ClientStore).lock(clientIdOf(locked))
            // The lock is held until all others are there.
            const waiting = yield* Effect.forkDetach(Effect.provideContext(insert(tokenOf(locked)), others), {
              startImmediately: true
            })
            const before = yield* Effect.provideContext(
              Effect.forEach([ended, ...added], insert, { concurrency: "unbounded" }),
              others
            )
            assert.deepStrictEqual(before, [undefined, ...added.map(() => 0)])
            assert.isUndefined(waiting.pollUnsafe())
            return waiting
          })
        ),
        connections
      )
      assert.strictEqual(yield* Fiber.join(waiting), 0)
    }).pipe(Effect.withTracerEnabled(false), Effect.scoped)
  )
})
