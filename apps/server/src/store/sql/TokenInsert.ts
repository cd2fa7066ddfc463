/**
 * Inserts tokens that are asked for with a secret, and counts the live tokens that the client had before.
 */
import type { NewToken } from "@partner-api/service/store/TokenStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import type { Transaction } from "@partner-api/service/store/Transaction"
import type { ClientId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { makeLocks } from "./Locks.ts"
import { onlyNumber, prepared, type StatementValues } from "./PreparedStatement.ts"
import { onConflict } from "./SqlTransaction.ts"
import { orStoreError } from "./StoreError.ts"

/** Counts the live tokens of a client; the values are its id and the time. */
export const countLive = (sql: SqlClient, clientId: string | Fragment) => sql`
  SELECT count(*) FROM tokens live WHERE live.client_id = ${clientId} AND live.expires_at_ms > ${0}`

/** The columns of a token that is asked for with a secret. */
const columns = "digest, client_id, is_primary, organization_id, expires_at_ms"

/** Inserts a token, and returns how many live ones its client had before, or `undefined` where nothing was inserted. */
type InsertCounting = (
  values: StatementValues,
  clientId: ClientId,
  nowMs: number
) => Effect.Effect<number | undefined, StoreError>

/**
 * Runs an INSERT of one token. On PostgreSQL the same statement counts, which does not see its own row. SQLite counts first, in the same transaction.
 */
export const insertCounting = (
  sql: SqlClient,
  transaction: Transaction["Service"]
): ((insert: Fragment) => InsertCounting) =>
  sql.onDialectOrElse({
    sqlite: () => (insert: Fragment) => {
      const count = prepared(sql)(countLive(sql, "").compile()[0])
      const run = prepared(sql)(sql`${insert} RETURNING digest`.compile()[0])
      return (values, clientId, nowMs) =>
        Effect.flatMap(count([clientId, nowMs]), onlyNumber).pipe(
          Effect.flatMap((before) => Effect.map(run(values), ([row]) => (row === undefined ? undefined : before))),
          orStoreError,
          transaction
        )
    },
    orElse: () => (insert: Fragment) => {
      const count = countLive(sql, sql.literal("tokens.client_id"))
      const run = prepared(sql)(sql`${insert} RETURNING (${count})`.compile()[0])
      return (values, _clientId, nowMs) =>
        Effect.flatMap(run([...values, nowMs]), (rows) =>
          rows.length === 0 ? Effect.succeed(undefined) : onlyNumber(rows)
        ).pipe(orStoreError, Effect.retry(onConflict))
    }
  })

/** Inserts a token, and returns how many live ones its client had before, or `undefined` where its secret has ended. */
type InsertToken = (token: NewToken, nowMs: number) => Effect.Effect<number | undefined, StoreError>

/** A token as the statements take it. */
const valuesOf = ({ clientId, digest, expiresAtMs, organizationId, primary, secretDigest }: NewToken) =>
  [digest, primary ? 1 : 0, organizationId ?? null, expiresAtMs, clientId, secretDigest] as const

/** Inserts each token by a statement of its own. The secret is looked up by the same statement: so a revoked secret revokes the token too. */
export const insertToken = (sql: SqlClient, transaction: Transaction["Service"]): InsertToken => {
  const insert = insertCounting(
    sql,
    transaction
  )(sql`
    INSERT INTO tokens (${sql.literal(columns)})
    SELECT ${""}, s.client_id, ${0}, ${null}, ${0}
    FROM client_secrets s JOIN clients c ON c.id = s.client_id
    WHERE s.client_id = ${""} AND s.digest = ${""} ${makeLocks(sql).toAddFrom("c", "s")}`)
  return (token, nowMs) => insert(valuesOf(token), token.clientId, nowMs)
}
