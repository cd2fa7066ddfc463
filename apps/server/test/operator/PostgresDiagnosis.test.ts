/**
 * What `doctor` reads of a PostgreSQL database, against the database that the migrations have made (README).
 */
import * as Os from "node:os"
import { assert, beforeAll, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { SqlClient } from "effect/sql/SqlClient"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Redacted from "effect/Redacted"
import { build } from "../../src/platform/Version.ts"
import * as Database from "../../src/store/Database.ts"
import * as PostgresClient from "../../src/store/postgres/PostgresClient.ts"
import { diagnosePostgres } from "../../src/store/diagnosis/PostgresDiagnosis.ts"
import { expectedIndexes } from "../../src/store/postgres/ExpectedIndexes.ts"
import * as Limits from "../../src/store/postgres/PostgresLimits.ts"
import { databases } from "../Postgres.ts"

describe("the diagnosis of PostgreSQL", () => {
  let url = Redacted.make("")
  beforeAll(async () => {
    const made = await databases().create()
    await Effect.runPromise(Effect.scoped(Layer.build(Database.layer(readTarget(made)))))
    url = Redacted.make(made)
  })

  /** A pool of one connection; two of them are two sessions. */
  const session = () => PostgresClient.layer({ url, connections: 1, startWaitMs: 0, isBounded: true })
  const diagnosis = Effect.suspend(() => Effect.provide(diagnosePostgres("it"), session()))

  it("has the indexes that the migrations make, and no others (CONTRIBUTING)", async () => {
    const { indexes } = await Effect.runPromise(diagnosis)
    assert.deepStrictEqual(
      indexes,
      Object.entries(expectedIndexes).map(([name, definition]) => ({ name, definition, is_valid: true })),
      "Run pnpm generate: it writes ExpectedIndexes.ts"
    )
  })

  it("has the timeouts that a connection of the service has (PostgresLimits.ts)", async () =>
    assert.include(await Effect.runPromise(diagnosis), {
      statement_timeout: Limits.statementTimeoutMs,
      lock_timeout: Limits.lockTimeoutMs,
      idle_in_transaction_session_timeout: Limits.idleInTransactionTimeoutMs
    }))

  it("has the servers that are connected, and no command (docs/postgres.md)", async () => {
    const server = PostgresClient.layer({ url, connections: 1, startWaitMs: 0, isBounded: true, isNode: true })
    const [alone, beside] = await Effect.gen(function* () {
      const before = yield* diagnosis
      return [
        before.nodes,
        yield* Effect.provide(
          Effect.map(diagnosis, ({ nodes }) => nodes),
          server
        )
      ]
    }).pipe(Effect.runPromise)
    assert.deepStrictEqual([alone, beside], [[], [{ name: Os.hostname(), version: build }]])
  })

  it("has the age of a transaction of another session (README)", async () => {
    const [alone, beside] = await Effect.gen(function* () {
      const sql = yield* SqlClient
      const before = yield* diagnosis
      const during = yield* sql.withTransaction(Effect.andThen(sql`SELECT 1`, diagnosis))
      return [before.oldest_transaction_seconds, during.oldest_transaction_seconds]
    }).pipe(Effect.provide(session()), Effect.runPromise)
    assert.isNull(alone)
    assert.isNumber(beside)
  })
})
