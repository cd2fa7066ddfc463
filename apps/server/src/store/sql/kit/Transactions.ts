/**
 * Transactions, their measures, and locks of rows that a transaction has read. SQLite has one writer at a time and needs no locks; its transactions share
 * commits (`sqlite/GroupCommit.ts`). PostgreSQL has many writers.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { Meters } from "../../../platform/metrics/Meters.ts"
import { isRepeatable, orStoreError } from "./Errors.ts"
import { namedStatement } from "./Statements.ts"

// {@link Transaction} of PostgreSQL. A transaction that loses a conflict, or finds a read-only session, runs again from its beginning: it has changed nothing,
// and its client has no answer yet.

/**
 * The number of times that a transaction runs again. One of two conflicting transactions wins, so few lose this often; after a failover few sessions stay read-only.
 */
const retriesMax = 5

/** The policy that repeats a transaction. It has no delay: the winner has committed, or holds the locks for which the next run waits. */
export const onConflict = { times: retriesMax, while: isRepeatable }

export const layer = Layer.effect(
  Transaction,
  Effect.map(SqlClient.SqlClient, (sql) =>
    Transaction.of((effect) => Effect.retry(orStoreError(sql.withTransaction(effect)), onConflict))
  )
)

// Measures of writes: how long they wait to begin, how long they take with their commit, and how often one runs again.

/** Measures transactions; unchanged without metrics. */
export const measured = <E, R>(transactions: Layer.Layer<Transaction, E, R>): Layer.Layer<Transaction, E, R> =>
  Layer.effect(
    Transaction,
    Effect.gen(function* () {
      const transaction = yield* Transaction
      const meters = yield* Meters
      if (meters === undefined) return transaction
      const took = meters.recorder("db_client_operation_duration_seconds", { operation: "write" })
      const waited = meters.recorder("partner_write_wait_seconds", {})
      const conflicted = meters.recorder("partner_write_conflicts_total", {})
      return Transaction.of((effect) =>
        Effect.suspend(() => {
          const startMs = performance.now()
          const elapsed = () => (performance.now() - startMs) / 1_000
          let hasBegun = false
          const begun = Effect.suspend(() => {
            if (hasBegun) conflicted(1)
            else waited(elapsed())
            hasBegun = true
            return effect
          })
          return Effect.ensuring(
            transaction(begun),
            Effect.sync(() => took(elapsed()))
          )
        })
      )
    })
  ).pipe(Layer.provide(transactions))

// Locks.
//
// A transaction locks a client before it revokes a secret, a grant or a token of it. Its statements after the lock see every earlier commit, so the end of a
// token also ends a token that was minted with it at that moment. A statement that adds a token locks the rows on which the token depends, so a revoked secret
// gets no new token.

interface Locks {
  /** The end of a SELECT that locks its rows for a change. */
  readonly forUpdate: Fragment
  /** The end of a SELECT that locks its rows of one table. */
  readonly forUpdateOf: (table: string) => Fragment
  /** The end of a SELECT that locks its rows against changes: others may lock them likewise. */
  readonly forShare: Fragment
  /** The end of a SELECT that locks its rows, and leaves out rows that others have locked. */
  readonly forUpdateSkipLocked: Fragment
  /** Locks a client: no other transaction adds or ends a secret, a grant or a token of it before this one ends. */
  readonly client: (clientId: ClientId) => Effect.Effect<void, SqlError>
  /**
   * The end of a SELECT in a statement that adds a row for a client. It locks the rows of these tables in this order, that of the client first, as revocations
   * do, so that they do not deadlock. No transaction ends one of the rows before the statement is done; others may add rows at the same time. The SELECT does
   * not find a row that ended while it waited for the lock.
   */
  readonly toAddFrom: (...tables: ReadonlyArray<string>) => Fragment
  /** Takes the lock of a name: no other transaction takes it before this one ends. */
  readonly named: (...name: ReadonlyArray<string>) => Effect.Effect<void, SqlError>
  /** A condition that is true in one transaction of all nodes at a time: the others find no rows. */
  readonly alone: (work: string) => Fragment
}

export const makeLocks = (sql: SqlClient.SqlClient): Locks =>
  sql.onDialectOrElse({
    sqlite: (): Locks => ({
      forUpdate: sql.literal(""),
      forUpdateOf: () => sql.literal(""),
      forShare: sql.literal(""),
      forUpdateSkipLocked: sql.literal(""),
      client: () => Effect.void,
      named: () => Effect.void,
      toAddFrom: () => sql.literal(""),
      alone: () => sql.literal("TRUE")
    }),
    orElse: (): Locks => {
      const lockNamed = namedStatement<{ readonly name: string }>(
        sql,
        (place) => sql`SELECT pg_advisory_xact_lock(hashtextextended(${place("name")}, 0))`,
        { isDeferred: true }
      )
      const lockClient = namedStatement<{ readonly clientId: string }>(
        sql,
        (place) => sql`SELECT id FROM clients WHERE id = ${place("clientId")} FOR UPDATE`,
        { isDeferred: true }
      )
      return {
        forUpdate: sql.literal("FOR UPDATE"),
        forUpdateOf: (table) => sql`FOR UPDATE OF ${sql(table)}`,
        forShare: sql.literal("FOR SHARE"),
        forUpdateSkipLocked: sql.literal("FOR UPDATE SKIP LOCKED"),
        // Deferred: the lock request is sent with the next statement, which PostgreSQL runs once the lock is held.
        client: (clientId) => Effect.asVoid(lockClient({ clientId })),
        named: (...name) => Effect.asVoid(lockNamed({ name: name.join("\n") })),
        toAddFrom: (...tables) => sql`FOR KEY SHARE OF ${sql.csv(tables.map((table) => sql`${sql(table)}`))}`,
        alone: (work) => sql`(SELECT pg_try_advisory_xact_lock(hashtext(${`partner-api ${work}`})))`
      }
    }
  })
