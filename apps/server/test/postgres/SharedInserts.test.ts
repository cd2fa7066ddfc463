/**
 * Tokens that are requested at the same time on PostgreSQL: they share statements, and what befalls one of them does not touch the others (decisions,
 * Tokens).
 */
import { ClientId } from "@partner-api/domain/Ids"
import { at, client, furnish, transaction } from "@partner-api/service/laws/Furnished"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import { assert, describe, it } from "@effect/vitest"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Scope from "effect/Scope"
import * as SqlClient from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { databases, migratedDatabase } from "../Postgres.ts"
import { untilWaiting } from "./WaitingSessions.ts"

/** More than two statements take. */
const count = 150

const clientIdOf = (number: number) => ClientId.make(`cli_${number}`)
const tokenOf = (number: number) => ({
  digest: `token ${number}`,
  clientId: clientIdOf(number),
  primary: true,
  organizationId: undefined,
  secretDigest: `secret ${number}`,
  expiresAtMs: 9
})
const tokens = Array.from({ length: count }, (_, number) => tokenOf(number))

/** Clients, each with its secret. */
const addClients = transaction(
  Effect.flatMap(ClientStore, (clients) =>
    Effect.forEach(
      tokens,
      ({ clientId, secretDigest }) =>
        Effect.andThen(clients.save({ ...client, id: clientId }), clients.addDigest(clientId, secretDigest, at)),
      { discard: true }
    )
  )
)

type Token = ReturnType<typeof tokenOf>

const insert = (token: Token) => Effect.flatMap(TokenStore, (store) => store.insert(token, 0))
const insertAll = (all: ReadonlyArray<Token>) => Effect.forEach(all, insert, { concurrency: "unbounded" })

/** The server's database, and another one's connections to it. */
const open = Effect.gen(function* () {
  const url = yield* Effect.promise(() => migratedDatabase())
  const other = yield* Layer.build(Database.layer(readTarget(url)))
  const server = yield* Layer.build(Database.serverLayer(readTarget(url), 10))
  yield* Effect.provideContext(Effect.andThen(furnish, addClients), other)
  /** How many statements have inserted the tokens that are there: what one inserts has one transaction. */
  const statements = Effect.map(
    Effect.promise(() => databases().run(url, "SELECT xmin::text FROM tokens")),
    (rows) => ({ tokens: rows.length, statements: new Set(rows.map((row) => JSON.stringify(row))).size })
  )
  /** Starts an effect of the server, which goes on beside the test. */
  const start = <A, E>(effect: Effect.Effect<A, E, TokenStore>) =>
    Effect.forkDetach(Effect.provideContext(effect, server), { startImmediately: true })
  return { other, server, start, statements }
})

const run = <A, E>(effect: Effect.Effect<A, E, Scope.Scope>) =>
  effect.pipe(Effect.withTracerEnabled(false), Effect.scoped)

/** Runs an effect while no token can be inserted: statements that insert wait for its end. */
const whileLocked = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  transaction(
    Effect.gen(function* () {
      yield* (yield* SqlClient.SqlClient).unsafe("LOCK TABLE tokens IN EXCLUSIVE MODE")
      return yield* effect
    })
  )

