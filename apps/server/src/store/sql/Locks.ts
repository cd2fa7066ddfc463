/**
 * What a transaction does so that others do not change what it has read. SQLite has one writer at a time and needs nothing; PostgreSQL
 * has many, and is told.
 *
 * A client is locked before a secret, a grant or a token of it is revoked. Statements after the lock see all that was committed before it, so
 * none ends a parent without the child that was minted at that moment. What adds a token locks the rows that it is made from, so none is added
 * to a secret that has just ended.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { deferred } from "./PreparedStatement.ts"

export interface Locks {
  /** Ends a SELECT of a row that the transaction is about to change. */
  readonly forUpdate: Fragment
  /** The same for the rows of one table of several. */
  readonly forUpdateOf: (table: string) => Fragment
  /** Ends a SELECT of rows that are about to change. It leaves out those that others are about to change. */
  readonly forUpdateSkipLocked: Fragment
  /** Within a transaction: nobody else adds to or ends anything of a client before it ends. */
  readonly client: (clientId: ClientId) => Effect.Effect<void, SqlError>
  /**
   * Ends the SELECT of a statement that adds to a client. The rows of these tables are locked in this order, the client's first: what ends them locks
   * it first too, so that neither waits for the other in a circle. None of the rows ends before the statement does, and others may add meanwhile. A
   * row that has ended while the statement waited for it is not found.
   */
  readonly toAddFrom: (...tables: ReadonlyArray<string>) => Fragment
  /** Within a transaction: nobody else takes the lock of this name before it ends. */
  readonly named: (...name: ReadonlyArray<string>) => Effect.Effect<void, SqlError>
  /** A condition that holds for one transaction of all nodes at a time: the others find nothing to do. */
  readonly alone: (work: string) => Fragment
}

export const makeLocks = (sql: SqlClient): Locks =>
  sql.onDialectOrElse({
    sqlite: (): Locks => ({
      forUpdate: sql.literal(""),
      forUpdateOf: () => sql.literal(""),
      forUpdateSkipLocked: sql.literal(""),
      client: () => Effect.void,
      named: () => Effect.void,
      toAddFrom: () => sql.literal(""),
      alone: () => sql.literal("TRUE")
    }),
    orElse: (): Locks => {
      const lockNamed = deferred(sql)("SELECT pg_advisory_xact_lock(hashtextextended($1, 0))")
      return {
        forUpdate: sql.literal("FOR UPDATE"),
        forUpdateOf: (table) => sql`FOR UPDATE OF ${sql(table)}`,
        forUpdateSkipLocked: sql.literal("FOR UPDATE SKIP LOCKED"),
        client: (clientId) => Effect.asVoid(sql`SELECT id FROM clients WHERE id = ${clientId} FOR UPDATE`),
        // Deferred: the lock request is sent with the next statement, which PostgreSQL runs once the lock is held.
        named: (...name) => Effect.asVoid(lockNamed([name.join("\n")])),
        toAddFrom: (...tables) => sql`FOR KEY SHARE OF ${sql.csv(tables.map((table) => sql`${sql(table)}`))}`,
        alone: (work) => sql`(SELECT pg_try_advisory_xact_lock(hashtext(${`partner-api ${work}`})))`
      }
    }
  })
