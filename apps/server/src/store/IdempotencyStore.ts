/**
 * Answers kept under the keys of their requests (decisions, Safe repetition).
 */
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { ReadSql } from "./sql/ReadSql.ts"
import { orStoreError, type StoreError } from "./sql/StoreError.ts"

/** What a key is good for: the same text elsewhere is another key. */
export interface KeyScope {
  /** Absent for writes at developer level. */
  readonly organizationId: OrganizationId | undefined
  readonly clientId: ClientId
  readonly method: string
  readonly path: string
  readonly key: string
}

/** An answer as it is kept. */
const StoredAnswer = Schema.Struct({
  fingerprint: Schema.String,
  status: Schema.Int,
  headers: Schema.fromJsonString(Schema.Record(Schema.String, Schema.String)),
  body: Schema.String
})
export type StoredAnswer = typeof StoredAnswer.Type

const encodeAnswer = Schema.encodeSync(StoredAnswer)

/** The number of expired answers removed at once; a larger batch would delay requests. */
export const answersPerPurge = 1_000

export class IdempotencyStore extends Context.Service<
  IdempotencyStore,
  {
    /** The answer under a key that is not too old. */
    readonly find: (scope: KeyScope, nowMs: number) => Effect.Effect<Option.Option<StoredAnswer>, StoreError>
    /** Keeps an answer; one that was too old gives way. `resourceId` is what the answer is about. */
    readonly insert: (
      scope: KeyScope,
      answer: StoredAnswer,
      about: { readonly resourceId: string | undefined; readonly expiresAtMs: number }
    ) => Effect.Effect<void, StoreError>
    /** Forgets every answer about a resource. */
    readonly forget: (organizationId: OrganizationId, resourceId: string) => Effect.Effect<void, StoreError>
    /** Removes one batch of answers that are too old, and tells how many it removed. */
    readonly purge: (nowMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/server/IdempotencyStore") {
  static readonly layer = Layer.effect(
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
          Result: StoredAnswer,
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
}
