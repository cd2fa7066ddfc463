/**
 * What is kept in memory has an end: prepared statements, known tokens (issue 3, every bound is a named constant). The bound on
 * connections needs ten thousand of them, so `pnpm verify` looks at it.
 */
import { DatabaseSync } from "node:sqlite"
import { ClientId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as TestClock from "effect/testing/TestClock"
import { assert, describe, it } from "@effect/vitest"
import { Tokens } from "@partner-api/service/services/access/Tokens"
import { makeSqliteConnection } from "../../src/store/sqlite/SqliteConnection.ts"
import { TokenStore } from "@partner-api/service/store/TokenStore"

/** The bounds as they are documented beside the code. */
const statementsMax = 256
const tokensMax = 10_000

/** A database in memory that counts what is prepared. */
const countingDatabase = () => {
  const db = new DatabaseSync(":memory:")
  const prepare = db.prepare.bind(db)
  let prepared = 0
  db.prepare = (sql) => {
    prepared++
    return prepare(sql)
  }
  return { db, prepared: () => prepared }
}

const runStatements = (connection: ReturnType<typeof makeSqliteConnection>, from: number, to: number) =>
  Effect.forEach(
    Array.from({ length: to - from }, (_, index) => `SELECT ${from + index} AS number`),
    (sql) => connection.execute(sql, [], undefined),
    { discard: true }
  )

describe("prepared statements", () => {
  it.effect.each([
    ["are kept", statementsMax, statementsMax],
    ["beyond the bound go, the oldest first", statementsMax + 1, statementsMax + 2]
  ] as const)("of one connection %s: %i different ones (SqliteConnection)", ([, different, expected]) =>
    Effect.gen(function* () {
      const { db, prepared } = countingDatabase()
      const connection = makeSqliteConnection(db)
      yield* runStatements(connection, 0, different)
      assert.strictEqual(prepared(), different)
      // The first one again: known still, or prepared once more.
      yield* runStatements(connection, 0, 1)
      // The last one is known in any case.
      yield* runStatements(connection, different - 1, different)
      assert.strictEqual(prepared(), expected)
    })
  )
})

/** A store that knows every token, and counts how often it is asked. */
const countingStore = () => {
  let lookups = 0
  const layer = Layer.succeed(TokenStore, {
    insert: () => Effect.succeed(0),
    revoke: () => Effect.void,
    insertScoped: () => Effect.succeed(0),
    endOfClient: () => Effect.void,
    countLive: () => Effect.succeed(0),
    endOldest: () => Effect.succeed(false),
    purge: () => Effect.succeed(0),
    find: (digest) =>
      Effect.sync(() => {
        lookups++
        return Option.some({
          tokenId: digest,
          clientId: ClientId.make("client"),
          expiresAtMs: Number.MAX_SAFE_INTEGER,
          primary: true,
          organizationId: undefined,
          granted: [],
          permissions: undefined,
          agencyId: undefined,
          mayCreateOrganizations: false
        })
      })
  })
  return { layer, lookups: () => lookups }
}

const token = (number: number) => String(number).padStart(43, "0")

describe("known tokens", () => {
  it.effect.each([
    ["are remembered", tokensMax, tokensMax],
    ["beyond the bound are forgotten, the oldest first", tokensMax + 1, tokensMax + 2]
  ] as const)("%s: %i different ones (Tokens)", ([, different, expected]) => {
    const { layer, lookups } = countingStore()
    return Effect.gen(function* () {
      const { find } = yield* Tokens
      yield* Effect.forEach(
        Array.from({ length: different }, (_, index) => token(index)),
        find,
        { discard: true }
      )
      assert.strictEqual(lookups(), different)
      yield* find(token(0))
      yield* find(token(different - 1))
      assert.strictEqual(lookups(), expected)
    }).pipe(Effect.provide(Tokens.layer.pipe(Layer.provide(layer))))
  })

  it.effect("are looked up again after a second, so that a revocation takes effect (decisions, Tokens)", () => {
    const { layer, lookups } = countingStore()
    return Effect.gen(function* () {
      const { find } = yield* Tokens
      yield* Effect.andThen(find(token(1)), find(token(1)))
      assert.strictEqual(lookups(), 1)
      yield* TestClock.adjust(1_000)
      yield* find(token(1))
      assert.strictEqual(lookups(), 2)
    }).pipe(Effect.provide(Tokens.layer.pipe(Layer.provide(layer))))
  })
})
