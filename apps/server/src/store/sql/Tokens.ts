/**
 * {@link TokenStore} in a table. A token is read together with its client and its grant. An insert counts the live tokens that its client had before.
 *
 * Tokens that are requested at the same time are stored together. On SQLite they share a commit. On PostgreSQL they share an INSERT: while one runs, new
 * tokens wait for the next.
 */
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { TokenInfo } from "@partner-api/domain/Token"
import type { StoreError } from "@partner-api/service/store/StoreError"
import {
  type NewScopedToken,
  type NewToken,
  type ReplacingToken,
  tokensPerPurge,
  TokenStore
} from "@partner-api/service/store/TokenStore"
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Latch from "effect/Latch"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Request from "effect/Request"
import * as RequestResolver from "effect/RequestResolver"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orStoreError } from "./kit/Errors.ts"
import {
  mustRunAlone,
  namedStatement,
  onlyNumber,
  type PlaceOf,
  ReadSql,
  type StatementValue
} from "./kit/Statements.ts"
import { StoredPermissions } from "./kit/StoredValues.ts"
import { makeLocks, onConflict } from "./kit/Transactions.ts"
import { written } from "./kit/Writes.ts"
import { limitClause } from "./kit/Lists.ts"

/** The condition of a token that has ended with all of its client: it was issued under no mark, or under another one than the client has. */
const isEnded = (sql: SqlClient.SqlClient, token: "t" | "p") => sql`EXISTS (
  SELECT 1 FROM client_endings e WHERE e.client_id = ${sql(token)}.client_id AND e.mark IS DISTINCT FROM ${sql(token)}.mark)`

/** The mark of the client of a token that is issued. */
const markOf = (sql: SqlClient.SqlClient, client: "s" | "g") =>
  sql`(SELECT e.mark FROM client_endings e WHERE e.client_id = ${sql(client)}.client_id)`

/**
 * Counts the live tokens of a client. Client and time are values, or a column and a place. Where the tokens of the client have not ended, an index has the number.
 */
const selectLiveCount = (sql: SqlClient.SqlClient, clientId: string | Fragment, nowMs: string) => {
  const live = sql`SELECT count(*) FROM tokens t WHERE t.client_id = ${clientId} AND t.expires_at_ms > ${nowMs}`
  return sql`SELECT CASE WHEN EXISTS (SELECT 1 FROM client_endings c WHERE c.client_id = ${clientId})
    THEN (${live} AND NOT ${isEnded(sql, "t")}) ELSE (${live}) END`
}

/** The values of {@link selectLiveCount}. */
interface LiveCountValues {
  readonly clientId: ClientId
  readonly nowMs: number
}

const countLiveOn = (client: SqlClient.SqlClient) =>
  namedStatement<LiveCountValues>(client, (place) => selectLiveCount(client, place("clientId"), place("nowMs")))

/** The columns of a token that is requested with a secret. */
const columns = "digest, client_id, is_primary, organization_id, expires_at_ms, mark"

/** The values of the INSERT of a token. */
type TokenValues = Readonly<Record<string, StatementValue>>

/** Inserts a token, and returns how many live ones its client had before, or `undefined` where nothing was inserted. */
type InsertCounting<Values> = (values: Values & LiveCountValues) => Effect.Effect<number | undefined, StoreError>

/**
 * Runs an INSERT of one token. PostgreSQL counts in the same statement; the count does not include the new row. SQLite counts before the INSERT, in the
 * same transaction.
 */
const insertCounting = <Values extends TokenValues>(
  sql: SqlClient.SqlClient,
  transaction: Transaction["Service"],
  insert: (place: PlaceOf<keyof Values>) => Fragment
): InsertCounting<Values> =>
  sql.onDialectOrElse({
    sqlite: (): InsertCounting<Values> => {
      const count = countLiveOn(sql)
      const run = namedStatement<Values>(sql, (place) => sql`${insert(place)} RETURNING digest`)
      return (values) =>
        Effect.flatMap(count(values), onlyNumber).pipe(
          Effect.flatMap((before) => Effect.map(run(values), ([row]) => (row === undefined ? undefined : before))),
          orStoreError,
          transaction
        )
    },
    orElse: (): InsertCounting<Values> => {
      const run = namedStatement<Values & LiveCountValues>(sql, (place) => {
        const count = selectLiveCount(sql, sql.literal("tokens.client_id"), place("nowMs"))
        return sql`${insert(place)} RETURNING (${count})`
      })
      return (values) =>
        Effect.flatMap(run(values), (rows) => (rows.length === 0 ? Effect.succeed(undefined) : onlyNumber(rows))).pipe(
          orStoreError,
          Effect.retry(onConflict)
        )
    }
  })

