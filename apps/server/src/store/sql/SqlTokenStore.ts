/**
 * {@link TokenStore} in a table; a token is read together with its client and its grant.
 */
import { AgencyId, ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { TokenInfo } from "@partner-api/domain/Token"
import { type ReplacingToken, tokensPerPurge, TokenStore } from "@partner-api/service/store/TokenStore"
import { Transaction } from "@partner-api/service/store/Transaction"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { makeLocks } from "./Locks.ts"
import { onlyNumber } from "./PreparedStatement.ts"
import { ReadSql } from "./ReadSql.ts"
import { StoredPermissions } from "./StoredPermissions.ts"
import { orStoreError } from "./StoreError.ts"
import { insertCounting, insertToken, selectLiveCount } from "./TokenInsert.ts"

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

/**
 * Deletes a token of a client, and the tokens minted with it. Two look-ups, each in an index of its own: a condition with OR, or
 * one on the client around them, would make SQLite read every token of the client.
 */
export const deleteToken = (sql: SqlClient.SqlClient, clientId: string, digest: string) => sql`
  DELETE FROM tokens WHERE digest IN (
    SELECT digest FROM tokens WHERE digest = ${digest} AND client_id = ${clientId}
    UNION ALL SELECT digest FROM tokens WHERE parent_digest = ${digest} AND client_id = ${clientId}
  )`

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
        WHERE t.digest = ${digest} AND c.revoked_at IS NULL`
    })

    const countLive = read.prepared(selectLiveCount(read, "").compile()[0])

    const insert = insertToken(sql, transaction)

    // Grant and parent are looked up by the statement that adds the token: so what ends them ends the token too.
    const insertScoped = insertCounting(
      sql,
      transaction
    )(sql`
      INSERT INTO tokens (digest, client_id, is_primary, organization_id, narrowed_to, parent_digest, expires_at_ms)
      SELECT ${""}, g.client_id, 0, g.organization_id, ${null}, p.digest, ${0}
      FROM grants g JOIN clients c ON c.id = g.client_id JOIN tokens p ON p.digest = ${""}
      WHERE g.client_id = ${""} AND g.organization_id = ${""} ${locks.toAddFrom("c", "g", "p")}`)

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

    const purge = (nowMs: number) => sql`
      DELETE FROM tokens WHERE digest IN (
        SELECT digest FROM tokens WHERE expires_at_ms <= ${nowMs} LIMIT ${tokensPerPurge}
      ) AND ${locks.alone("purge tokens")} RETURNING digest`

    return TokenStore.of({
      insert,
      insertScoped: ({ clientId, digest, expiresAtMs, organizationId, parentId, permissions }, nowMs) => {
        const narrowedTo = permissions === undefined ? null : encodePermissions(permissions)
        return insertScoped([digest, narrowedTo, expiresAtMs, parentId, clientId, organizationId], clientId, nowMs)
      },
      find: (digest) => orStoreError(Effect.map(find(digest), Option.map(toInfo))),
      countLive: (clientId, nowMs) => orStoreError(Effect.flatMap(countLive([clientId, nowMs]), onlyNumber)),
      endOldest: (newest, nowMs) => orStoreError(Effect.map(endOldest(newest, nowMs), (rows) => rows.length > 0)),
      revoke: (clientId, digest) =>
        transaction(
          orStoreError(Effect.asVoid(Effect.andThen(locks.client(clientId), deleteToken(sql, clientId, digest))))
        ),
      endOfClient: (clientId) => orStoreError(Effect.asVoid(sql`DELETE FROM tokens WHERE client_id = ${clientId}`)),
      purge: (nowMs) => orStoreError(Effect.map(purge(nowMs), (rows) => rows.length))
    })
  })
)
