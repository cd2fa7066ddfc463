/**
 * {@link IdempotencyStore} in a table.
 */
import { answerInProgress } from "@partner-api/domain/IdempotencyKey"
import { bodyFrom, digestOfBody } from "@partner-api/service/store/AnswerInEvent"
import { answersPerPurge, IdempotencyStore, type KeyScope } from "@partner-api/service/store/IdempotencyStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { isLockTimeout, orStoreError } from "./kit/Errors.ts"
import { indexedTable, jsonText } from "./kit/Lists.ts"
import { deferred, ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"

const Headers = Schema.Record(Schema.String, Schema.String)

/** What is kept of an answer whose body is in an event. */
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

const decodeHeaders = Schema.decodeEffect(Schema.fromJsonString(Headers))
const encodeKept = Schema.encodeSync(Kept)

const AnswerRow = Schema.Struct({
  fingerprint: Schema.String,
  status: Schema.Int,
  headers: Schema.fromJsonString(Headers),
  body: Schema.String
})

const encodeAnswer = Schema.encodeSync(AnswerRow)

/** The columns of a key, in the order of their values. */
const keyColumns = { organization_id: "", client_id: "", method: "", path: "", key: "" }

/** What stands under a reserved key until its answer is stored: no other transaction sees it. */
const noAnswer = { status: 0, headers: {}, body: "" }

const columns = (scope: KeyScope) => ({
  ...keyColumns,
  organization_id: scope.organizationId ?? "",
  client_id: scope.callerId,
  method: scope.method,
  path: scope.path,
  key: scope.key
})

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const whereKey = (client: SqlClient.SqlClient, key: typeof keyColumns) =>
      client.and(Object.entries(key).map(([name, value]) => client`${client(name)} = ${value}`))

    const find = (scope: KeyScope, nowMs: number) =>
      SqlSchema.findOneOption({
        Request: Schema.Void,
        Result: FoundRow,
        execute: () => read`
          SELECT fingerprint, status, headers, body, resource_id AS "resourceId", kept, event_after AS "eventAfter"
          FROM idempotency_keys
          WHERE ${whereKey(read, columns(scope))} AND expires_at_ms > ${nowMs}`
      })()

    // The unique key decides between transactions: a second one waits here for the first to end. An expired answer gives way.
    const reserve: IdempotencyStore["Service"]["reserve"] = (scope, { fingerprint, nowMs, expiresAtMs }) =>
      orStoreError(
        Effect.map(
          sql`INSERT INTO idempotency_keys ${sql.insert({
            ...columns(scope),
            ...encodeAnswer({ fingerprint, ...noAnswer }),
            resource_id: null,
            expires_at_ms: expiresAtMs
          })} ON CONFLICT (organization_id, client_id, method, path, key) DO UPDATE SET
            fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
            body = excluded.body, resource_id = excluded.resource_id, expires_at_ms = excluded.expires_at_ms,
            kept = NULL, event_after = NULL
            WHERE idempotency_keys.expires_at_ms <= ${nowMs} RETURNING status`.pipe(
            Effect.catchIf(isLockTimeout, () => Effect.fail(answerInProgress))
          ),
          (rows) => rows.length > 0
        )
      )

    const updateAnswer = deferred(sql)(
      sql`UPDATE idempotency_keys SET status = ${0}, headers = ${""}, body = ${""}, resource_id = ${""}
        WHERE ${whereKey(sql, keyColumns)}`.compile()[0]
    )
    const complete: IdempotencyStore["Service"]["complete"] = (scope, answer, resourceId) => {
      const { body, headers, status } = encodeAnswer({ fingerprint: "", ...answer })
      const values = [status, headers, body, resourceId ?? null, ...Object.values(columns(scope))]
      return orStoreError(Effect.asVoid(updateAnswer(values)))
    }

    const updateFromEvent = deferred(sql)(
      sql`UPDATE idempotency_keys SET status = ${0}, headers = ${""}, kept = ${""}, resource_id = ${""},
        event_after = COALESCE((SELECT sequence FROM journal_counters WHERE organization_id = ${""}), 0)
        WHERE ${whereKey(sql, keyColumns)}`.compile()[0]
    )
    const completeFromEvent: IdempotencyStore["Service"]["completeFromEvent"] = (scope, answer, resourceId) => {
      const kept = encodeKept({ headers: answer.headers, digest: digestOfBody(answer.body) })
      const values = [answer.status, "", kept, resourceId, scope.organizationId, ...Object.values(columns(scope))]
      return orStoreError(Effect.asVoid(updateFromEvent(values)))
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

    /** An answer with its body. */
    const answerOf = Effect.fnUntraced(function* (
      { organizationId = "" }: { readonly organizationId: string | undefined },
      { body, eventAfter, fingerprint, headers, kept, resourceId, status }: typeof FoundRow.Type
    ) {
      if (kept === null) return { fingerprint, status, headers: yield* decodeHeaders(headers), body }
      const event = yield* eventOf({ organizationId, resourceId: resourceId ?? "", after: eventAfter ?? 0 })
      const found = Option.getOrUndefined(Option.map(event, ({ json }) => json))
      return { fingerprint, status, headers: kept.headers, body: yield* bodyFrom(found, kept.digest) }
    })

    const purge = (nowMs: number) => sql`
      DELETE FROM idempotency_keys WHERE (organization_id, client_id, method, path, key) IN (
        SELECT organization_id, client_id, method, path, key FROM idempotency_keys
        WHERE expires_at_ms <= ${nowMs} LIMIT ${answersPerPurge}
      ) AND ${locks.alone("purge answers")} RETURNING status`

    return IdempotencyStore.of({
      find: (scope, nowMs) =>
        orStoreError(
          Effect.flatMap(
            find(scope, nowMs),
            Option.match({
              onNone: () => Effect.succeed(Option.none()),
              onSome: (row) => Effect.asSome(answerOf(scope, row))
            })
          )
        ),
      reserve,
      complete,
      completeFromEvent,
      forget: (organizationId, resourceId) =>
        orStoreError(
          Effect.asVoid(
            sql`DELETE FROM ${indexedTable(sql, "idempotency_keys", "idempotency_keys_resource")} WHERE organization_id = ${organizationId} AND resource_id = ${resourceId}`
          )
        ),
      purge: (nowMs) => orStoreError(Effect.map(purge(nowMs), (rows) => rows.length))
    })
  })
)
