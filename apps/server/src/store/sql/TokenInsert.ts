/**
 * Inserts tokens, and counts the live tokens that their clients had before.
 *
 * Tokens that are requested at the same time are stored together. On SQLite they share a commit. On PostgreSQL they share an INSERT: while one runs, new
 * tokens wait for the next.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import type { NewToken } from "@partner-api/service/store/TokenStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import type { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Request from "effect/Request"
import * as RequestResolver from "effect/RequestResolver"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import { batchWaitMs } from "../postgres/PostgresLimits.ts"
import { makeLocks } from "./Locks.ts"
import { mustRunAlone, onlyNumber, prepared, type StatementValues } from "./PreparedStatement.ts"
import { onConflict } from "./SqlTransaction.ts"
import { orStoreError } from "./StoreError.ts"

/** Counts the live tokens of a client, which is a value or a column. The last value is the time. */
export const selectLiveCount = (sql: SqlClient, clientId: string | Fragment) => sql`
  SELECT count(*) FROM tokens t WHERE t.client_id = ${clientId} AND t.expires_at_ms > ${0}`

/** The columns of a token that is requested with a secret. */
const columns = "digest, client_id, is_primary, organization_id, expires_at_ms"

/** Inserts a token, and returns how many live ones its client had before, or `undefined` where nothing was inserted. */
type InsertCounting = (
  values: StatementValues,
  clientId: ClientId,
  nowMs: number
) => Effect.Effect<number | undefined, StoreError>

/**
 * Runs an INSERT of one token. PostgreSQL counts in the same statement; the count does not include the new row. SQLite counts before the INSERT, in the
 * same transaction.
 */
export const insertCounting = (
  sql: SqlClient,
  transaction: Transaction["Service"]
): ((insert: Fragment) => InsertCounting) =>
  sql.onDialectOrElse({
    sqlite: () => (insert: Fragment) => {
      const count = prepared(sql)(selectLiveCount(sql, "").compile()[0])
      const run = prepared(sql)(sql`${insert} RETURNING digest`.compile()[0])
      return (values, clientId, nowMs) =>
        Effect.flatMap(count([clientId, nowMs]), onlyNumber).pipe(
          Effect.flatMap((before) => Effect.map(run(values), ([row]) => (row === undefined ? undefined : before))),
          orStoreError,
          transaction
        )
    },
    orElse: () => (insert: Fragment) => {
      const count = selectLiveCount(sql, sql.literal("tokens.client_id"))
      const run = prepared(sql)(sql`${insert} RETURNING (${count})`.compile()[0])
      return (values, _clientId, nowMs) =>
        Effect.flatMap(run([...values, nowMs]), (rows) =>
          rows.length === 0 ? Effect.succeed(undefined) : onlyNumber(rows)
        ).pipe(orStoreError, Effect.retry(onConflict))
    }
  })

/** Inserts a token, and returns how many live ones its client had before, or `undefined` where its secret is revoked. */
type InsertToken = (token: NewToken, nowMs: number) => Effect.Effect<number | undefined, StoreError>

/** A token as the statements take it. */
const valuesOf = ({ clientId, digest, expiresAtMs, organizationId, primary, secretDigest }: NewToken) =>
  [digest, primary ? 1 : 0, organizationId ?? null, expiresAtMs, clientId, secretDigest] as const

