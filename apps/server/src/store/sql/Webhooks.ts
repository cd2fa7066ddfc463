/**
 * {@link WebhookStore} and {@link WebhookUseStore} in tables: endpoints with their secrets, and the uses that bounds count.
 */
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead } from "@partner-api/domain/Pagination"
import {
  type OwnedWebhookEndpoint,
  WebhookEndpoint,
  WebhookEndpointId,
  webhookEndpointsMax
} from "@partner-api/domain/WebhookEndpoint"
import { useWindowMs, type WebhookUse, type WebhookUseBound } from "@partner-api/domain/WebhookUse"
import { makeId } from "@partner-api/service/crypto/Secrets"
import {
  type FoundWebhookEndpoint,
  type StoredWebhookSecret,
  type WebhookOwner,
  WebhookStore
} from "@partner-api/service/store/WebhookStore"
import { type ReachedBound, WebhookUseStore } from "@partner-api/service/store/WebhookUseStore"
import { allTogether, Together } from "@partner-api/service/store/Together"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orStoreError } from "./kit/Errors.ts"
import { ReadSql } from "./kit/Statements.ts"
import { StoredPermissions } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { allRows, firstRow } from "./kit/Rows.ts"
import { limitClause } from "./kit/Lists.ts"
import { written } from "./kit/Writes.ts"

const Row = Schema.Struct({
  organizationId: OrganizationId,
  clientId: ClientId,
  agencyId: Schema.NullOr(AgencyId),
  permissions: StoredPermissions,
  json: Schema.fromJsonString(WebhookEndpoint),
  failingSinceMs: Schema.NullOr(Schema.Int)
})
const endpointRows = allRows(Row)

const toFound = ({ agencyId, failingSinceMs, json, ...row }: typeof Row.Type): FoundWebhookEndpoint => ({
  ...row,
  agencyId: agencyId ?? undefined,
  failingSinceMs: failingSinceMs ?? undefined,
  endpoint: json
})

const SecretRow = Schema.Struct({
  version: Schema.Int,
  keyId: Schema.String,
  sealed: Schema.String,
  expiresAtMs: Schema.NullOr(Schema.Int)
})

const encode = jsonTextOf(WebhookEndpoint)
const encodePermissions = Schema.encodeSync(StoredPermissions)

