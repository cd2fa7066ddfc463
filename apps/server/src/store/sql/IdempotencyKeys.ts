/**
 * {@link IdempotencyStore} in a table. A row has the body of the answer, or its digest where an event has the body (`AnswerInEvent.ts` of the service).
 */
import { answerInProgress } from "@partner-api/domain/IdempotencyKey"
import { inBatches } from "@partner-api/service/services/Batches"
import { bodyFrom, digestOfBody } from "@partner-api/service/store/AnswerInEvent"
import {
  answersPerForgetting,
  answersPerPurge,
  IdempotencyStore,
  type KeyScope
} from "@partner-api/service/store/IdempotencyStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { isLockTimeout, orStoreError } from "./kit/Errors.ts"
import { indexedTable, jsonText, limitClause } from "./kit/Lists.ts"
import { namedStatement, type PlaceOf, ReadSql } from "./kit/Statements.ts"
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
        WHERE ${whereKey(read, place)} AND expires_at_ms > ${place("nowMs")}`
    )

    const insertKey = namedStatement<NewKey>(
      sql,
      (place) => sql`INSERT INTO idempotency_keys ${sql.insert({
        ...Record.fromIterableWith(keyNames, (name) => [name, place(name)]),
        ...encodeAnswer({ ...noAnswer, fingerprint: place("fingerprint") }),
        resource_id: null,
        expires_at_ms: place("expiresAtMs")
      })} ON CONFLICT (organization_id, client_id, method, path, key) DO UPDATE SET
        fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
        body = excluded.body, resource_id = excluded.resource_id, expires_at_ms = excluded.expires_at_ms,
        kept = NULL, event_after = NULL
        WHERE idempotency_keys.expires_at_ms <= ${place("nowMs")} RETURNING status`
    )

    // The unique key decides between transactions: a second one waits here for the first. The reservation overwrites an expired answer.
    const reserve: IdempotencyStore["Service"]["reserve"] = (scope, { fingerprint, nowMs, expiresAtMs }) =>
      orStoreError(
        Effect.map(
          insertKey({ ...columns(scope), fingerprint, nowMs, expiresAtMs }).pipe(
            Effect.catchIf(isLockTimeout, () => Effect.fail(answerInProgress))
          ),
          (rows) => rows.length > 0
        )
      )

    const updateAnswer = namedStatement<StoredAnswer>(
      sql,
      (place) =>
        sql`UPDATE idempotency_keys SET status = ${place("status")}, headers = ${place("headers")}, body = ${place("body")}, resource_id = ${place("resourceId")}
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
        event_after = COALESCE((SELECT sequence FROM journal_counters WHERE organization_id = ${place("organization_id")}), 0)
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

    const forgotten = (organizationId: string, resourceId: string) => sql`
      DELETE FROM idempotency_keys WHERE (organization_id, client_id, method, path, key) IN (
        SELECT organization_id, client_id, method, path, key
        FROM ${indexedTable(sql, "idempotency_keys", "idempotency_keys_resource")}
        WHERE organization_id = ${organizationId} AND resource_id = ${resourceId} ${limitClause(sql, answersPerForgetting)}
      ) RETURNING status`
    const forgetSome = (organizationId: string, resourceId: string) =>
      Effect.map(forgotten(organizationId, resourceId), ({ length }) => length)

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
      forgetSome: (organizationId, resourceId) => orStoreError(forgetSome(organizationId, resourceId)),
      forget: (organizationId, resourceId) =>
        orStoreError(inBatches(forgetSome(organizationId, resourceId), answersPerForgetting)),
      purge: (nowMs) => orStoreError(Effect.map(purge(nowMs), (rows) => rows.length))
    })
  })
)
