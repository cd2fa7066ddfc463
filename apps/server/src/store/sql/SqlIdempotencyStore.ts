/**
 * {@link IdempotencyStore} in a table.
 */
import { answersPerPurge, IdempotencyStore, type KeyScope } from "@partner-api/service/store/IdempotencyStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

const AnswerRow = Schema.Struct({
  fingerprint: Schema.String,
  status: Schema.Int,
  headers: Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)),
  body: Schema.String
})

const encodeAnswer = Schema.encodeSync(AnswerRow)

export const layer = Layer.effect(
  IdempotencyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const columns = (scope: KeyScope) => ({
      organization_id: scope.organizationId ?? "",
      client_id: scope.clientId,
      method: scope.method,
      path: scope.path,
      key: scope.key
    })

    const find = (scope: KeyScope, nowMs: number) =>
      SqlSchema.findOneOption({
        Request: Schema.Void,
        Result: AnswerRow,
        execute: () => read`
          SELECT fingerprint, status, headers, body FROM idempotency_keys
          WHERE ${read.and(Object.entries(columns(scope)).map(([name, value]) => read`${read(name)} = ${value}`))}
            AND expires_at_ms > ${nowMs}`
      })()

    const insert: IdempotencyStore["Service"]["insert"] = (scope, answer, { resourceId, expiresAtMs }) =>
      orStoreError(
        Effect.asVoid(sql`INSERT INTO idempotency_keys ${sql.insert({
          ...columns(scope),
          ...encodeAnswer(answer),
          resource_id: resourceId ?? null,
          expires_at_ms: expiresAtMs
        })} ON CONFLICT (organization_id, client_id, method, path, key) DO UPDATE SET
          fingerprint = excluded.fingerprint, status = excluded.status, headers = excluded.headers,
          body = excluded.body, resource_id = excluded.resource_id, expires_at_ms = excluded.expires_at_ms`)
      )

    const purge = (nowMs: number) => sql`
      DELETE FROM idempotency_keys WHERE (organization_id, client_id, method, path, key) IN (
        SELECT organization_id, client_id, method, path, key FROM idempotency_keys
        WHERE expires_at_ms <= ${nowMs} LIMIT ${answersPerPurge}
      ) RETURNING status`

    return IdempotencyStore.of({
      find: (scope, nowMs) => orStoreError(find(scope, nowMs)),
      insert,
      forget: (organizationId, resourceId) =>
        orStoreError(
          Effect.asVoid(
            sql`DELETE FROM idempotency_keys WHERE organization_id = ${organizationId} AND resource_id = ${resourceId}`
          )
        ),
      purge: (nowMs) => orStoreError(Effect.map(purge(nowMs), (rows) => rows.length))
    })
  })
)
