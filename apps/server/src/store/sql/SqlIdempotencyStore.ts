/**
 * {@link IdempotencyStore} in a table.
 */
import { answersPerPurge, IdempotencyStore, type KeyScope } from "@partner-api/service/store/IdempotencyStore"
import { answerInProgress } from "@partner-api/domain/IdempotencyKey"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { isLockTimeout } from "../postgres/PostgresState.ts"
import { makeLocks } from "./Locks.ts"
import { indexedTable } from "./IndexedTable.ts"
import { deferred } from "./PreparedStatement.ts"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

const AnswerRow = Schema.Struct({
  fingerprint: Schema.String,
  status: Schema.Int,
  headers: Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)),
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
        Result: AnswerRow,
        execute: () => read`
          SELECT fingerprint, status, headers, body FROM idempotency_keys
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
            body = excluded.body, resource_id = excluded.resource_id, expires_at_ms = excluded.expires_at_ms
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

    const purge = (nowMs: number) => sql`
      DELETE FROM idempotency_keys WHERE (organization_id, client_id, method, path, key) IN (
        SELECT organization_id, client_id, method, path, key FROM idempotency_keys
        WHERE expires_at_ms <= ${nowMs} LIMIT ${answersPerPurge}
      ) AND ${locks.alone("purge answers")} RETURNING status`

    return IdempotencyStore.of({
      find: (scope, nowMs) => orStoreError(find(scope, nowMs)),
      reserve,
      complete,
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