export const layer = Layer.effect(
  WebhookStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const select = (from: SqlClient.SqlClient, rest: Fragment) =>
      Effect.map(
        endpointRows(from`
            SELECT w.organization_id AS "organizationId", w.client_id AS "clientId", w.agency_id AS "agencyId", w.json,
              COALESCE(w.permissions, g.permissions, '[]') AS permissions, p.failing_since_ms AS "failingSinceMs"
            FROM webhook_endpoints w JOIN webhook_positions p ON p.endpoint_id = w.id
              LEFT JOIN grants g ON g.client_id = w.client_id AND g.organization_id = w.organization_id ${rest}`),
        (rows) => rows.map(toFound)
      )
    const first = (from: SqlClient.SqlClient, rest: Fragment) =>
      orStoreError(Effect.map(select(from, rest), (rows) => Option.fromUndefinedOr(rows[0])))

    const countOfClient = SqlSchema.findOne({
      Request: ClientId,
      Result: Schema.Struct({ count: Schema.Int }),
      execute: (clientId) => read`SELECT count(*) AS count FROM webhook_endpoints WHERE client_id = ${clientId}`
    })

    const secrets = SqlSchema.findAll({
      Request: WebhookEndpointId,
      Result: SecretRow,
      execute: (id) => sql`
        SELECT version, key_id AS "keyId", sealed, expires_at_ms AS "expiresAtMs" FROM webhook_secrets
        WHERE endpoint_id = ${id} ORDER BY version DESC`
    })

    const removeFrom = (table: string, id: WebhookEndpointId) =>
      sql`DELETE FROM ${sql(table)} WHERE endpoint_id = ${id}`

    const insertSecret = (id: WebhookEndpointId, { expiresAtMs, keyId, sealed, version }: StoredWebhookSecret) =>
      sql`INSERT INTO webhook_secrets (endpoint_id, version, key_id, sealed, expires_at_ms)
        VALUES (${id}, ${version}, ${keyId}, ${sealed}, ${expiresAtMs ?? null})`

    const hasRoom = Effect.fnUntraced(function* ({ clientId, organizationId }: WebhookOwner) {
      yield* locks.named("webhook endpoints", organizationId, clientId)
      const rows = yield* sql`SELECT id FROM webhook_endpoints
        WHERE organization_id = ${organizationId} AND client_id = ${clientId} ${limitClause(sql, webhookEndpointsMax)}`
      return rows.length < webhookEndpointsMax
    })

    const insert = Effect.fnUntraced(function* (owned: OwnedWebhookEndpoint, secret: StoredWebhookSecret) {
      if (!(yield* hasRoom(owned))) return false
      const { agencyId, clientId, endpoint, organizationId, permissions } = owned
      yield* written(
        sql,
        sql`INSERT INTO webhook_endpoints (id, organization_id, client_id, agency_id, permissions, json)
          VALUES (${endpoint.id}, ${organizationId}, ${clientId}, ${agencyId ?? null}, ${encodePermissions(permissions)},
            ${encode(endpoint)})`
      )
      yield* written(sql, insertSecret(endpoint.id, secret))
      return true
    })

    const own = (from: SqlClient.SqlClient, { clientId, organizationId }: WebhookOwner, id: WebhookEndpointId) =>
      from`w.id = ${id} AND w.organization_id = ${organizationId} AND w.client_id = ${clientId}`

    return WebhookStore.of({
      page: ({ clientId, organizationId }, { after = "", limit }) =>
        orStoreError(
          select(
            read,
            read`WHERE w.organization_id = ${organizationId} AND w.client_id = ${clientId} AND w.id > ${after}
              ORDER BY w.id ${limitClause(read, lookAhead(limit))}`
          )
        ),
      find: (owner, id) => first(read, read`WHERE ${own(read, owner, id)}`),
      lock: (id) => first(sql, sql`WHERE w.id = ${id} ${locks.forUpdateOf("w")}`),
      lockOwn: (owner, id) => first(sql, sql`WHERE ${own(sql, owner, id)} ${locks.forUpdateOf("w")}`),
      findAny: (id) => first(read, read`WHERE w.id = ${id}`),
      ofClient: (clientId) =>
        orStoreError(select(read, read`WHERE w.client_id = ${clientId} ORDER BY w.organization_id, w.id`)),
      pageOfAll: ({ clientId, organizationId }, { after = "", limit }) =>
        orStoreError(
          select(
            read,
            read`WHERE w.id > ${after}
              AND ${clientId === undefined ? read`1 = 1` : read`w.client_id = ${clientId}`}
              AND ${organizationId === undefined ? read`1 = 1` : read`w.organization_id = ${organizationId}`}
              ORDER BY w.id ${limitClause(read, lookAhead(limit))}`
          )
        ),
      countOfClient: (clientId) => orStoreError(Effect.map(countOfClient(clientId), ({ count }) => count)),
      all: orStoreError(select(read, read`ORDER BY w.organization_id, w.id`)),
      insert: (owned, secret) => orStoreError(insert(owned, secret)),
      save: ({ agencyId, endpoint, permissions }) =>
        orStoreError(
          written(
            sql,
            sql`UPDATE webhook_endpoints SET agency_id = ${agencyId ?? null},
            permissions = ${encodePermissions(permissions)}, json = ${encode(endpoint)} WHERE id = ${endpoint.id}`
          )
        ),
      remove: (id) =>
        orStoreError(
          Effect.andThen(
            Effect.forEach(["webhook_secrets", "webhook_positions"], (table) => written(sql, removeFrom(table, id)), {
              discard: true
            }),
            // It may have any number of deliveries: they are removed in batches, between requests.
            Effect.andThen(
              written(sql, sql`INSERT INTO webhook_removals (endpoint_id) VALUES (${id})`),
              written(sql, sql`DELETE FROM webhook_endpoints WHERE id = ${id}`)
            )
          )
        ),
      secrets: (id) =>
        orStoreError(
          Effect.map(secrets(id), (rows) =>
            rows.map(({ expiresAtMs, ...row }) => ({ ...row, expiresAtMs: expiresAtMs ?? undefined }))
          )
        ),
      replaceSecrets: (id, replacing) =>
        orStoreError(
          Effect.andThen(
            written(sql, removeFrom("webhook_secrets", id)),
            Effect.forEach(replacing, (secret) => written(sql, insertSecret(id, secret)), { discard: true })
          )
        )
    })
  })
)