describe("tokens that are requested at the same time", () => {
  it.live("are stored by statements of at most 64 tokens", () =>
    run(
      Effect.gen(function* () {
        const { server, statements } = yield* open
        const before = yield* Effect.provideContext(insertAll(tokens), server)
        assert.deepStrictEqual(new Set(before), new Set([0]))
        assert.deepStrictEqual(yield* statements, { tokens: count, statements: 3 })
      })
    )
  )

  it.live("count one after the other, where they are of one client", () =>
    run(
      Effect.gen(function* () {
        const { server } = yield* open
        const ofOne = tokens.slice(0, 10).map(({ digest }) => ({ ...tokenOf(0), digest }))
        const before = yield* Effect.provideContext(insertAll(ofOne), server)
        assert.deepStrictEqual(before.toSorted(), [...ofOne.keys()])
        assert.strictEqual(yield* Effect.provideContext(insert({ ...tokenOf(0), digest: "next" }), server), 10)
      })
    )
  )

  it.live("share the next statement, where one runs", () =>
    run(
      Effect.gen(function* () {
        const { other, start, statements } = yield* open
        const fibers = yield* Effect.provideContext(
          whileLocked(
            Effect.gen(function* () {
              const first = yield* start(insertAll(tokens.slice(0, 1)))
              yield* untilWaiting(1)
              const second = yield* start(insertAll(tokens.slice(1, 5)))
              // A round trip later.
              yield* untilWaiting(1)
              return [first, second, yield* start(insertAll(tokens.slice(5, 10)))]
            })
          ),
          other
        )
        yield* Fiber.joinAll(fibers)
        assert.deepStrictEqual(yield* statements, { tokens: 10, statements: 2 })
      })
    )
  )

  it.live("do not wait for a statement that hangs", () =>
    run(
      Effect.gen(function* () {
        const { other, start, statements } = yield* open
        const fibers = yield* Effect.provideContext(
          whileLocked(
            Effect.gen(function* () {
              const first = yield* start(insert(tokenOf(0)))
              yield* untilWaiting(1)
              const second = yield* start(insert(tokenOf(1)))
              yield* untilWaiting(2)
              return [first, second]
            })
          ),
          other
        )
        assert.deepStrictEqual(yield* Fiber.joinAll(fibers), [0, 0])
        assert.deepStrictEqual(yield* statements, { tokens: 2, statements: 2 })
      })
    )
  )

  it.live("are stored where the request of the first of them ends", () =>
    run(
      Effect.gen(function* () {
        const { other, start, statements } = yield* open
        const second = yield* Effect.provideContext(
          whileLocked(
            Effect.gen(function* () {
              const first = yield* start(insert(tokenOf(0)))
              const second = yield* start(insert(tokenOf(1)))
              yield* untilWaiting(1)
              yield* Fiber.interrupt(first)
              return second
            })
          ),
          other
        )
        assert.strictEqual(yield* Fiber.join(second), 0)
        assert.deepStrictEqual(yield* statements, { tokens: 2, statements: 1 })
      })
    )
  )

  it.live("fail together with their statement, and the next ones are stored", () =>
    run(
      Effect.gen(function* () {
        const { other, server, statements } = yield* open
        const sql = Context.get(other, SqlClient.SqlClient)
        yield* sql.unsafe("ALTER TABLE tokens RENAME TO away")
        const exits = yield* Effect.provideContext(
          Effect.forEach(tokens.slice(0, 3), (token) => Effect.exit(insert(token)), { concurrency: "unbounded" }),
          server
        )
        assert.isTrue(exits.every(Exit.isFailure))
        yield* sql.unsafe("ALTER TABLE away RENAME TO tokens")
        assert.deepStrictEqual(yield* Effect.provideContext(insertAll(tokens.slice(0, 3)), server), [0, 0, 0])
        assert.deepStrictEqual(yield* statements, { tokens: 3, statements: 1 })
      })
    )
  )

  it.live("end as many old ones, each a different one", () =>
    run(
      Effect.gen(function* () {
        const { other, server, start } = yield* open
        const ofOne = tokens.slice(0, 8).map(({ digest }, index) => ({ ...tokenOf(0), digest, expiresAtMs: index + 1 }))
        const endOldest = Effect.flatMap(TokenStore, (store) => store.endOldest(tokenOf(0), 0))
        yield* Effect.provideContext(insertAll(ofOne), server)
        const fibers = yield* Effect.provideContext(
          whileLocked(
            Effect.gen(function* () {
              const fibers = yield* Effect.replicateEffect(start(endOldest), 5)
              yield* untilWaiting(5)
              return fibers
            })
          ),
          other
        )
        assert.deepStrictEqual(yield* Fiber.joinAll(fibers), [true, true, true, true, true])
        const left = yield* Effect.provideContext(
          Effect.forEach(ofOne, ({ digest }) => Effect.flatMap(TokenStore, (store) => store.find(digest))),
          server
        )
        assert.deepStrictEqual(left.map(Option.isSome), [false, false, false, false, false, true, true, true])
      })
    )
  )

  it.live("are stored while one of them waits for its client, and one has no live secret", () =>
    run(
      Effect.gen(function* () {
        const { other, server, start } = yield* open
        const ended = { ...tokenOf(1), secretDigest: "ended" }
        const added = tokens.slice(2, 10)
        const waiting = yield* Effect.provideContext(
          transaction(
            Effect.gen(function* () {
              yield* (yield* ClientStore).lock(clientIdOf(0))
              const waiting = yield* start(insert(tokenOf(0)))
              // The lock is held until all others are there.
              const before = yield* Effect.provideContext(insertAll([ended, ...added]), server)
              assert.deepStrictEqual(before, [undefined, ...added.map(() => 0)])
              yield* untilWaiting(1)
              return waiting
            })
          ),
          other
        )
        assert.strictEqual(yield* Fiber.join(waiting), 0)
      })
    )
  )
})
