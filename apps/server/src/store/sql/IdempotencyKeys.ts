/**
 * {@link IdempotencyStore} in a table. A row has the body of the answer, or its digest where an event has the body (`AnswerInEvent.ts` of the service).
 */
import type { IdempotencyInProgress } from "@partner-api/domain/Errors"
import { answerInProgress } from "@partner-api/domain/IdempotencyKey"
import { OrganizationId } from "@partner-api/domain/Ids"
import { inBatches } from "@partner-api/service/services/Batches"
import { bodyFrom, digestOfBody } from "@partner-api/service/store/AnswerInEvent"
import {
  answerBytesPerForgetting,
  answersPerForgetting,
  answersPerPurge,
  type ForgottenAnswers,
  IdempotencyStore,
  type KeyScope,
  marksPerLook
} from "@partner-api/service/store/IdempotencyStore"
import type { StoreError } from "@partner-api/service/store/StoreError"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { isLockTimeout, isUndone, orStoreError } from "./kit/Errors.ts"
import { indexedTable, jsonText, limitClause } from "./kit/Lists.ts"
import { laterStatement, namedStatement, type PlaceOf, ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { firstNamedRow } from "./kit/Rows.ts"

const Headers = Schema.Record(Schema.String, Schema.String)

/** The column `kept` of an answer whose body is in an event. */
const Kept = Schema.fromJsonString(Schema.Struct({ headers: Headers, digest: Schema.String }))

const FoundRow = Schema.Struct({
  fingerprint: Schema.String,
  status: Schema.Int,
  headers: Schema.String,
  body: Schema.String,
  resourceId: Schema.NullOr(Schema.String),
  kept: Schema.NullOr(Kept),
  eventAfter: Schema.NullOr(Schema.Int)
})
const foundRow = firstNamedRow(FoundRow)

const decodeHeaders = Schema.decodeEffect(Schema.fromJsonString(Headers))
const encodeKept = Schema.encodeSync(Kept)

const AnswerRow = Schema.Struct({
  fingerprint: Schema.String,
  status: Schema.Int,
  headers: Schema.fromJsonString(Headers),
  body: Schema.String
})

const encodeAnswer = Schema.encodeSync(AnswerRow)

const MarkRow = Schema.Struct({ organization_id: OrganizationId, resource_id: Schema.String, mark: Schema.String })

/** The answer of a reserved key until the write stores its own. No other transaction reads it. */
const noAnswer = { status: 0, headers: {}, body: "" }

/** The columns of a key. */
interface KeyColumns {
  readonly organization_id: string
  readonly client_id: string
  readonly method: string
  readonly path: string
  readonly key: string
}

const columns = (scope: KeyScope): KeyColumns => ({
  organization_id: scope.organizationId ?? "",
  client_id: scope.callerId,
  method: scope.method,
  path: scope.path,
  key: scope.key
})

const keyNames = Struct.keys({
  organization_id: true,
  client_id: true,
  method: true,
  path: true,
  key: true
} satisfies Record<keyof KeyColumns, true>)

/** The columns that identify an answer within its organization. */
const keyInOrganization = keyNames.filter((name) => name !== "organization_id")

/** The condition of an answer that the mark of its resource forgets: it was stored under no mark, or under another one. */
const isForgotten = (sql: SqlClient.SqlClient) => sql`EXISTS (
  SELECT 1 FROM forgotten_answers f
  WHERE f.organization_id = idempotency_keys.organization_id AND f.resource_id = idempotency_keys.resource_id
    AND f.mark IS DISTINCT FROM idempotency_keys.mark)`

/** The condition of the rows of a resource. Both are values, or their places in a named statement. */
const ofResource = (sql: SqlClient.SqlClient, organizationId: string, resourceId: string) =>
  sql`organization_id = ${organizationId} AND resource_id = ${resourceId}`

/** The mark of a resource; none where nothing of it is forgotten. */
const markOf = (sql: SqlClient.SqlClient, organizationId: string, resourceId: string) =>
  sql`(SELECT mark FROM forgotten_answers WHERE ${ofResource(sql, organizationId, resourceId)})`

/** The condition of the row of a key. */
const whereKey = (sql: SqlClient.SqlClient, place: PlaceOf<keyof KeyColumns>) =>
  sql.and(keyNames.map((name) => sql`${sql(name)} = ${place(name)}`))

/** The values of the statement that reserves a key. */
interface NewKey extends KeyColumns {
  readonly fingerprint: string
  readonly nowMs: number
  readonly expiresAtMs: number
}

/** The values of a statement that stores an answer under a key. */
interface StoredAnswer extends KeyColumns {
  readonly status: number
  readonly headers: string
  readonly body: string
  readonly resourceId: string | null
}

/** The values of a statement that stores an answer whose body is in an event. */
interface KeptAnswer extends KeyColumns {
  readonly status: number
  readonly kept: string
  readonly resourceId: string
}

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const find = namedStatement<KeyColumns & { readonly nowMs: number }>(
      read,
      (place) => read`
        SELECT fingerprint, status, headers, body, resource_id, kept, event_after FROM idempotency_keys
        WHERE ${whereKey(read, place)} AND expires_at_ms > ${place("nowMs")} AND NOT ${isForgotten(read)}`
    )

    const insertKey = laterStatement<NewKey>(
      sql,
      (place) => sql`INSERT INTO idempotency_keys ${sql.insert({
        ...Record.fromIterableWith(keyNames, (name) => [name, place(name)]),
        ...encodeAnswer({ ...noAnswer, fingerprint: place("fingerprint") }),
        resource_id: null,
        expires_at_ms: place("expiresAtMs")
      })} ON CONFLICT (organization_id, client_id, method, path, key) DO UPDATE SET
        fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, resource_id = excluded.resource_id, expires_at_ms = excluded.expires_at_ms,
        kept = NULL, event_after = NULL, mark = NULL
        WHERE idempotency_keys.expires_at_ms <= ${place("nowMs")} RETURNING status`
    )

    const removeForgottenKey = namedStatement<KeyColumns>(
      sql,
      (place) =>
        sql`DELETE FROM idempotency_keys WHERE ${whereKey(sql, place)} AND ${isForgotten(sql)} RETURNING status`
    )

    // The unique key decides between transactions: a second one waits here for the first. The reservation overwrites an expired answer. Whether one is forgotten,
    // another statement decides: this one may have waited, and would compare an answer of the other transaction with the mark from before it.
    const reserve: IdempotencyStore["Service"]["reserve"] = (scope, { fingerprint, nowMs, expiresAtMs }) => {
      const key = columns(scope)
      const insert = insertKey({ ...key, fingerprint, nowMs, expiresAtMs })
      const again = Effect.flatMap(removeForgottenKey(key), ({ length }) =>
        length > 0 ? Effect.map(Effect.flatten(insert), (rows) => rows.length > 0) : Effect.succeed(false)
      )
      return orStoreError(
        Effect.map(insert, (rows) =>
          // Eager: rows that are there need no further step.
          rows.pipe(
            Effect.flatMapEager(({ length }) => (length > 0 ? Effect.succeed(true) : again)),
            Effect.catchEager((error): Effect.Effect<boolean, IdempotencyInProgress | StoreError> => {
              // A failure of the write has ended the transaction before it is known whose the key is. That failure counts: after a conflict, all runs again.
              if (isUndone(error)) return Effect.succeed(true)
              return isLockTimeout(error) ? Effect.fail(answerInProgress) : orStoreError(Effect.fail(error))
            })
          )
        )
      )
    }

    const updateAnswer = namedStatement<StoredAnswer>(
      sql,
      (place) =>
        sql`UPDATE idempotency_keys SET status = ${place("status")}, headers = ${place("headers")}, body = ${place("body")}, resource_id = ${place("resourceId")},
        mark = ${markOf(sql, place("organization_id"), place("resourceId"))}
        WHERE ${whereKey(sql, place)}`,
      { isDeferred: true }
    )
    const complete: IdempotencyStore["Service"]["complete"] = (scope, answer, resourceId) => {
      const { body, headers, status } = encodeAnswer({ fingerprint: "", ...answer })
      return orStoreError(
        Effect.asVoid(updateAnswer({ ...columns(scope), status, headers, body, resourceId: resourceId ?? null }))
      )
    }

    const updateFromEvent = namedStatement<KeptAnswer>(
      sql,
      (place) =>
        sql`UPDATE idempotency_keys SET status = ${place("status")}, headers = ${""}, kept = ${place("kept")}, resource_id = ${place("resourceId")},
        event_after = COALESCE((SELECT sequence FROM journal_counters WHERE organization_id = ${place("organization_id")}), 0),
        mark = ${markOf(sql, place("organization_id"), place("resourceId"))}
        WHERE ${whereKey(sql, place)}`,
      { isDeferred: true }
    )
    const completeFromEvent: IdempotencyStore["Service"]["completeFromEvent"] = (scope, answer, resourceId) => {
      const kept = encodeKept({ headers: answer.headers, digest: digestOfBody(answer.body) })
      return orStoreError(
        Effect.asVoid(updateFromEvent({ ...columns(scope), status: answer.status, kept, resourceId }))
      )
    }

    const eventOf = SqlSchema.findOneOption({
      Request: Schema.Struct({ organizationId: Schema.String, resourceId: Schema.String, after: Schema.Int }),
      Result: Schema.Struct({ json: Schema.String }),
      execute: ({ after, organizationId, resourceId }) => read`
        SELECT json FROM events WHERE organization_id = ${organizationId} AND sequence = (
          SELECT min(sequence) FROM ${indexedTable(read, "journal", "journal_resource")}
          WHERE organization_id = ${organizationId} AND ${jsonText(read, "resource_id")} = ${resourceId}
            AND sequence > ${after})`
    })

    /** The answer of a row, with the body from the row or from its event. */
    const answerOf = Effect.fnUntraced(function* (
      { organizationId = "" }: { readonly organizationId: string | undefined },
      { body, eventAfter, fingerprint, headers, kept, resourceId, status }: typeof FoundRow.Type
    ) {
      if (kept === null) return { fingerprint, status, headers: yield* decodeHeaders(headers), body }
      const event = yield* eventOf({ organizationId, resourceId: resourceId ?? "", after: eventAfter ?? 0 })
      const found = Option.getOrUndefined(Option.map(event, ({ json }) => json))
      return { fingerprint, status, headers: kept.headers, body: yield* bodyFrom(found, kept.digest) }
    })

    /** Removes one batch of the answers of a resource that meet a condition: {@link answersPerForgetting} at most, and none after the one that fills it. */
    const removeSome = (organizationId: string, resourceId: string, condition: Fragment) => {
      const key = sql.csv(keyNames.map((name) => sql`${sql(name)}`))
      const size = sql`octet_length(body)`
      return Effect.map(
        sql`
        DELETE FROM idempotency_keys WHERE (${key}) IN (
          SELECT ${key} FROM (
            SELECT ${key}, SUM(bytes) OVER (ORDER BY ${key} ROWS UNBOUNDED PRECEDING) - bytes AS bytes_before FROM (
              SELECT ${key}, ${size} AS bytes FROM ${indexedTable(sql, "idempotency_keys", "idempotency_keys_resource")}
              WHERE ${ofResource(sql, organizationId, resourceId)} AND ${condition}
              ${limitClause(sql, answersPerForgetting)}
            ) AS first_ones
          ) AS counted WHERE bytes_before < ${answerBytesPerForgetting}
        ) RETURNING status`,
        ({ length }) => length
      )
    }
    const forgetSome = (organizationId: string, resourceId: string) =>
      removeSome(organizationId, resourceId, sql.literal("1 = 1"))

    const insertMark = ({ mark, organizationId, resourceId }: ForgottenAnswers) => sql`
      INSERT INTO forgotten_answers ${sql.insert({ organization_id: organizationId, resource_id: resourceId, mark })}
      ON CONFLICT (organization_id, resource_id) DO UPDATE SET mark = excluded.mark`
    const selectMarks = SqlSchema.findAll({
      Request: Schema.Void,
      Result: MarkRow,
      execute: () => sql`SELECT organization_id, resource_id, mark FROM forgotten_answers
        ORDER BY organization_id, resource_id ${limitClause(sql, marksPerLook)}`
    })
    // An index has the answers that stay: SQLite would read an answer of a megabyte up to its mark, which is behind its body.
    const removeForgotten = (organizationId: string, resourceId: string) => {
      const key = sql.csv(keyInOrganization.map((name) => sql`${sql(name)}`))
      const mark = markOf(sql, organizationId, resourceId)
      return removeSome(
        organizationId,
        resourceId,
        sql`${mark} IS NOT NULL
        AND (${key}) NOT IN (SELECT ${key} FROM ${indexedTable(sql, "idempotency_keys", "idempotency_keys_mark")}
          WHERE ${ofResource(sql, organizationId, resourceId)} AND mark = ${mark})`
      )
    }
    const removeMark = ({ mark, organizationId, resourceId }: ForgottenAnswers) => sql`
      DELETE FROM forgotten_answers
      WHERE ${ofResource(sql, organizationId, resourceId)} AND mark = ${mark}`

    const purge = (nowMs: number) => sql`
      DELETE FROM idempotency_keys WHERE (organization_id, client_id, method, path, key) IN (
        SELECT organization_id, client_id, method, path, key FROM idempotency_keys
        WHERE expires_at_ms <= ${nowMs} ${limitClause(sql, answersPerPurge)}
      ) AND ${locks.alone("purge answers")} RETURNING status`

    return IdempotencyStore.of({
      find: (scope, nowMs) =>
        orStoreError(
          Effect.flatMap(
            foundRow(find({ ...columns(scope), nowMs })),
            Option.match({
              onNone: () => Effect.succeed(Option.none()),
              onSome: (row) => Effect.asSome(answerOf(scope, row))
            })
          )
        ),
      reserve,
      complete,
      completeFromEvent,
      forgetLater: (forgotten) => orStoreError(Effect.asVoid(insertMark(forgotten))),
      forgotten: orStoreError(
        Effect.map(selectMarks(), (rows) =>
          rows.map(({ mark, organization_id, resource_id }) => ({
            organizationId: organization_id,
            resourceId: resource_id,
            mark
          }))
        )
      ),
      removeForgotten: (organizationId, resourceId) => orStoreError(removeForgotten(organizationId, resourceId)),
      removeMark: (forgotten) => orStoreError(Effect.asVoid(removeMark(forgotten))),
      forgetSome: (organizationId, resourceId) => orStoreError(forgetSome(organizationId, resourceId)),
      forget: (organizationId, resourceId) => orStoreError(inBatches(forgetSome(organizationId, resourceId), 1)),
      purge: (nowMs) => orStoreError(Effect.map(purge(nowMs), (rows) => rows.length))
    })
  })
)
