/**
 * {@link ClientStore} in tables of clients and of the digests of their secrets.
 */
import type { Client } from "@partner-api/domain/Client"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import {
  type ClientOverview,
  type ClientSecret,
  ClientStore,
  type SecretWithClient
} from "@partner-api/service/store/ClientStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError } from "./kit/Errors.ts"
import { limitClause } from "./kit/Lists.ts"
import { namedStatement, ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { written } from "./kit/Writes.ts"

const ClientRow = Schema.Struct({
  id: ClientId,
  name: Schema.String,
  may_create_organizations: Schema.BooleanFromBit,
  default_organization_id: Schema.NullOr(OrganizationId),
  is_sandbox: Schema.BooleanFromBit,
  created_at: Schema.String,
  revoked_at: Schema.NullOr(Schema.String)
})
const encodeRow = Schema.encodeSync(ClientRow)

const toClient = (row: typeof ClientRow.Type): Client => ({
  id: row.id,
  name: row.name,
  mayCreateOrganizations: row.may_create_organizations,
  defaultOrganizationId: row.default_organization_id ?? undefined,
  isSandbox: row.is_sandbox,
  createdAt: row.created_at,
  revokedAt: row.revoked_at ?? undefined
})

const toRow = (client: Client) =>
  encodeRow({
    id: client.id,
    name: client.name,
    may_create_organizations: client.mayCreateOrganizations,
    default_organization_id: client.defaultOrganizationId ?? null,
    is_sandbox: client.isSandbox,
    created_at: client.createdAt,
    revoked_at: client.revokedAt ?? null
  })

const OverviewRow = Schema.Struct({ ...ClientRow.fields, grants: Schema.Int, secrets: Schema.Int })

const toOverview = ({ grants, secrets, ...row }: typeof OverviewRow.Type): ClientOverview => ({
  ...toClient(row),
  grants,
  secrets
})

const SecretRow = Schema.Struct({
  digest: Schema.String,
  client_id: ClientId,
  created_at: Schema.String,
  last_used_at: Schema.NullOr(Schema.String)
})

const toSecret = (row: typeof SecretRow.Type): ClientSecret => ({
  digest: row.digest,
  clientId: row.client_id,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at ?? undefined
})

const SecretWithClientRow = Schema.Struct({
  ...ClientRow.fields,
  digest: SecretRow.fields.digest,
  secret_created_at: SecretRow.fields.created_at,
  last_used_at: SecretRow.fields.last_used_at
})

const decodeSecret = Schema.decodeUnknownEffect(SecretWithClientRow)

/** The columns of a secret with its client, and what the row calls them. */
const secretColumns = [
  ...Object.keys(ClientRow.fields).map((name) => [`c.${name}`, name] as const),
  ["s.digest", "digest"],
  ["s.created_at", "secret_created_at"],
  ["s.last_used_at", "last_used_at"]
] as const

const toSecretWithClient = ({
  digest,
  last_used_at,
  secret_created_at,
  ...row
}: typeof SecretWithClientRow.Type): SecretWithClient => ({
  ...toSecret({ digest, client_id: row.id, created_at: secret_created_at, last_used_at }),
  client: toClient(row)
})

export const layer = Layer.effect(
  ClientStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const find = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: ClientRow,
      execute: (clientId) => read`SELECT * FROM clients WHERE id = ${clientId}`
    })
    const { forUpdate } = makeLocks(sql)
    const lock = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: ClientRow,
      execute: (clientId) => sql`SELECT * FROM clients WHERE id = ${clientId} ${forUpdate}`
    })
    const selectSecret = namedStatement<{ readonly digest: string }>(
      read,
      (place) => read`SELECT ${read.literal(secretColumns.map(([column]) => column).join(", "))}
        FROM client_secrets s JOIN clients c ON c.id = s.client_id WHERE s.digest = ${place("digest")}`
    )
    const secretOf = (digest: string) =>
      Effect.flatMap(selectSecret({ digest }), ([row]) =>
        row === undefined
          ? Effect.succeedNone
          : Effect.asSome(decodeSecret(Object.fromEntries(secretColumns.map(([, name], index) => [name, row[index]]))))
      )
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
    const overviews = read`
      SELECT c.*, (SELECT count(*) FROM grants g WHERE g.client_id = c.id) AS grants,
             (SELECT count(*) FROM client_secrets s WHERE s.client_id = c.id) AS secrets
      FROM clients c`
    const all = SqlSchema.findAll({
      Request: Schema.Void,
      Result: OverviewRow,
      execute: () => read`${overviews} ORDER BY c.id`
    })
    const page = SqlSchema.findAll({
      Request: Schema.Struct({ after: Schema.String, count: Schema.Int }),
      Result: OverviewRow,
      execute: ({ after, count }) => read`${overviews} WHERE c.id > ${after} ORDER BY c.id ${limitClause(read, count)}`
    })
    const secretsOfClient = SqlSchema.findAll({
      Request: Schema.String,
      Result: SecretRow,
      execute: (clientId) => read`SELECT * FROM client_secrets WHERE client_id = ${clientId} ORDER BY created_at`
    })
    const noteUse = (digest: string, usedAt: string) =>
      sql`UPDATE client_secrets SET last_used_at = ${usedAt} WHERE digest = ${digest}`
    const save = (client: Client) =>
      sql`INSERT INTO clients ${sql.insert(toRow(client))} ON CONFLICT (id) DO UPDATE SET
          name = excluded.name, may_create_organizations = excluded.may_create_organizations`
    const endDigests = (clientId: ClientId) => sql`DELETE FROM client_secrets WHERE client_id = ${clientId}`
    const addDigest = (clientId: ClientId, digest: string, createdAt: string) =>
      sql`INSERT INTO client_secrets ${sql.insert({ digest, client_id: clientId, created_at: createdAt })}`
    const replaceDigest = (clientId: ClientId, digest: string, createdAt: string) =>
      Effect.andThen(endDigests(clientId), addDigest(clientId, digest, createdAt))
    const endDigest = (digest: string) => sql`DELETE FROM client_secrets WHERE digest = ${digest}`
    const setDefaultOrganization = (clientId: ClientId, organizationId: OrganizationId | undefined) =>
      sql`UPDATE clients SET default_organization_id = ${organizationId ?? null} WHERE id = ${clientId}`
    const revoke = (clientId: ClientId, revokedAt: string) =>
      Effect.andThen(endDigests(clientId), sql`UPDATE clients SET revoked_at = ${revokedAt} WHERE id = ${clientId}`)

    return ClientStore.of({
      find: (clientId) => orStoreError(Effect.map(find(clientId), Option.map(toClient))),
      lock: (clientId) => orStoreError(Effect.map(lock(clientId), Option.map(toClient))),
      secretOf: (digest) => orStoreError(Effect.map(secretOf(digest), Option.map(toSecretWithClient))),
      save: (client) => orStoreError(Effect.asVoid(save(client))),
      secretsOfClient: (clientId) => orStoreError(Effect.map(secretsOfClient(clientId), (rows) => rows.map(toSecret))),
      noteUse: (digest, usedAt) => orStoreError(Effect.asVoid(noteUse(digest, usedAt))),
      addDigest: (clientId, digest, createdAt) => orStoreError(written(sql, addDigest(clientId, digest, createdAt))),
      replaceDigest: (clientId, digest, createdAt) =>
        orStoreError(Effect.asVoid(replaceDigest(clientId, digest, createdAt))),
      endDigest: (digest) => orStoreError(written(sql, endDigest(digest))),
      setDefaultOrganization: (clientId, organizationId) =>
        orStoreError(Effect.asVoid(setDefaultOrganization(clientId, organizationId))),
      revoke: (clientId, revokedAt) => orStoreError(Effect.asVoid(revoke(clientId, revokedAt))),
      page: ({ after = "", limit }) =>
        orStoreError(Effect.map(page({ after, count: lookAhead(limit) }), (rows) => rows.map(toOverview))),
      all: orStoreError(Effect.map(all(), (rows) => rows.map(toOverview))),
      isEmpty: orStoreError(Effect.map(firstClient(), (rows) => rows.length === 0)),
      sandboxClients: orStoreError(Effect.map(sandboxClients(), (rows) => rows.map(toClient)))
    })
  })
)
