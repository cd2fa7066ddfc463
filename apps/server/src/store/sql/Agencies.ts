/**
 * {@link AgencyStore} in a table. Lists within a row are JSON text, checked when they are written and when they are read.
 */
import { Agency } from "@partner-api/domain/Agency"
import { AgencyFees, CustomFees, initialFees } from "@partner-api/domain/AgencyFees"
import { searchedInAgency } from "@partner-api/domain/AgencyFilter"
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import { mapFound, pageBytesMax, type PageRequest } from "@partner-api/domain/Pagination"
import { AgencyStore } from "@partner-api/service/store/AgencyStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orConflict, orStoreError } from "./kit/Errors.ts"
import { bytesOf, keysetPage, longTexts, placeColumns, shortText } from "./kit/Lists.ts"
import { makeSearchWords, requireIndexed, searchFor } from "./kit/SearchIndex.ts"
import { searchedPage } from "./kit/SearchedPages.ts"
import { ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { batchesByKey, Named, selectNamed } from "./kit/Writes.ts"

const AgencyRow = Schema.Struct({
  id: Agency.fields.id,
  name: Schema.String,
  recruiters: Schema.fromJsonString(Agency.fields.recruiters),
  optimized_fee: Schema.BooleanFromBit
})
const NamedAgencyRow = Schema.Struct({ external_id: Schema.String, ...AgencyRow.fields })
const encodeAgency = Schema.encodeSync(AgencyRow)

const toAgency = ({ optimized_fee, ...agency }: typeof AgencyRow.Type): Agency => ({
  id: agency.id,
  name: agency.name,
  optimizedFee: optimized_fee,
  recruiters: agency.recruiters
})

/** How many agencies a page begins with. */
const firstRows = 8

/** An agency of a page, and the text of what stands behind its name in an answer. */
const PageRow = Schema.Struct({ place_id: Schema.String, name: Schema.String, recruiters: Schema.String })
const restOfAgency = `'{"optimizedFee":' || CASE optimized_fee WHEN 0 THEN 'false' ELSE 'true' END || ',"recruiters":' || recruiters || '}'`
const columnsOfPage = ["name", shortText("recruiters", restOfAgency)].join(", ")
const SearchedRow = Schema.Struct({ ...PageRow.fields, ...placeColumns })

const toRow = ({ recruiters, ...row }: typeof PageRow.Type) => ({ ...row, json: recruiters })

/** The agency as it is answered, byte for byte. */
const toListed = ({ json, name, place_id }: ReturnType<typeof toRow>): StoredJson => ({
  id: place_id,
  json: `{"id":${JSON.stringify(place_id)},"name":${JSON.stringify(name)},${json.slice(1)}`
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

export const layer = Layer.effect(
  AgencyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const Key = Schema.Struct({ organizationId: Schema.String, id: Schema.String })
    const names = Object.keys(AgencyRow.fields)
    const columns = sql.literal(names.join(", "))
    const byKey = keysetPage(read, { name: "agencies", columns: `id AS place_id, ${columnsOfPage}`, row: PageRow })
    const bySearch = searchedPage(read, { name: "agencies", columns: columnsOfPage }, SearchedRow, toRow)
    const whole = longTexts<ReturnType<typeof toRow>>(read, {
      name: "agencies",
      key: "id",
      keyOf: ({ place_id }) => place_id,
      column: "recruiters",
      text: restOfAgency
    })
    const found = (rows: ReadonlyArray<typeof PageRow.Type>) => ({
      rows: rows.map((row) => ({ position: row.place_id, row: toRow(row) })),
      lookedTo: undefined
    })
    /** Where the first agencies are large, the page ends before the others: SQLite passes every byte of a row that it walks over. */
    const all = Effect.fnUntraced(function* (organizationId: OrganizationId, { after, limit }: PageRequest) {
      const first = yield* byKey(organizationId, { after, limit: Math.min(limit, firstRows) })
      const bytes = first.reduce((sum, { recruiters }) => sum + bytesOf(recruiters), 0)
      if (first.length <= firstRows || limit <= firstRows || bytes > pageBytesMax) return found(first)
      const rest = yield* byKey(organizationId, { after: first.at(-1)?.place_id, limit: limit - first.length })
      return found([...first, ...rest])
    })
    const search = Effect.fnUntraced(function* (organizationId: OrganizationId, q: string, request: PageRequest) {
      yield* requireIndexed(read, "agencies", organizationId)
      return yield* bySearch(
        organizationId,
        { search: searchFor(read, "agencies", organizationId, q), also: () => [] },
        request
      )
    })
    const searchWords = makeSearchWords(sql, "agencies", searchedInAgency)

    const find = SqlSchema.findOneOption({
      Request: Key,
      Result: AgencyRow,
      execute: ({ organizationId, id }) =>
        read`SELECT ${columns} FROM agencies WHERE organization_id = ${organizationId} AND id = ${id}`
    })
    const findShown = SqlSchema.findAll({
      Request: Key,
      Result: PageRow,
      execute: ({ organizationId, id }) => read`
        SELECT id AS place_id, ${read.literal(columnsOfPage)} FROM agencies
        WHERE organization_id = ${organizationId} AND id = ${id}`
    })
    const findFees = (from: SqlClient.SqlClient, lock: Fragment) =>
      SqlSchema.findOneOption({
        Request: Key,
        Result: FeesRow,
        execute: ({ organizationId, id }) => from`
          SELECT optimized_fee, custom_fees FROM agencies WHERE organization_id = ${organizationId} AND id = ${id}
          ${lock}`
      })
    const fees = findFees(read, read.literal(""))
    const lockFees = findFees(sql, makeLocks(sql).forUpdate)

    const saveFees = (organizationId: OrganizationId, id: AgencyId, changed: AgencyFees) => {
      const row = toFeesRow(changed)
      return sql`UPDATE agencies SET optimized_fee = ${row.optimized_fee}, custom_fees = ${row.custom_fees}
        WHERE organization_id = ${organizationId} AND id = ${id}`
    }

    const insert = (organizationId: OrganizationId, agency: Agency, given: AgencyFees) =>
      sql`INSERT INTO agencies ${sql.insert({
        organization_id: organizationId,
        searched_name: agency.name,
        ...encodeAgency({ ...agency, optimized_fee: given.optimizedFee }),
        ...toFeesRow(given)
      })} ON CONFLICT DO NOTHING RETURNING id`

    const byExternalId = SqlSchema.findAll({
      Request: Named,
      Result: NamedAgencyRow,
      execute: (named) => selectNamed(sql, { name: "agencies", columns: ["external_id", ...names] }, named)
    })

    const save = (organizationId: OrganizationId, agencies: Arr.NonEmptyReadonlyArray<readonly [string, Agency]>) =>
      sql`INSERT INTO agencies ${sql.insert(
        Arr.map(agencies, ([externalId, agency]) => ({
          organization_id: organizationId,
          external_id: externalId,
          searched_name: agency.name,
          ...encodeAgency({ ...agency, optimized_fee: initialFees.optimizedFee }),
          ...toFeesRow(initialFees)
        }))
      )} ON CONFLICT (organization_id, id) DO UPDATE SET
        name = excluded.name, recruiters = excluded.recruiters, external_id = excluded.external_id,
        searched_name = excluded.searched_name`

    return AgencyStore.of({
      page: (organizationId, { q }, request) =>
        (q === undefined ? all(organizationId, request) : search(organizationId, q, request)).pipe(
          Effect.flatMap((found) => whole(organizationId, found)),
          Effect.map((found) => mapFound(found, toListed)),
          orStoreError
        ),
      find: (organizationId, id) => orStoreError(Effect.map(find({ organizationId, id }), Option.map(toAgency))),
      shown: (organizationId, id) =>
        findShown({ organizationId, id }).pipe(
          Effect.flatMap((rows) => whole(organizationId, found(rows))),
          Effect.map(({ rows: [only] }) => Option.fromUndefinedOr(only && toListed(only.row))),
          orStoreError
        ),
      fees: (organizationId, id) => orStoreError(Effect.map(fees({ organizationId, id }), Option.map(toFees))),
      lockFees: (organizationId, id) => orStoreError(Effect.map(lockFees({ organizationId, id }), Option.map(toFees))),
      saveFees: (organizationId, id, changed) => orStoreError(Effect.asVoid(saveFees(organizationId, id, changed))),
      byExternalId: (organizationId, externalIds) =>
        orStoreError(
          Effect.map(
            byExternalId({ organizationId, names: externalIds }),
            (rows) => new Map(rows.map((row) => [row.external_id, toAgency(row)]))
          )
        ),
      saveAll: Effect.fnUntraced(function* (organizationId, agencies) {
        for (const batch of batchesByKey(agencies, ([, { id }]) => id)) yield* orConflict(save(organizationId, batch))
        yield* searchWords.save(
          organizationId,
          agencies.map(([, agency]) => agency)
        )
      }, orStoreError),
      insert: Effect.fnUntraced(function* (organizationId, agency, given) {
        const isNew = (yield* insert(organizationId, agency, given)).length > 0
        if (isNew) yield* searchWords.save(organizationId, [agency])
      }, orStoreError)
    })
  })
)
