/**
 * Organizations and the grants that open them.
 */
import { Grant, grantsMax } from "@partner-api/domain/Client"
import { Conflict } from "@partner-api/domain/Errors"
import type { ClientId } from "@partner-api/domain/Ids"
import { Organization } from "@partner-api/domain/Organization"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError, type StoreError } from "./StoreError.ts"

const encodePermissions = Schema.encodeSync(Schema.fromJsonString(Grant.fields.permissions))

export class OrganizationStore extends Context.Service<
  OrganizationStore,
  {
    /** Every organization that a client is granted, ordered by id. */
    readonly granted: (clientId: ClientId) => Effect.Effect<ReadonlyArray<Organization>, StoreError>
    /** Adds an organization, unless it exists. */
    readonly insert: (organization: Organization, createdAt: string) => Effect.Effect<void, StoreError>
    /** Grants an organization to a client; refuses more grants than one client may have. */
    readonly grant: (clientId: ClientId, grant: Grant) => Effect.Effect<void, StoreError | Conflict>
    /** Runs an effect in one transaction. */
    readonly transaction: <A, E, R>(effect: Effect.Effect<A, E, R>) => Effect.Effect<A, E | StoreError, R>
  }
>()("@partner-api/server/OrganizationStore") {
  static readonly layer = Layer.effect(
    OrganizationStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = yield* ReadSql

      const granted = SqlSchema.findAll({
        Request: Schema.String,
        Result: Organization,
        execute: (clientId) => read`
          SELECT o.id, o.name FROM grants g JOIN organizations o ON o.id = g.organization_id
          WHERE g.client_id = ${clientId} ORDER BY o.id`
      })

      const insert = (organization: Organization, createdAt: string) =>
        sql`INSERT INTO organizations (id, name, created_at)
            VALUES (${organization.id}, ${organization.name}, ${createdAt}) ON CONFLICT (id) DO NOTHING`

      // One statement counts and grants: nothing can come between. A grant that is renewed is not counted against itself.
      const grant = Effect.fnUntraced(function* (clientId: ClientId, given: Grant) {
        const granted = yield* sql`
          INSERT INTO grants (client_id, organization_id, permissions, agency_id)
          SELECT ${clientId}, ${given.organizationId}, ${encodePermissions(given.permissions)}, ${given.agencyId ?? null}
          WHERE (SELECT count(*) FROM grants
                 WHERE client_id = ${clientId} AND organization_id <> ${given.organizationId}) < ${grantsMax}
          ON CONFLICT (client_id, organization_id)
          DO UPDATE SET permissions = excluded.permissions, agency_id = excluded.agency_id
          RETURNING organization_id`
        if (granted.length === 0) {
          return yield* new Conflict({ message: `A client can be granted at most ${grantsMax} organizations.` })
        }
      })

      return OrganizationStore.of({
        granted: (clientId) => orStoreError(granted(clientId)),
        insert: (organization, createdAt) => orStoreError(Effect.asVoid(insert(organization, createdAt))),
        grant: (clientId, given) => orStoreError(grant(clientId, given)),
        transaction: (effect) => orStoreError(sql.withTransaction(effect))
      })
    })
  )
}