/** Inserts a token, and returns how many live ones its client had before, or `undefined` where its secret is revoked. */
type InsertToken = (token: NewToken, nowMs: number) => Effect.Effect<number | undefined, StoreError>

/** The values of a token that is requested with a secret. */
const valuesOf = ({ clientId, digest, expiresAtMs, organizationId, primary, secretDigest }: NewToken) => ({
  digest,
  isPrimary: primary ? 1 : 0,
  organizationId: organizationId ?? null,
  expiresAtMs,
  clientId,
  secretDigest
})

/** Inserts each token by a statement of its own. The secret is looked up by the same statement: so a revoked secret revokes the token too. */
const insertOne = (sql: SqlClient.SqlClient, transaction: Transaction["Service"]): InsertToken => {
  const insert = insertCounting<ReturnType<typeof valuesOf>>(
    sql,
    transaction,
    (place) => sql`
    INSERT INTO tokens (${sql.literal(columns)})
    SELECT ${place("digest")}, s.client_id, ${place("isPrimary")}, ${place("organizationId")}, ${place("expiresAtMs")}, ${markOf(sql, "s")}
    FROM client_secrets s JOIN clients c ON c.id = s.client_id
    WHERE s.client_id = ${place("clientId")} AND s.digest = ${place("secretDigest")} ${makeLocks(sql).toAddFrom("c", "s")}`
  )
  return (token, nowMs) => insert({ ...valuesOf(token), nowMs })
}

/** The maximum number of tokens in one statement. None is answered before all are stored. A batch of this size waits for no other. */
const batchSizeMax = 64

/** The time that a batch waits for the one that runs. Then it runs on another session, so one that hangs does not stop the others. */
export const batchWaitMs = 1_000

/** A token for a batch. Completes with `undefined` where the statement has left it out. */
class InsertRequest extends Request.Class<
  { readonly token: NewToken; readonly nowMs: number },
  number | undefined,
  SqlError | Schema.SchemaError
> {}

/** The digest of a token that was inserted, its client, and the live tokens that the client had before the statement. */
const InsertedRows = Schema.Array(Schema.Tuple([Schema.String, Schema.String, Schema.Int]))
const decodeRows = Schema.decodeUnknownEffect(InsertedRows)

/** The number of live tokens before each token, by its digest: tokens of one client in a batch count one after the other. */
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

/** A token as an element of `requested` in the statement of a batch, which reads it by the positions in this array. */
const elementOf = (token: NewToken) => {
  const { clientId, digest, expiresAtMs, isPrimary, organizationId, secretDigest } = valuesOf(token)
  return [digest, isPrimary, organizationId, expiresAtMs, clientId, secretDigest]
}

/**
 * Inserts tokens by one statement. SKIP LOCKED leaves out a token whose client or secret is locked. A token with a revoked secret is left out too. Each of
 * these is then inserted by a statement of its own, which waits for the lock.
 */
