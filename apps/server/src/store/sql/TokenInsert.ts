/**
 * Inserts tokens that are asked for with a secret, and counts the live tokens that the client had before.
 *
 * Tokens that come together become durable together. On SQLite they share a commit. On PostgreSQL they share a statement: while one is under way, the
 * tokens that come wait for the next.
 */
import type { NewToken } from "@partner-api/service/store/TokenStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import type { Transaction } from "@partner-api/service/store/Transaction"
import type { ClientId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Request from "effect/Request"
import * as RequestResolver from "effect/RequestResolver"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { makeLocks } from "./Locks.ts"
import { isAlone, onlyNumber, prepared, type StatementValues } from "./PreparedStatement.ts"
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
const insertAlone = (sql: SqlClient, transaction: Transaction["Service"]): InsertToken => {
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

/** The maximum number of tokens in one statement. The first of them waits for all the others. */
const togetherMax = 64

/** How long tokens wait for the statement under way, which takes milliseconds. Where it hangs, the next one gets another session. */
const turnWaitMs = 1_000

/** A token that may share a statement. Completes with `undefined` where the statement did not insert it. */
class SharedInsert extends Request.Class<
  { readonly token: NewToken; readonly nowMs: number },
  number | undefined,
  StoreError
> {}

/** What the statement returns of each token, in the order in which it inserted them: the digest, the client, and its live tokens before the statement. */
const InsertedRows = Schema.Array(Schema.Tuple([Schema.String, Schema.String, Schema.Int]))
const decodeRows = Schema.decodeUnknownEffect(InsertedRows)

/** How many live tokens there were before each token, by its digest. The count of the statement does not include those that it inserted itself. */
const toCounts = (rows: typeof InsertedRows.Type): ReadonlyMap<string, number> => {
  const inserted = new Map<string, number>()
  return new Map(
    rows.map(([digest, clientId, before]) => {
      const earlier = inserted.get(clientId) ?? 0
      inserted.set(clientId, earlier + 1)
      return [digest, before + earlier]
    })
  )
}

/**
 * Inserts tokens together. The statement waits for no lock: it leaves out a token whose client or secret is locked, and one whose secret has ended. What
 * is left out is inserted alone, and waits there.
 */
const insertTogether = (sql: SqlClient, alone: InsertToken): InsertToken => {
  const run = prepared(sql)(
    sql`
    INSERT INTO tokens (${sql.literal(columns)})
    SELECT asked ->> 0, live.client_id, CAST(asked ->> 1 AS INTEGER), asked ->> 2, CAST(asked ->> 3 AS BIGINT)
    FROM json_array_elements(CAST(CAST(${""} AS TEXT) AS JSON)) AS asked CROSS JOIN LATERAL (
      SELECT s.client_id FROM client_secrets s JOIN clients c ON c.id = s.client_id
      WHERE s.client_id = asked ->> 4 AND s.digest = asked ->> 5 ${makeLocks(sql).toAddFrom("c", "s")} SKIP LOCKED
    ) AS live
    RETURNING digest, client_id, (${countLive(sql, sql.literal("tokens.client_id"))})`.compile()[0]
  )
  const insertAll = (requests: ReadonlyArray<SharedInsert>) => {
    const values = requests.map(({ token }) => valuesOf(token))
    const nowMs = Math.max(...requests.map(({ nowMs }) => nowMs))
    return Effect.flatMap(run([JSON.stringify(values), nowMs]), decodeRows).pipe(
      orStoreError,
      Effect.retry(onConflict),
      Effect.map(toCounts)
    )
  }

  /** Open while no statement is under way. */
  const turn = Latch.makeUnsafe(true)
  const resolver = RequestResolver.make<SharedInsert>((entries) =>
    Effect.acquireUseRelease(
      turn.close,
      () =>
        Effect.map(insertAll(entries.map(({ request }) => request)), (inserted) => {
          for (const { completeUnsafe, request } of entries) {
            completeUnsafe(Exit.succeed(inserted.get(request.token.digest)))
          }
        }),
      () => turn.open
    )
  ).pipe(
    RequestResolver.batchN(togetherMax),
    RequestResolver.setDelayEffect(
      // Those that come at one moment are together from the first.
      Effect.andThen(Effect.yieldNow, Effect.ignore(Effect.timeoutOption(turn.await, turnWaitMs)))
    )
  )
  return (token, nowMs) =>
    Effect.flatMap(isAlone(sql), (isAlone) =>
      isAlone
        ? alone(token, nowMs)
        : Effect.flatMap(Effect.request(new SharedInsert({ token, nowMs }), resolver), (before) =>
            before === undefined ? alone(token, nowMs) : Effect.succeed(before)
          )
    )
}

/** How tokens are inserted that are asked for with a secret. */
export const insertToken = (sql: SqlClient, transaction: Transaction["Service"]): InsertToken => {
  const alone = insertAlone(sql, transaction)
  return sql.onDialectOrElse({ sqlite: () => alone, orElse: () => insertTogether(sql, alone) })
}
