/**
 * Clients and the digests of their secrets. Secrets themselves are never here.
 */
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { ReadSql } from "./sql/ReadSql.ts"
import { orStoreError, type StoreError } from "./sql/StoreError.ts"

/** A client as it is stored. */
export const ClientRow = Schema.Struct({
  id: ClientId,
  name: Schema.String,
  may_create_organizations: Schema.BooleanFromBit,
  default_organization_id: Schema.NullOr(OrganizationId),
  is_sandbox: Schema.BooleanFromBit,
  created_at: Schema.String,
  /** Since when it is no client any more. */
  revoked_at: Schema.NullOr(Schema.String)
})
export type ClientRow = typeof ClientRow.Type

/** A client among all of them, with how much there is of it. */
const ClientOverview = Schema.Struct({ ...ClientRow.fields, grants: Schema.Int, secrets: Schema.Int })
export type ClientOverview = typeof ClientOverview.Type

const encodeRow = Schema.encodeSync(ClientRow)

/** A live secret, by its digest. */
const SecretRow = Schema.Struct({ digest: Schema.String, client_id: ClientId })
export type SecretRow = typeof SecretRow.Type

export class ClientStore extends Context.Service<
  ClientStore,
  {
    readonly find: (clientId: string) => Effect.Effect<Option.Option<ClientRow>, StoreError>
    /** The live secret with this digest, and whose it is. */
    readonly secretOf: (digest: string) => Effect.Effect<Option.Option<SecretRow>, StoreError>
    /** Adds a client, or renames the one with this id; its default organization stays what it was. */
    readonly save: (row: ClientRow) => Effect.Effect<void, StoreError>
    /** When each live secret was made, the oldest first. */
    readonly secretsMadeAt: (clientId: ClientId) => Effect.Effect<ReadonlyArray<string>, StoreError>
    readonly addDigest: (clientId: ClientId, digest: string, createdAt: string) => Effect.Effect<void, StoreError>
    /** Makes a digest the only one of a client. */
    readonly replaceDigest: (clientId: ClientId, digest: string, createdAt: string) => Effect.Effect<void, StoreError>
    /** Leaves a client the secret that was made last. */
    readonly endOlderDigests: (clientId: ClientId) => Effect.Effect<void, StoreError>
    readonly setDefaultOrganization: (
      clientId: ClientId,
      organizationId: OrganizationId | null
    ) => Effect.Effect<void, StoreError>
    /** Marks a client as revoked and takes its secrets away. */
    readonly revoke: (clientId: ClientId, revokedAt: string) => Effect.Effect<void, StoreError>
    /** All clients, ordered by id. */
    readonly all: Effect.Effect<ReadonlyArray<ClientOverview>, StoreError>
    /** Whether there is no client at all: nobody has used this database yet. */
    readonly isEmpty: Effect.Effect<boolean, StoreError>
    /** The clients whose secrets are printed in the documentation. */
    readonly sandboxClients: Effect.Effect<ReadonlyArray<ClientRow>, StoreError>
  }
>()("@partner-api/server/ClientStore") {
  static readonly layer = Layer.effect(
    ClientStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = yield* ReadSql

      const find = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: ClientRow,
        execute: (clientId) => read`SELECT * FROM clients WHERE id = ${clientId}`
      })
      const secretOf = SqlSchema.findOneOption({
        Request: Schema.String,
        Result: SecretRow,
        execute: (digest) => read`SELECT digest, client_id FROM client_secrets WHERE digest = ${digest}`
      })
      const sandboxClients = SqlSchema.findAll({
        Request: Schema.Void,
        Result: ClientRow,
        execute: () => read`SELECT * FROM clients WHERE is_sandbox = 1 ORDER BY id`
      })
      const firstClient = SqlSchema.findAll({
        Request: Schema.Void,
        Result: Schema.Struct({ id: ClientId }),
        execute: () => sql`SELECT id FROM clients LIMIT 1`
      })
      const all = SqlSchema.findAll({
        Request: Schema.Void,
        Result: ClientOverview,
        execute: () => read`
          SELECT c.*, (SELECT count(*) FROM grants g WHERE g.client_id = c.id) AS grants,
                 (SELECT count(*) FROM client_secrets s WHERE s.client_id = c.id) AS secrets
          FROM clients c ORDER BY c.id`
      })
      const secretsMadeAt = SqlSchema.findAll({
        Request: Schema.String,
        Result: Schema.Struct({ created_at: Schema.String }),
        execute: (clientId) =>
          read`SELECT created_at FROM client_secrets WHERE client_id = ${clientId} ORDER BY created_at`
      })
      const save = (row: ClientRow) =>
        sql`INSERT INTO clients ${sql.insert(encodeRow(row))} ON CONFLICT (id) DO UPDATE SET
            name = excluded.name, may_create_organizations = excluded.may_create_organizations`
      const endDigests = (clientId: ClientId) => sql`DELETE FROM client_secrets WHERE client_id = ${clientId}`
      const addDigest = (clientId: ClientId, digest: string, createdAt: string) =>
        sql`INSERT INTO client_secrets ${sql.insert({ digest, client_id: clientId, created_at: createdAt })}`
      const replaceDigest = (clientId: ClientId, digest: string, createdAt: string) =>
        sql.withTransaction(Effect.andThen(endDigests(clientId), addDigest(clientId, digest, createdAt)))
      const endOlderDigests = (clientId: ClientId) => sql`
        DELETE FROM client_secrets WHERE client_id = ${clientId} AND digest <> (
          SELECT digest FROM client_secrets WHERE client_id = ${clientId} ORDER BY created_at DESC LIMIT 1
        )`
      const setDefaultOrganization = (clientId: ClientId, organizationId: OrganizationId | null) =>
        sql`UPDATE clients SET default_organization_id = ${organizationId} WHERE id = ${clientId}`
      const revoke = (clientId: ClientId, revokedAt: string) =>
        sql.withTransaction(
          Effect.andThen(endDigests(clientId), sql`UPDATE clients SET revoked_at = ${revokedAt} WHERE id = ${clientId}`)
        )

      return ClientStore.of({
        find: (clientId) => orStoreError(find(clientId)),
        secretOf: (digest) => orStoreError(secretOf(digest)),
        save: (row) => orStoreError(Effect.asVoid(save(row))),
        secretsMadeAt: (clientId) =>
          orStoreError(Effect.map(secretsMadeAt(clientId), (rows) => rows.map(({ created_at }) => created_at))),
        addDigest: (clientId, digest, createdAt) => orStoreError(Effect.asVoid(addDigest(clientId, digest, createdAt))),
        replaceDigest: (clientId, digest, createdAt) =>
          orStoreError(Effect.asVoid(replaceDigest(clientId, digest, createdAt))),
        endOlderDigests: (clientId) => orStoreError(Effect.asVoid(endOlderDigests(clientId))),
        setDefaultOrganization: (clientId, organizationId) =>
          orStoreError(Effect.asVoid(setDefaultOrganization(clientId, organizationId))),
        revoke: (clientId, revokedAt) => orStoreError(Effect.asVoid(revoke(clientId, revokedAt))),
        all: orStoreError(all()),
        isEmpty: orStoreError(Effect.map(firstClient(), (rows) => rows.length === 0)),
        sandboxClients: orStoreError(sandboxClients())
      })
    })
  )
}
