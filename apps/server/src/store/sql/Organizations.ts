/**
 * {@link OrganizationStore} in tables.
 */
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { Grant, grantsMax } from "@partner-api/domain/Client"
import { AgencyId, type ClientId, type OrganizationId } from "@partner-api/domain/Ids"
import { JobStatus } from "@partner-api/domain/Job"
import { Organization, type OwnOrganization } from "@partner-api/domain/Organization"
import { type OrganizationSettings, settingsOf, StoredSettings } from "@partner-api/domain/OrganizationSettings"
import { lookAhead } from "@partner-api/domain/Pagination"
import { countedMax, type OrganizationOverview, OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import * as Effect from "effect/Effect"
import { identity } from "effect/Function"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { retentionBacklogOf, RetentionBacklogRow, retentionBacklogSql } from "./BacklogRows.ts"
import { orStoreError } from "./kit/Errors.ts"
import { inSlices, limitClause, smallRowsMax } from "./kit/Lists.ts"
import { namedStatement, ReadSql } from "./kit/Statements.ts"
import { StoredPermissions } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { allRows, onlyRow } from "./kit/Rows.ts"
import { written } from "./kit/Writes.ts"

const encodePermissions = Schema.encodeSync(StoredPermissions)

const GrantRow = Schema.Struct({
  organization_id: Grant.fields.organizationId,
  permissions: StoredPermissions,
  agency_id: Schema.NullOr(AgencyId)
})
const toGrant = (row: typeof GrantRow.Type): Grant => ({
  organizationId: row.organization_id,
  permissions: row.permissions,
  ...(row.agency_id === null ? {} : { agencyId: row.agency_id })
})

const SettingsRow = Schema.Struct({ settings: Schema.fromJsonString(StoredSettings) })
const encodeSettings = Schema.encodeSync(SettingsRow)
const settingsRow = onlyRow(Schema.Tuple([SettingsRow.fields.settings]))

const OwnRow = Schema.Struct({ ...Organization.fields, ...SettingsRow.fields })
const toOwn = ({ settings, ...row }: typeof OwnRow.Type): OwnOrganization => ({
  ...row,
  settings: settingsOf(settings)
})

const OverviewRow = Schema.Struct({ ...Organization.fields, created_at: Schema.String, clients: Schema.Int })

const toOverview = ({ created_at, ...row }: typeof OverviewRow.Type): OrganizationOverview => ({
  ...row,
  createdAt: created_at
})

const organizationRows = allRows(Organization)

export const layer = Layer.effect(
  OrganizationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const granted = (clientId: string) =>
      inSlices(
        (slice) =>
          organizationRows(read`
              SELECT id, name FROM organizations WHERE id IN (
                SELECT organization_id FROM grants WHERE client_id = ${clientId}
                ORDER BY organization_id ${read.literal(slice)}
              ) ORDER BY id`),
        identity,
        smallRowsMax
      )

    const findOwn = (from: SqlClient.SqlClient, lock: Fragment) =>
      SqlSchema.findOne({
        Request: Schema.String,
        Result: OwnRow,
        execute: (organizationId) =>
          from`SELECT id, name, settings FROM organizations WHERE id = ${organizationId} ${lock}`
      })
    const own = findOwn(read, read.literal(""))
    const lock = findOwn(sql, locks.forUpdate)
    const settings = namedStatement<{ readonly id: string }>(
      sql,
      (place) => sql`SELECT settings FROM organizations WHERE id = ${place("id")}`
    )
    const saveSettings = (organizationId: OrganizationId, changed: OrganizationSettings, nowMs: number) => {
      const retained = changed.retention_days === 0 ? sql`NULL` : sql`COALESCE(retained_at_ms, ${nowMs})`
      return sql`UPDATE organizations
          SET settings = ${encodeSettings({ settings: changed }).settings}, retained_at_ms = ${retained}
          WHERE id = ${organizationId}`
    }
    const retention = SqlSchema.findOne({
      Request: Schema.Void,
      Result: RetentionBacklogRow,
      execute: () => read`${read.literal(retentionBacklogSql)}`
    })

    const insert = (organization: OwnOrganization, createdAt: string) =>
      sql`INSERT INTO organizations (id, name, created_at, settings)
          VALUES (${organization.id}, ${organization.name}, ${createdAt}, ${encodeSettings(organization).settings})
          ON CONFLICT (id) DO NOTHING RETURNING id`

    const rename = ({ id, name }: Organization) => sql`UPDATE organizations SET name = ${name} WHERE id = ${id}`

    const overviews = read`
      SELECT id, name, created_at, (SELECT count(*) FROM grants g WHERE g.organization_id = o.id) AS clients
      FROM organizations o`
    const all = SqlSchema.findAll({
      Request: Schema.Void,
      Result: OverviewRow,
      execute: () => read`${overviews} ORDER BY id`
    })
    const page = SqlSchema.findAll({
      Request: Schema.Struct({ after: Schema.String, count: Schema.Int }),
      Result: OverviewRow,
      execute: ({ after, count }) => read`${overviews} WHERE id > ${after} ORDER BY id ${limitClause(read, count)}`
    })
    const overview = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: OverviewRow,
      execute: (organizationId) => read`${overviews} WHERE id = ${organizationId}`
    })
    const find = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Organization,
      execute: (organizationId) => read`SELECT id, name FROM organizations WHERE id = ${organizationId}`
    })
    /** The records of a table by a column, as many as are counted. */
    const countBy = <State extends string>(table: string, column: string, states: Schema.Codec<State, string>) =>
      SqlSchema.findAll({
        Request: Schema.String,
        Result: Schema.Struct({ state: states, count: Schema.Int }),
        execute: (organizationId) => read`
          SELECT state, count(*) AS count FROM (
            SELECT ${read(column)} AS state FROM ${read(table)}
            WHERE organization_id = ${organizationId} AND ${read(column)} IS NOT NULL ${limitClause(read, countedMax)}
          ) AS counted GROUP BY state ORDER BY state`
      })
    const jobsByStatus = countBy("jobs", "status", JobStatus)
    const applicationsByState = countBy("applications", "state", ApplicationState)
    const count = (table: string) => {
      const counted = SqlSchema.findOne({
        Request: Schema.String,
        Result: Schema.Struct({ count: Schema.Int }),
        execute: (organizationId) => read`
          SELECT count(*) AS count FROM (
            SELECT 1 FROM ${read(table)} WHERE organization_id = ${organizationId} ${limitClause(read, countedMax)}
          ) AS counted`
      })
      return (organizationId: string) => Effect.map(counted(organizationId), (row) => row.count)
    }
    const users = count("users")
    const agencies = count("agencies")

    const grants = SqlSchema.findAll({
      Request: Schema.String,
      Result: GrantRow,
      execute: (clientId) => read`
        SELECT organization_id, permissions, agency_id FROM grants WHERE client_id = ${clientId}
        ORDER BY organization_id`
    })
    const findGrant = SqlSchema.findOneOption({
      Request: Schema.Struct({ clientId: Schema.String, organizationId: Schema.String }),
      Result: GrantRow,
      execute: ({ clientId, organizationId }) => sql`
        SELECT organization_id, permissions, agency_id FROM grants
        WHERE client_id = ${clientId} AND organization_id = ${organizationId}`
    })
    const ungrant = (clientId: ClientId, organizationId: OrganizationId) => sql`
      DELETE FROM grants WHERE client_id = ${clientId} AND organization_id = ${organizationId}`

    // The client is locked, and one statement counts and grants: nothing can come between. A grant that is renewed is not counted
    // against itself.
    const grant = (clientId: ClientId, given: Grant) =>
      Effect.andThen(
        locks.client(clientId),
        sql`
        INSERT INTO grants (client_id, organization_id, permissions, agency_id)
        SELECT ${clientId}, ${given.organizationId}, ${encodePermissions(given.permissions)}, ${given.agencyId ?? null}
        WHERE (SELECT count(*) FROM grants
               WHERE client_id = ${clientId} AND organization_id <> ${given.organizationId}) < ${grantsMax}
        ON CONFLICT (client_id, organization_id)
        DO UPDATE SET permissions = excluded.permissions, agency_id = excluded.agency_id
        RETURNING organization_id`
      )

    return OrganizationStore.of({
      counts: (id) =>
        orStoreError(
          Effect.all({
            jobs: jobsByStatus(id),
            applications: applicationsByState(id),
            users: users(id),
            agencies: agencies(id)
          })
        ),
      granted: (clientId) => orStoreError(granted(clientId)),
      all: orStoreError(Effect.map(all(), (rows) => rows.map(toOverview))),
      page: ({ after = "", limit }) =>
        orStoreError(Effect.map(page({ after, count: lookAhead(limit) }), (rows) => rows.map(toOverview))),
      overview: (organizationId) => orStoreError(Effect.map(overview(organizationId), Option.map(toOverview))),
      find: (organizationId) => orStoreError(find(organizationId)),
      own: (organizationId) => orStoreError(Effect.map(own(organizationId), toOwn)),
      lock: (organizationId) => orStoreError(Effect.map(lock(organizationId), toOwn)),
      settings: (organizationId) =>
        orStoreError(Effect.map(settingsRow(settings({ id: organizationId })), ([stored]) => settingsOf(stored))),
      saveSettings: (organizationId, changed, nowMs) =>
        orStoreError(written(sql, saveSettings(organizationId, changed, nowMs))),
      retained: (organizationId, atMs) =>
        orStoreError(
          Effect.asVoid(sql`UPDATE organizations SET retained_at_ms = ${atMs} WHERE id = ${organizationId}`)
        ),
      retention: orStoreError(Effect.map(retention(), retentionBacklogOf)),
      insert: (organization, createdAt) =>
        orStoreError(Effect.map(insert(organization, createdAt), (rows) => rows.length > 0)),
      rename: (organization) => orStoreError(written(sql, rename(organization))),
      grants: (clientId) => orStoreError(Effect.map(grants(clientId), (rows) => rows.map(toGrant))),
      findGrant: (clientId, organizationId) =>
        orStoreError(Effect.map(findGrant({ clientId, organizationId }), Option.map(toGrant))),
      ungrant: (clientId, organizationId) => orStoreError(Effect.asVoid(ungrant(clientId, organizationId))),
      grant: (clientId, given) => orStoreError(Effect.map(grant(clientId, given), (rows) => rows.length > 0))
    })
  })
)
