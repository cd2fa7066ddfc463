/**
 * Agencies and their fees. Lists within a row are JSON text, checked when they are written and when they are read.
 */
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFees, CustomFees } from "@partner-api/domain/AgencyFees"
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { keysetPage } from "./KeysetPage.ts"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError, type StoreError } from "./StoreError.ts"

const AgencyRow = Schema.Struct({
  id: Agency.fields.id,
  name: Schema.String,
  recruiters: Schema.fromJsonString(Agency.fields.recruiters),
  optimized_fee: Schema.BooleanFromBit
})
const encodeAgency = Schema.encodeSync(AgencyRow)

const toAgency = ({ optimized_fee, ...agency }: typeof AgencyRow.Type): Agency => ({
  id: agency.id,
  name: agency.name,
  optimizedFee: optimized_fee,
  recruiters: agency.recruiters
})

const FeesRow = Schema.Struct({
  optimized_fee: Schema.BooleanFromBit,
  custom_fees: Schema.fromJsonString(CustomFees)
})
const encodeFees = Schema.encodeSync(FeesRow)

const toFees = (row: typeof FeesRow.Type): AgencyFees => ({
  optimizedFee: row.optimized_fee,
  customFees: row.custom_fees
})

const toFeesRow = (fees: AgencyFees) => encodeFees({ optimized_fee: fees.optimizedFee, custom_fees: fees.customFees })

export class AgencyStore extends Context.Service<
  AgencyStore,
  {
    readonly page: (
      organizationId: OrganizationId,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<Agency>, StoreError>
    readonly find: (organizationId: OrganizationId, id: AgencyId) => Effect.Effect<Option.Option<Agency>, StoreError>
    readonly fees: (
      organizationId: OrganizationId,
      id: AgencyId
    ) => Effect.Effect<Option.Option<AgencyFees>, StoreError>
    /** Changes the fees of an agency in one transaction; none when there is no such agency. */
    readonly changeFees: <E>(
      organizationId: OrganizationId,
      id: AgencyId,
      change: (stored: AgencyFees) => Effect.Effect<AgencyFees, E>
    ) => Effect.Effect<Option.Option<AgencyFees>, E | StoreError>
    /** Adds an agency with its fees, unless it exists. */
    readonly insert: (
      organizationId: OrganizationId,
      agency: Agency,
      fees: AgencyFees
    ) => Effect.Effect<void, StoreError>
  }
>()("@partner-api/server/AgencyStore") {
  static readonly layer = Layer.effect(
    AgencyStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = yield* ReadSql
      const Key = Schema.Struct({ organizationId: Schema.String, id: Schema.String })
      const names = Object.keys(AgencyRow.fields)
      const columns = sql.literal(names.join(", "))
      const page = keysetPage(read, { name: "agencies", columns: names, row: AgencyRow })

      const find = SqlSchema.findOneOption({
        Request: Key,
        Result: AgencyRow,
        execute: ({ organizationId, id }) =>
          read`SELECT ${columns} FROM agencies WHERE organization_id = ${organizationId} AND id = ${id}`
      })
      const findFees = (from: SqlClient.SqlClient, lock: string) =>
        SqlSchema.findOneOption({
          Request: Key,
          Result: FeesRow,
          execute: ({ organizationId, id }) => from`
            SELECT optimized_fee, custom_fees FROM agencies WHERE organization_id = ${organizationId} AND id = ${id}
            ${from.literal(lock)}`
        })
      // SQLite has one writer at a time; PostgreSQL is told which row the transaction is about to change.
      const lockRow = sql.onDialectOrElse({ sqlite: () => "", orElse: () => "FOR UPDATE" })
      const fees = findFees(read, "")
      const feesToChange = findFees(sql, lockRow)

      const changeFees = Effect.fnUntraced(function* <E>(
        organizationId: OrganizationId,
        id: AgencyId,
        change: (stored: AgencyFees) => Effect.Effect<AgencyFees, E>
      ) {
        const stored = yield* feesToChange({ organizationId, id })
        if (Option.isNone(stored)) return Option.none()
        const changed = yield* change(toFees(stored.value))
        const row = toFeesRow(changed)
        yield* sql`UPDATE agencies SET optimized_fee = ${row.optimized_fee}, custom_fees = ${row.custom_fees}
          WHERE organization_id = ${organizationId} AND id = ${id}`
        return Option.some(changed)
      })

      const insert = (organizationId: OrganizationId, agency: Agency, given: AgencyFees) =>
        sql`INSERT INTO agencies ${sql.insert({
          organization_id: organizationId,
          ...encodeAgency({ ...agency, optimized_fee: given.optimizedFee }),
          ...toFeesRow(given)
        })} ON CONFLICT DO NOTHING`

      return AgencyStore.of({
        page: (organizationId, request) =>
          orStoreError(Effect.map(page(organizationId, request), (rows) => rows.map(toAgency))),
        find: (organizationId, id) => orStoreError(Effect.map(find({ organizationId, id }), Option.map(toAgency))),
        fees: (organizationId, id) => orStoreError(Effect.map(fees({ organizationId, id }), Option.map(toFees))),
        changeFees: (organizationId, id, change) =>
          orStoreError(sql.withTransaction(changeFees(organizationId, id, change))),
        insert: (organizationId, agency, given) => orStoreError(Effect.asVoid(insert(organizationId, agency, given)))
      })
    })
  )
}