const insertBatched = (sql: SqlClient.SqlClient, insertOne: InsertToken): InsertToken => {
  // The inner cast makes the driver send text. The tokens of each client are counted once.
  const run = namedStatement<{ readonly requested: string; readonly nowMs: number }>(
    sql,
    (place) => sql`
    WITH added AS (
      INSERT INTO tokens (${sql.literal(columns)})
      SELECT requested ->> 0, live.client_id, CAST(requested ->> 1 AS INTEGER), requested ->> 2, CAST(requested ->> 3 AS BIGINT), live.mark
      FROM json_array_elements(CAST(CAST(${place("requested")} AS TEXT) AS JSON)) AS requested CROSS JOIN LATERAL (
        SELECT s.client_id, ${markOf(sql, "s")} AS mark FROM client_secrets s JOIN clients c ON c.id = s.client_id
        WHERE s.client_id = requested ->> 4 AND s.digest = requested ->> 5
          ${makeLocks(sql).toAddFrom("c", "s")} SKIP LOCKED
      ) AS live
      RETURNING digest, client_id
    ), counted AS (
      SELECT client_id, (${selectLiveCount(sql, sql.literal("clients.client_id"), place("nowMs"))}) AS before
      FROM (SELECT DISTINCT client_id FROM added) AS clients
    ) SELECT digest, client_id, before FROM added JOIN counted USING (client_id)`
  )
  const insertAll = (requests: ReadonlyArray<InsertRequest>) => {
    const requested = JSON.stringify(requests.map(({ token }) => elementOf(token)))
    // All of a batch came within moments: one time counts for all.
    const nowMs = Math.max(...requests.map(({ nowMs }) => nowMs))
    return Effect.map(Effect.flatMap(run({ requested, nowMs }), decodeRows), countsBefore)
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
const insertToken = (sql: SqlClient.SqlClient, transaction: Transaction["Service"]): InsertToken => {
  const one = insertOne(sql, transaction)
  return sql.onDialectOrElse({ sqlite: () => one, orElse: () => insertBatched(sql, one) })
}

const encodePermissions = Schema.encodeSync(StoredPermissions)

const TokenRow = Schema.Struct({
  digest: Schema.String,
  client_id: ClientId,
  is_primary: Schema.BooleanFromBit,
  organization_id: Schema.NullOr(OrganizationId),
  narrowed_to: Schema.NullOr(StoredPermissions),
  expires_at_ms: Schema.Int,
  may_create_organizations: Schema.BooleanFromBit,
  permissions: Schema.NullOr(StoredPermissions),
  agency_id: Schema.NullOr(AgencyId)
})

const toInfo = (row: typeof TokenRow.Type): TokenInfo => ({
  tokenId: row.digest,
  clientId: row.client_id,
  expiresAtMs: row.expires_at_ms,
  primary: row.is_primary,
  organizationId: row.organization_id ?? undefined,
  granted: row.permissions ?? [],
  permissions: row.narrowed_to ?? undefined,
  agencyId: row.agency_id ?? undefined,
  mayCreateOrganizations: row.may_create_organizations
})

/** Deletes a batch of the tokens of a client that were minted with a token, by an index of their own. Returns a row for each. */
export const deleteDescendants = (sql: SqlClient.SqlClient, clientId: string, digest: string) => sql`
  DELETE FROM tokens WHERE digest IN (
    SELECT digest FROM tokens WHERE parent_digest = ${digest} AND client_id = ${clientId} ${limitClause(sql, tokensPerPurge)}
  ) RETURNING digest`

/** The values of a token that is minted with another one. */
type ScopedValues = Pick<NewScopedToken, "digest" | "expiresAtMs" | "parentId" | "clientId" | "organizationId"> & {
  readonly narrowedTo: string | null
}

const ClientEnding = Schema.Struct({ client_id: ClientId, mark: Schema.String })

const Ending = Schema.Struct({ digest: Schema.String, client_id: ClientId })

export const layer = Layer.effect(
  TokenStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const transaction = yield* Transaction

    const find = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: TokenRow,
      execute: (digest) => read`
        SELECT t.digest, t.client_id, t.is_primary, t.organization_id, t.narrowed_to, t.expires_at_ms,
               c.may_create_organizations, g.permissions, g.agency_id
        FROM tokens t JOIN clients c ON c.id = t.client_id
        LEFT JOIN grants g ON g.client_id = t.client_id AND g.organization_id = t.organization_id
        WHERE t.digest = ${digest} AND c.revoked_at IS NULL AND NOT ${isEnded(read, "t")}
          AND NOT EXISTS (SELECT 1 FROM token_endings e WHERE e.digest = t.parent_digest)`
    })

    const countLive = countLiveOn(read)

    const insert = insertToken(sql, transaction)

    // Grant and parent are looked up by the statement that adds the token: so what ends them ends the token too.
    const insertScoped = insertCounting<ScopedValues>(
      sql,
      transaction,
      (place) => sql`
      INSERT INTO tokens (digest, client_id, is_primary, organization_id, narrowed_to, parent_digest, expires_at_ms, mark)
      SELECT ${place("digest")}, g.client_id, 0, g.organization_id, ${place("narrowedTo")}, p.digest, ${place("expiresAtMs")}, ${markOf(sql, "g")}
      FROM grants g JOIN clients c ON c.id = g.client_id JOIN tokens p ON p.digest = ${place("parentId")}
      WHERE g.client_id = ${place("clientId")} AND g.organization_id = ${place("organizationId")} AND NOT ${isEnded(sql, "p")} ${locks.toAddFrom("c", "g", "p")}`
    )

    // Tokens of one kind live equally long: the one that expires first is the oldest. Those that are ended at the same moment are different ones.
    const endOldest = (
      { clientId, digest, expiresAtMs, organizationId, primary }: ReplacingToken,
      nowMs: number
    ) => sql`
      DELETE FROM tokens WHERE digest = (
        SELECT digest FROM tokens
        WHERE client_id = ${clientId} AND is_primary = ${primary ? 1 : 0}
          AND ${organizationId === undefined ? sql`organization_id IS NULL` : sql`organization_id = ${organizationId}`}
          AND expires_at_ms > ${nowMs} AND (expires_at_ms, digest) < (${expiresAtMs}, ${digest})
        ORDER BY expires_at_ms LIMIT 1 ${locks.forUpdateSkipLocked}
      ) RETURNING digest`

    /** Ends a token, and remembers it where it may have left others. */
    const revoke = Effect.fnUntraced(function* (clientId: ClientId, digest: string) {
      yield* locks.client(clientId)
      yield* written(sql, sql`DELETE FROM tokens WHERE digest = ${digest} AND client_id = ${clientId}`)
      const { length } = yield* deleteDescendants(sql, clientId, digest)
      if (length < tokensPerPurge) return
      yield* sql`INSERT INTO token_endings ${sql.insert({ digest, client_id: clientId })} ON CONFLICT DO NOTHING`
    })

    const endOfClient = (clientId: ClientId, mark: string) => sql`
      INSERT INTO client_endings ${sql.insert({ client_id: clientId, mark })}
      ON CONFLICT (client_id) DO UPDATE SET mark = excluded.mark`

    const purgeExpired = (nowMs: number) => sql`
      DELETE FROM tokens WHERE digest IN (
        SELECT digest FROM tokens WHERE expires_at_ms <= ${nowMs} ${limitClause(sql, tokensPerPurge)}
      ) AND ${locks.alone("purge tokens")} RETURNING digest`

    const ending = SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: Ending,
      execute: () => sql`SELECT digest, client_id FROM token_endings ORDER BY digest LIMIT 1`
    })
    /** Removes a batch of what one revoked token has left. The token is forgotten once nothing is left. */
    const purgeLeft = Effect.fnUntraced(function* ({ client_id, digest }: typeof Ending.Type) {
      const { length } = yield* deleteDescendants(sql, client_id, digest)
      if (length < tokensPerPurge) yield* sql`DELETE FROM token_endings WHERE digest = ${digest}`
      return length
    })

    const clientEnding = SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: ClientEnding,
      execute: () => sql`SELECT client_id, mark FROM client_endings ORDER BY client_id LIMIT 1`
    })
    /**
     * Removes a batch of the tokens that have ended with all of their client. The mark goes once none is left; a later mark stays. An issue that began before the
     * mark is done before the lock, or finds nothing to be issued from after it: so none outlives the mark.
     */
    const purgeEnded = Effect.fnUntraced(function* ({ client_id, mark }: typeof ClientEnding.Type) {
      yield* locks.client(client_id)
      const { length } = yield* sql`DELETE FROM tokens WHERE digest IN (
        SELECT t.digest FROM tokens t WHERE t.client_id = ${client_id} AND ${isEnded(sql, "t")} ${limitClause(sql, tokensPerPurge)}
      ) RETURNING digest`
      if (length < tokensPerPurge)
        yield* sql`DELETE FROM client_endings WHERE client_id = ${client_id} AND mark = ${mark}`
    })

    const purge = Effect.fnUntraced(function* (nowMs: number) {
      const ended = yield* clientEnding()
      if (Option.isSome(ended)) {
        yield* transaction(orStoreError(purgeEnded(ended.value)))
        return tokensPerPurge
      }
      const left = yield* ending()
      if (Option.isSome(left)) {
        yield* purgeLeft(left.value)
        // There may be more, of this token or of another one.
        return tokensPerPurge
      }
      return (yield* purgeExpired(nowMs)).length
    })

    return TokenStore.of({
      insert,
      insertScoped: ({ clientId, digest, expiresAtMs, organizationId, parentId, permissions }, nowMs) => {
        const narrowedTo = permissions === undefined ? null : encodePermissions(permissions)
        return insertScoped({ digest, narrowedTo, expiresAtMs, parentId, clientId, organizationId, nowMs })
      },
      find: (digest) => orStoreError(Effect.map(find(digest), Option.map(toInfo))),
      countLive: (clientId, nowMs) => orStoreError(Effect.flatMap(countLive({ clientId, nowMs }), onlyNumber)),
      endOldest: (newest, nowMs) => orStoreError(Effect.map(endOldest(newest, nowMs), (rows) => rows.length > 0)),
      revoke: (clientId, digest) => transaction(orStoreError(revoke(clientId, digest))),
      endOfClient: (clientId, mark) => orStoreError(Effect.asVoid(endOfClient(clientId, mark))),
      purge: (nowMs) => orStoreError(purge(nowMs))
    })
  })
)
