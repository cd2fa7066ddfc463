/**
 * {@link PlacementStore} in a table. A row has the JSON of the placement in answers. Columns repeat the members by which queries find it: `due_day` is the day after
 * which the service moves it on, `held_until_ms` the moment until which it may hold the name of an erased person.
 */
import { ActiveState } from "@partner-api/domain/ApplicationState"
import { holdEndMs } from "@partner-api/domain/commands/Placement"
import { type AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { Placement, PlacementId, type StoredPlacement } from "@partner-api/domain/Placement"
import type { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import { dueDayOf } from "@partner-api/domain/PlacementStatus"
import { type PlacementKey, placementsPerLook, PlacementStore } from "@partner-api/service/store/PlacementStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import {
  chosenBy,
  filteredPage,
  type FilterPlan,
  filterPlanOf,
  indexedTable,
  type IndexCondition,
  longTexts,
  meets,
  placeColumns,
  shortText,
  limitClause
} from "./kit/Lists.ts"
import { namedStatement, type PlaceOf, ReadSql } from "./kit/Statements.ts"
import { firstText, storedResource } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { batchesByKey, updated, written } from "./kit/Writes.ts"
import { allRows } from "./kit/Rows.ts"

const Row = Schema.Struct({
  json: storedResource(Placement),
  payment_terms_days: Schema.Int,
  hired_from: Schema.NullOr(ActiveState),
  erasure_asked_ms: Schema.NullOr(Schema.Int)
})
const columns = Struct.keys(Row.fields).join(", ")
const PageRow = Schema.Struct({ ...placeColumns, json: Schema.String })
const KeyRow = Schema.Struct({ organization_id: OrganizationId, id: PlacementId })
const encode = jsonTextOf(Placement)
const placementRows = allRows(Row)
const keyRows = allRows(KeyRow)

const toStored = (row: typeof Row.Type): StoredPlacement => ({
  placement: row.json,
  paymentTermsDays: row.payment_terms_days,
  hiredFrom: row.hired_from ?? undefined,
  erasureRequestedMs: row.erasure_asked_ms ?? undefined
})

const toRow = ({ erasureRequestedMs, hiredFrom, paymentTermsDays, placement }: StoredPlacement) => ({
  application_id: placement.application_id,
  job_id: placement.job_id,
  agency_id: placement.agency_id,
  status: placement.status,
  settlement_status: placement.settlement?.status ?? null,
  due_day: dueDayOf(placement) ?? null,
  payment_terms_days: paymentTermsDays,
  hired_from: hiredFrom ?? null,
  erasure_asked_ms: erasureRequestedMs ?? null,
  held_until_ms: erasureRequestedMs === undefined ? null : holdEndMs(placement),
  json: encode(placement)
})

const toKey = ({ id, organization_id }: typeof KeyRow.Type): PlacementKey => ({ organizationId: organization_id, id })

const table = "placements"

/** The key of a placement. */
interface Key {
  readonly organizationId: string
  readonly id: string
}

export const layer = Layer.effect(
  PlacementStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)

    const byKey = (place: PlaceOf<keyof Key>) =>
      read`organization_id = ${place("organizationId")} AND id = ${place("id")}`
    const select = (from: SqlClient.SqlClient, rest: Fragment, source: Fragment = from.literal(table)) =>
      Effect.map(placementRows(from`SELECT ${from.literal(columns)} FROM ${source} WHERE ${rest}`), (rows) =>
        rows.map(toStored)
      )
    const one = (from: SqlClient.SqlClient, organizationId: string, id: string, lock: Fragment) =>
      Effect.map(select(from, from`organization_id = ${organizationId} AND id = ${id} ${lock}`), (rows) =>
        Option.fromUndefinedOr(rows[0])
      )

    const text = namedStatement<Key>(read, (place) => read`SELECT json FROM placements WHERE ${byKey(place)}`)
    const textForAgency = namedStatement<Key & { readonly agencyId: string }>(
      read,
      (place) => read`SELECT json FROM placements WHERE ${byKey(place)} AND agency_id = ${place("agencyId")}`
    )

    const found = filteredPage(
      read,
      { name: table, columns: shortText("json") },
      PageRow,
      ({ json, place_id }): StoredJson => ({ id: place_id, json })
    )
    const whole = longTexts<StoredJson>(read, { name: table, key: "id", keyOf: ({ id }) => id, column: "json" })

    const planOf = (agencyId: AgencyId | undefined, filter: PlacementFilter): FilterPlan => {
      const { agency_id = agencyId, application_id, job_id, settlement_status, status, updated_since } = filter
      const lead = (column: string, value: string | undefined): ReadonlyArray<IndexCondition> =>
        value === undefined ? [] : [{ condition: read`${read(column)} = ${value}`, index: `${table}_${column}` }]
      const leads = [
        ...lead("application_id", application_id),
        ...lead("job_id", job_id),
        ...lead("agency_id", agency_id)
      ]
      const byStatus = status === undefined ? undefined : { column: "status", values: status }
      const bySettlement =
        settlement_status === undefined ? undefined : { column: "settlement_status", values: settlement_status }
      if (byStatus === undefined || bySettlement === undefined) {
        return filterPlanOf(read, { table, leads, choice: byStatus ?? bySettlement, updated_since })
      }
      if (leads.length > 0 || updated_since !== undefined) {
        const plan = filterPlanOf(read, { table, leads, choice: byStatus, updated_since })
        return { ...plan, also: [...plan.also, meets(read, table, chosenBy(read, table, bySettlement))] }
      }
      // Each pair of statuses is one range of an index.
      const pairs = [...new Set(byStatus.values)].flatMap((one) =>
        [...new Set(bySettlement.values)].map((other) => ({
          condition: read`status = ${one} AND settlement_status = ${other}`,
          index: `${table}_statuses`
        }))
      )
      return Arr.isReadonlyArrayNonEmpty(pairs)
        ? { lead: pairs, also: [], sinceMs: undefined }
        : filterPlanOf(read, { table, leads, choice: byStatus, updated_since })
    }

    const keysOf = (condition: Fragment, index: string) =>
      Effect.map(
        keyRows(read`SELECT organization_id, id FROM ${indexedTable(read, table, index)}
            WHERE ${condition} ${limitClause(read, placementsPerLook)}`),
        (rows) => rows.map(toKey)
      )

    const firstDue = (request: { readonly today: string }) =>
      Effect.map(
        SqlSchema.findOneOption({
          Request: Schema.Struct({ today: Schema.String }),
          Result: Schema.Struct({ due_day: Schema.String }),
          execute: ({ today }) => read`SELECT due_day FROM ${indexedTable(read, table, "placements_due")}
            WHERE due_day < ${today} ORDER BY due_day LIMIT 1`
        })(request),
        Option.map(({ due_day }) => due_day)
      )

    const rowOf = (organizationId: OrganizationId, nowMs: number) => (stored: StoredPlacement) => ({
      organization_id: organizationId,
      id: stored.placement.id,
      ...toRow(stored),
      written_at_ms: nowMs
    })

    return PlacementStore.of({
      page: (organizationId, agencyId, filter, request) =>
        orStoreError(
          Effect.flatMap(found(organizationId, planOf(agencyId, filter), request), (rows) =>
            whole(organizationId, rows)
          )
        ),
      shown: (organizationId, agencyId, id) =>
        orStoreError(
          firstText(
            agencyId === undefined ? text({ organizationId, id }) : textForAgency({ organizationId, id, agencyId })
          )
        ),
      find: (organizationId, id) => orStoreError(one(read, organizationId, id, read.literal(""))),
      lock: (organizationId, id) => orStoreError(one(sql, organizationId, id, locks.forUpdate)),
      lockOf: (organizationId, applicationId) =>
        orStoreError(
          select(
            sql,
            sql`organization_id = ${organizationId} AND application_id = ${applicationId} ORDER BY id ${locks.forUpdate}`,
            indexedTable(sql, table, "placements_application_id")
          )
        ),
      due: (today) => orStoreError(keysOf(read`due_day < ${today}`, "placements_due")),
      firstDue: (today) => orStoreError(firstDue({ today })),
      heldUntil: (nowMs) => orStoreError(keysOf(read`held_until_ms <= ${nowMs}`, "placements_held")),
      insertAll: (organizationId, added) =>
        orStoreError(
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            Effect.forEach(
              batchesByKey(added, ({ placement }) => placement.id),
              (batch) =>
                orConflict(sql`INSERT INTO placements ${sql.insert(Arr.map(batch, rowOf(organizationId, nowMs)))}`),
              { discard: true }
            )
          )
        ),
      save: (organizationId, stored) =>
        orStoreError(
          Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
            written(
              sql,
              sql`UPDATE placements SET ${sql.update(toRow(stored))}, written_at_ms = ${updated(sql, nowMs)}
              WHERE organization_id = ${organizationId} AND id = ${stored.placement.id}`
            )
          )
        )
    })
  })
)
