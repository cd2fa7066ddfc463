/**
 * {@link ConfirmationStore} in a table: one row for each application that a link was made for.
 */
import type { ConfirmationLink } from "@partner-api/domain/Confirmation"
import { Decision } from "@partner-api/domain/Confirmation"
import { ApplicationId, OrganizationId } from "@partner-api/domain/Ids"
import { ConfirmationStore, linksPerPurge } from "@partner-api/service/store/ConfirmationStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import type { Fragment } from "effect/sql/Statement"
import { orStoreError } from "./kit/Errors.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { firstRow } from "./kit/Rows.ts"
import { limitClause } from "./kit/Lists.ts"
import { written } from "./kit/Writes.ts"

const Row = Schema.Struct({
  organization_id: OrganizationId,
  application_id: ApplicationId,
  digest: Schema.NullOr(Schema.String),
  delivered_by: Schema.Literals(["SERVICE", "AGENCY"]),
  expires_at_ms: Schema.Int,
  decision: Schema.NullOr(Decision),
  decided_at_ms: Schema.NullOr(Schema.Int),
  day_at_ms: Schema.Int,
  links_of_day: Schema.Int
})
const encodeRow = Schema.encodeSync(Row)
const confirmationRow = firstRow(Row)

const toLink = (row: typeof Row.Type): ConfirmationLink => ({
  organizationId: row.organization_id,
  applicationId: row.application_id,
  digest: row.digest ?? undefined,
  deliveredBy: row.delivered_by,
  expiresAtMs: row.expires_at_ms,
  decided:
    row.decision === null || row.decided_at_ms === null
      ? undefined
      : { decision: row.decision, atMs: row.decided_at_ms },
  dayAtMs: row.day_at_ms,
  linksOfDay: row.links_of_day
})

const toRow = (link: ConfirmationLink) =>
  encodeRow({
    organization_id: link.organizationId,
    application_id: link.applicationId,
    digest: link.digest ?? null,
    delivered_by: link.deliveredBy,
    expires_at_ms: link.expiresAtMs,
    decision: link.decided?.decision ?? null,
    decided_at_ms: link.decided?.atMs ?? null,
    day_at_ms: link.dayAtMs,
    links_of_day: link.linksOfDay
  })

const columns = Struct.keys(Row.fields)
const keys = ["organization_id", "application_id"] as const

export const layer = Layer.effect(
  ConfirmationStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const first = (from: SqlClient.SqlClient, rest: Fragment) =>
      orStoreError(
        Effect.map(
          confirmationRow(from`SELECT ${from.literal(columns.join(", "))} FROM confirmation_links ${rest}`),
          Option.map(toLink)
        )
      )

    const set = sql.literal(
      Struct.keys(Struct.omit(Row.fields, keys))
        .map((column) => `${column} = excluded.${column}`)
        .join(", ")
    )
    const save = (link: ConfirmationLink) =>
      sql`INSERT INTO confirmation_links ${sql.insert(toRow(link))}
        ON CONFLICT (organization_id, application_id) DO UPDATE SET ${set}`

    const purge = (endedBeforeMs: number) => sql`
      DELETE FROM confirmation_links WHERE (organization_id, application_id) IN (
        SELECT organization_id, application_id FROM confirmation_links
        WHERE expires_at_ms < ${endedBeforeMs} AND decision IS DISTINCT FROM 'CONFIRM' ${limitClause(sql, linksPerPurge)}
      ) AND ${locks.alone("purge confirmation links")} RETURNING application_id`

    return ConfirmationStore.of({
      ofLink: (digest) => first(read, read`WHERE digest = ${digest}`),
      find: (organizationId, applicationId) =>
        first(read, read`WHERE organization_id = ${organizationId} AND application_id = ${applicationId}`),
      lock: (organizationId, applicationId) =>
        first(
          sql,
          sql`WHERE organization_id = ${organizationId} AND application_id = ${applicationId} ${locks.forUpdate}`
        ),
      save: (link) => orStoreError(written(sql, save(link))),
      end: (organizationId, applicationId) =>
        orStoreError(
          Effect.asVoid(
            sql`UPDATE confirmation_links SET digest = NULL
              WHERE organization_id = ${organizationId} AND application_id = ${applicationId}`
          )
        ),
      remove: (organizationId, applicationId) =>
        orStoreError(
          Effect.asVoid(
            sql`DELETE FROM confirmation_links
              WHERE organization_id = ${organizationId} AND application_id = ${applicationId}`
          )
        ),
      purge: (endedBeforeMs) => orStoreError(Effect.map(purge(endedBeforeMs), (rows) => rows.length))
    })
  })
)
