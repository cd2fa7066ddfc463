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

/** Deletes a batch of the tokens of a client that were minted with a token, by an index of their own. Returns a row for each. */
export const deleteDescendants = (sql: SqlClient.SqlClient, clientId: string, digest: string) => sql`
  DELETE FROM tokens WHERE digest IN (
    SELECT digest FROM tokens WHERE parent_digest = ${digest} AND client_id = ${clientId} LIMIT ${tokensPerPurge}
  ) RETURNING digest`

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
        WHERE t.digest = ${digest} AND c.revoked_at IS NULL
          AND NOT EXISTS (SELECT 1 FROM token_endings e WHERE e.digest = t.parent_digest)`
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

    /** Ends a token, and remembers it where it may have left others. */
    const revoke = Effect.fnUntraced(function* (clientId: ClientId, digest: string) {
      yield* locks.client(clientId)
      yield* sql`DELETE FROM tokens WHERE digest = ${digest} AND client_id = ${clientId}`
      const { length } = yield* deleteDescendants(sql, clientId, digest)
      if (length < tokensPerPurge) return
      yield* sql`INSERT INTO token_endings ${sql.insert({ digest, client_id: clientId })} ON CONFLICT DO NOTHING`
    })

    /** Ends every token of a client in the transaction under way. Between two batches the process answers others. */
    const endOfClient = Effect.fnUntraced(function* (clientId: ClientId) {
      for (;;) {
        const { length } = yield* sql`DELETE FROM tokens WHERE digest IN (
          SELECT digest FROM tokens WHERE client_id = ${clientId} LIMIT ${tokensPerPurge}
        ) RETURNING digest`
        if (length < tokensPerPurge) return
        yield* Effect.yieldNow
      }
    })

    const purgeExpired = (nowMs: number) => sql`
      DELETE FROM tokens WHERE digest IN (
        SELECT digest FROM tokens WHERE expires_at_ms <= ${nowMs} LIMIT ${tokensPerPurge}
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

    const purge = Effect.fnUntraced(function* (nowMs: number) {
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
        return insertScoped([digest, narrowedTo, expiresAtMs, parentId, clientId, organizationId], clientId, nowMs)
      },
      find: (digest) => orStoreError(Effect.map(find(digest), Option.map(toInfo))),
      countLive: (clientId, nowMs) => orStoreError(Effect.flatMap(countLive([clientId, nowMs]), onlyNumber)),
      endOldest: (newest, nowMs) => orStoreError(Effect.map(endOldest(newest, nowMs), (rows) => rows.length > 0)),
      revoke: (clientId, digest) => transaction(orStoreError(revoke(clientId, digest))),
      endOfClient: (clientId) => orStoreError(endOfClient(clientId)),
      purge: (nowMs) => orStoreError(purge(nowMs))
    })
  })
)