/** Inserts each token by a statement of its own. The secret is looked up by the same statement: so a revoked secret revokes the token too. */
const insertOne = (sql: SqlClient, transaction: Transaction["Service"]): InsertToken => {
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

/** The maximum number of tokens in one statement. None is answered before all are stored. A batch of this size waits for no other. */
const batchSizeMax = 64

/** A token for a batch. Completes with `undefined` where the statement has left it out. */
class InsertRequest extends Request.Class<
  { readonly token: NewToken; readonly nowMs: number },
  number | undefined,
  SqlError | Schema.SchemaError
> {}

/** The digest of a token that was inserted, its client, and the live tokens that the client had before the statement. */
const InsertedRows = Schema.Array(Schema.Tuple([Schema.String, Schema.String, Schema.Int]))
const decodeRows = Schema.decodeUnknownEffect(InsertedRows)

/** How many live tokens there were before each token, by its digest: tokens of one client in a batch count one after the other. */
const countsBefore = (rows: typeof InsertedRows.Type): ReadonlyMap<string, number> => {
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
 * Inserts tokens by one statement. SKIP LOCKED leaves out a token whose client or secret is locked. A token with a revoked secret is left out too. Each of
 * these is then inserted by a statement of its own, which waits for the lock.
 */
const insertBatched = (sql: SqlClient, insertOne: InsertToken): InsertToken => {
  // The inner cast makes the driver send text. The tokens of each client are counted once.
  const run = prepared(sql)(
    sql`
    WITH added AS (
      INSERT INTO tokens (${sql.literal(columns)})
      SELECT requested ->> 0, live.client_id, CAST(requested ->> 1 AS INTEGER), requested ->> 2, CAST(requested ->> 3 AS BIGINT)
      FROM json_array_elements(CAST(CAST(${""} AS TEXT) AS JSON)) AS requested CROSS JOIN LATERAL (
        SELECT s.client_id FROM client_secrets s JOIN clients c ON c.id = s.client_id
        WHERE s.client_id = requested ->> 4 AND s.digest = requested ->> 5
          ${makeLocks(sql).toAddFrom("c", "s")} SKIP LOCKED
      ) AS live
      RETURNING digest, client_id
    ), counted AS (
      SELECT client_id, (${selectLiveCount(sql, sql.literal("clients.client_id"))}) AS before
      FROM (SELECT DISTINCT client_id FROM added) AS clients
    ) SELECT digest, client_id, before FROM added JOIN counted USING (client_id)`.compile()[0]
  )
  const insertAll = (requests: ReadonlyArray<InsertRequest>) => {
    const values = requests.map(({ token }) => valuesOf(token))
    // All of a batch came within moments: one time counts for all.
    const nowMs = Math.max(...requests.map(({ nowMs }) => nowMs))
    return Effect.map(Effect.flatMap(run([JSON.stringify(values), nowMs]), decodeRows), countsBefore)
  }

  /** Closed while a batch is inserted. */
  const idle = Latch.makeUnsafe(true)
  let running = 0
  const begin = Effect.sync(() => {
    running += 1
    idle.closeUnsafe()
  })
  const end = Effect.sync(() => {
    running -= 1
    if (running === 0) idle.openUnsafe()
  })
  const resolver = RequestResolver.make<InsertRequest>((entries) =>
    Effect.acquireUseRelease(
      begin,
      () =>
        Effect.map(insertAll(entries.map(({ request }) => request)), (counts) => {
          for (const { completeUnsafe, request } of entries) {
            completeUnsafe(Exit.succeed(counts.get(request.token.digest)))
          }
        }),
      () => end
    )
  ).pipe(
    RequestResolver.batchN(batchSizeMax),
    RequestResolver.setDelayEffect(
      // Yields once, so that requests of the same moment join the first batch.
      Effect.andThen(Effect.yieldNow, Effect.asVoid(Effect.timeoutOption(idle.await, batchWaitMs)))
    )
  )
  // Each request maps its failure, which logs it with its own id.
  const insertInBatch = (token: NewToken, nowMs: number) =>
    Effect.request(new InsertRequest({ token, nowMs }), resolver).pipe(orStoreError, Effect.retry(onConflict))
  return (token, nowMs) =>
    Effect.flatMap(mustRunAlone(sql), (mustRunAlone) =>
      Effect.flatMap(mustRunAlone ? Effect.succeed(undefined) : insertInBatch(token, nowMs), (before) =>
        before === undefined ? insertOne(token, nowMs) : Effect.succeed(before)
      )
    )
}

/** Inserts a token that is requested with a secret: by a statement of its own on SQLite, in batches on PostgreSQL. */
export const insertToken = (sql: SqlClient, transaction: Transaction["Service"]): InsertToken => {
  const one = insertOne(sql, transaction)
  return sql.onDialectOrElse({ sqlite: () => one, orElse: () => insertBatched(sql, one) })
}