const momentRow = firstRow(Schema.Struct({ atMs: Schema.Int }))

/** {@link WebhookUseStore} in a table: a row for each use. Those of a client that are not counted any more are removed by its next use. */
export const uses = Layer.effect(
  WebhookUseStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const together = yield* Together
    const locks = makeLocks(sql)

    /** The rows that a bound counts. */
    const same = ({ by }: WebhookUseBound, { clientId, endpointId, host, kind }: WebhookUse): Fragment => {
      if (by === "host") return sql`kind = ${kind} AND host = ${host}`
      const ofClient = sql`client_id = ${clientId} AND kind = ${kind}`
      return by === "client" ? ofClient : sql`${ofClient} AND endpoint_id = ${endpointId}`
    }

    /** The use with which a bound is reached; none where it is not. */
    const reaching = (use: WebhookUse, bound: WebhookUseBound) =>
      momentRow(sql`SELECT at_ms AS "atMs" FROM webhook_uses
          WHERE ${same(bound, use)} AND at_ms > ${use.atMs - useWindowMs}
          ORDER BY at_ms DESC LIMIT 1 OFFSET ${bound.usesMax - 1}`)

    /** Two that use the last place would both find it free. The lock of a host comes after those of clients, so nobody waits in a circle. */
    const lock = Effect.fnUntraced(function* (
      { clientId, host, kind }: WebhookUse,
      bounds: ReadonlyArray<WebhookUseBound>
    ) {
      yield* locks.named("webhook uses", kind, clientId)
      if (bounds.some(({ by }) => by === "host")) yield* locks.named("webhook uses of a host", kind, host)
    })

    const take = Effect.fnUntraced(function* (use: WebhookUse, bounds: ReadonlyArray<WebhookUseBound>) {
      yield* lock(use, bounds)
      let longest: ReachedBound | undefined
      const looks = bounds.map((bound) => Effect.map(orStoreError(reaching(use, bound)), (found) => ({ bound, found })))
      for (const { bound, found } of yield* allTogether(together, looks)) {
        const untilMs = Option.match(found, { onNone: () => 0, onSome: ({ atMs }) => atMs + useWindowMs })
        if (untilMs > (longest?.untilMs ?? 0)) longest = { bound, untilMs }
      }
      if (longest !== undefined) return Option.some(longest)
      const { atMs, clientId, endpointId, host, kind } = use
      yield* written(
        sql,
        sql`DELETE FROM webhook_uses
          WHERE client_id = ${clientId} AND kind = ${kind} AND at_ms <= ${atMs - useWindowMs}`
      )
      yield* written(
        sql,
        sql`INSERT INTO webhook_uses (client_id, kind, at_ms, id, endpoint_id, host)
          VALUES (${clientId}, ${kind}, ${atMs}, ${yield* makeId("use_")}, ${endpointId}, ${host})`
      )
      return Option.none<ReachedBound>()
    })

    return WebhookUseStore.of({ take: (use, bounds) => orStoreError(take(use, bounds)) })
  })
)
