/**
 * {@link AgencyStore} in a table. Lists within a row are JSON text, checked when they are written and when they are read.
 */
import { Agency, AgencyStatus } from "@partner-api/domain/Agency"
import { AgencyFees, CustomFees, initialFees } from "@partner-api/domain/AgencyFees"
import { searchedInAgency } from "@partner-api/domain/AgencyFilter"
import { Guarantee } from "@partner-api/domain/Guarantee"
import { AgencyId, type OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { pageBytesMax, type PageRequest } from "@partner-api/domain/Pagination"
import { recruitersOf, StoredRecruiter } from "@partner-api/domain/Recruiter"
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
import { columnsOf, firstNamedRow } from "./kit/Rows.ts"
import { namedStatement, ReadSql } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { batchesByKey, Named, selectNamed, written } from "./kit/Writes.ts"

const AgencyRow = Schema.Struct({
  id: Agency.fields.id,
  name: Schema.String,
  external_id: Schema.NullOr(Schema.String),
  status: AgencyStatus,
  recruiters: Schema.fromJsonString(Schema.Array(StoredRecruiter)),
  optimized_fee: Schema.BooleanFromBit
})
const encodeAgency = Schema.encodeSync(AgencyRow)
const agencyRow = firstNamedRow(AgencyRow)

const toAgency = ({ external_id, id, name, optimized_fee, recruiters, status }: typeof AgencyRow.Type): Agency => ({
  id,
  name,
  ...(external_id === null ? {} : { external_id }),
  status,
  optimizedFee: optimized_fee,
  recruiters: recruitersOf(id, recruiters)
})

const toAgencyRow = ({ external_id, optimizedFee, ...agency }: Agency) =>
  encodeAgency({ ...agency, external_id: external_id ?? null, optimized_fee: optimizedFee })

/** The number of agencies that a page begins with. */
const firstRows = 8

/** An agency of a page, and the text of what stands behind its name in an answer. */
const PageRow = Schema.Struct({ place_id: Schema.String, name: Schema.String, recruiters: Schema.String })
const restOfAgency = (quote: (column: string) => string) =>
  [
    `'{' || CASE WHEN external_id IS NULL THEN '' ELSE '"external_id":' || ${quote("external_id")} || ',' END`,
    `'"status":"' || status || '","optimizedFee":' || CASE optimized_fee WHEN 0 THEN 'false' ELSE 'true' END`,
    `',"recruiters":' || recruiters || '}'`
  ].join(" || ")
const SearchedRow = Schema.Struct({ ...PageRow.fields, ...placeColumns })

const toRow = ({ recruiters, ...row }: typeof PageRow.Type) => ({ ...row, json: recruiters })

/** The beginning of the recruiters in the rest of an agency. No text within it has these characters: there each quotation mark has a backslash. */
const recruitersMember = '"recruiters":'

/** The beginning of a list that a release from before recruiters had ids has written. */
const withoutIds = '[{"first_name":'

const StoredRecruiters = Schema.fromJsonString(Schema.Array(StoredRecruiter))
const decodeRecruiters = Schema.decodeUnknownEffect(StoredRecruiters)
const encodeRecruiters = jsonTextOf(Agency.fields.recruiters)

/** The rest of an agency, whose recruiters have ids. */
const withIds = (id: AgencyId, rest: string): Effect.Effect<string, Schema.SchemaError> => {
  const at = rest.indexOf(recruitersMember) + recruitersMember.length
  return rest.startsWith(withoutIds, at)
    ? Effect.map(
        decodeRecruiters(rest.slice(at, -1)),
        (stored) => `${rest.slice(0, at)}${encodeRecruiters(recruitersOf(id, stored))}}`
      )
    : Effect.succeed(rest)
}

/** The agency as it is answered, byte for byte. */
const toListed = ({ json, name, place_id }: ReturnType<typeof toRow>): Effect.Effect<StoredJson, Schema.SchemaError> =>
  Effect.map(withIds(AgencyId.make(place_id), json), (rest) => ({
    id: place_id,
    json: `{"id":${JSON.stringify(place_id)},"name":${JSON.stringify(name)},${rest.slice(1)}`
  }))

const FeesRow = Schema.Struct({
  optimized_fee: Schema.BooleanFromBit,
  custom_fees: Schema.fromJsonString(CustomFees),
  guarantee: Schema.NullOr(Schema.fromJsonString(Guarantee)),
  payment_terms_days: Schema.NullOr(Schema.Int)
})
const encodeFees = Schema.encodeSync(FeesRow)
const feesRow = firstNamedRow(FeesRow)

const NameRow = Schema.Struct({ name: Schema.String })
const nameRow = firstNamedRow(NameRow)

const StatusRow = Schema.Struct({ status: AgencyStatus })
const statusRow = firstNamedRow(StatusRow)

const StandingRow = Schema.Struct({ ...StatusRow.fields, ...FeesRow.fields })
const standingRow = firstNamedRow(StandingRow)

/** The key of an agency. */
interface Key {
  readonly organizationId: string
  readonly id: string
}

const toFees = ({ custom_fees, guarantee, optimized_fee, payment_terms_days }: typeof FeesRow.Type): AgencyFees => ({
  optimizedFee: optimized_fee,
  customFees: custom_fees,
  ...(guarantee === null ? {} : { guarantee }),
  ...(payment_terms_days === null ? {} : { paymentTermsDays: payment_terms_days })
})

const toFeesRow = ({ customFees, guarantee, optimizedFee, paymentTermsDays }: AgencyFees) =>
  encodeFees({
    optimized_fee: optimizedFee,
    custom_fees: customFees,
    guarantee: guarantee ?? null,
    payment_terms_days: paymentTermsDays ?? null
  })

export const layer = Layer.effect(
  AgencyStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const locks = makeLocks(sql)
    const names = Object.keys(AgencyRow.fields)
    const rest = restOfAgency((column) =>
      sql.onDialectOrElse({ sqlite: () => `json_quote(${column})`, orElse: () => `CAST(to_json(${column}) AS TEXT)` })
    )
    const columnsOfPage = ["name", shortText("recruiters", rest)].join(", ")
    const byKey = keysetPage(read, { name: "agencies", columns: `id AS place_id, ${columnsOfPage}`, row: PageRow })
    const bySearch = searchedPage(read, { name: "agencies", columns: columnsOfPage }, SearchedRow, toRow)
    const whole = longTexts<ReturnType<typeof toRow>>(read, {
      name: "agencies",
      key: "id",
      keyOf: ({ place_id }) => place_id,
      column: "recruiters",
      text: rest
    })
    const found = (rows: ReadonlyArray<typeof PageRow.Type>) => ({
      rows: rows.map((row) => ({ position: row.place_id, row: toRow(row) })),
      lookedTo: undefined
    })
    /** Reads the first agencies alone where they are large, since SQLite passes every byte of a row that it walks over. */
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

    /** The statement of some columns of an agency. */
    const selecting = (
      from: SqlClient.SqlClient,
      row: { readonly fields: Schema.Struct.Fields },
      lock: Fragment = from.literal("")
    ) =>
      namedStatement<Key>(
        from,
        (place) => from`SELECT ${from.literal(columnsOf(row))} FROM agencies
          WHERE organization_id = ${place("organizationId")} AND id = ${place("id")} ${lock}`
      )
    const find = selecting(read, AgencyRow)
    const lock = selecting(sql, AgencyRow, locks.forUpdate)
    const name = selecting(read, NameRow)
    const status = selecting(sql, StatusRow)
    const standing = selecting(sql, StandingRow)
    const findShown = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: Schema.String, id: Schema.String }),
      Result: PageRow,
      execute: ({ organizationId, id }) => read`
        SELECT id AS place_id, ${read.literal(columnsOfPage)} FROM agencies
        WHERE organization_id = ${organizationId} AND id = ${id}`
    })
    const fees = selecting(read, FeesRow)
    const lockFees = selecting(sql, FeesRow, locks.forUpdate)

    const saveFees = (organizationId: OrganizationId, id: AgencyId, changed: AgencyFees) => {
      const row = toFeesRow(changed)
      return sql`UPDATE agencies SET optimized_fee = ${row.optimized_fee}, custom_fees = ${row.custom_fees},
        guarantee = ${row.guarantee}, payment_terms_days = ${row.payment_terms_days}
        WHERE organization_id = ${organizationId} AND id = ${id}`
    }

    const insert = (organizationId: OrganizationId, agency: Agency, given: AgencyFees) =>
      sql`INSERT INTO agencies ${sql.insert({
        organization_id: organizationId,
        searched_name: agency.name,
        ...toAgencyRow({ ...agency, optimizedFee: given.optimizedFee }),
        ...toFeesRow(given)
      })} ON CONFLICT DO NOTHING RETURNING id`

    const byExternalId = SqlSchema.findAll({
      Request: Named,
      Result: AgencyRow,
      execute: (named) => selectNamed(sql, { name: "agencies", columns: names }, named)
    })

    const save = (organizationId: OrganizationId, agencies: Arr.NonEmptyReadonlyArray<Agency>) =>
      sql`INSERT INTO agencies ${sql.insert(
        Arr.map(agencies, (agency) => ({
          organization_id: organizationId,
          searched_name: agency.name,
          ...toAgencyRow({ ...agency, optimizedFee: initialFees.optimizedFee }),
          ...toFeesRow(initialFees)
        }))
      )} ON CONFLICT (organization_id, id) DO UPDATE SET
        name = excluded.name, recruiters = excluded.recruiters, external_id = excluded.external_id,
        status = excluded.status, searched_name = excluded.searched_name`

    return AgencyStore.of({
      page: (organizationId, { q }, request) =>
        (q === undefined ? all(organizationId, request) : search(organizationId, q, request)).pipe(
          Effect.flatMap((found) => whole(organizationId, found)),
          Effect.flatMap((found) =>
            Effect.map(
              Effect.forEach(found.rows, ({ position, row }) =>
                Effect.map(toListed(row), (listed) => ({ position, row: listed }))
              ),
              (rows) => ({ ...found, rows })
            )
          ),
          orStoreError
        ),
      find: (organizationId, id) =>
        orStoreError(Effect.map(agencyRow(find({ organizationId, id })), Option.map(toAgency))),
      shown: (organizationId, id) =>
        findShown({ organizationId, id }).pipe(
          Effect.flatMap((rows) => whole(organizationId, found(rows))),
          Effect.flatMap(({ rows: [only] }) =>
            only === undefined ? Effect.succeed(Option.none()) : Effect.map(toListed(only.row), Option.some)
          ),
          orStoreError
        ),
      lock: (organizationId, id) =>
        orStoreError(Effect.map(agencyRow(lock({ organizationId, id })), Option.map(toAgency))),
      name: (organizationId, id) =>
        orStoreError(
          Effect.map(
            nameRow(name({ organizationId, id })),
            Option.map((row) => row.name)
          )
        ),
      status: (organizationId, id) =>
        orStoreError(
          Effect.map(
            statusRow(status({ organizationId, id })),
            Option.map((row) => row.status)
          )
        ),
      standing: (organizationId, id) =>
        orStoreError(
          Effect.map(
            standingRow(standing({ organizationId, id })),
            Option.map(({ status, ...row }) => ({ status, fees: toFees(row) }))
          )
        ),
      fees: (organizationId, id) => orStoreError(Effect.map(feesRow(fees({ organizationId, id })), Option.map(toFees))),
      lockFees: (organizationId, id) =>
        orStoreError(Effect.map(feesRow(lockFees({ organizationId, id })), Option.map(toFees))),
      saveFees: (organizationId, id, changed) => orStoreError(written(sql, saveFees(organizationId, id, changed))),
      byExternalId: (organizationId, externalIds) =>
        orStoreError(
          Effect.map(
            byExternalId({ organizationId, names: externalIds }),
            (rows) => new Map(rows.map((row) => [row.external_id ?? "", toAgency(row)]))
          )
        ),
      saveAll: Effect.fnUntraced(function* (organizationId, agencies) {
        for (const batch of batchesByKey(agencies, ({ id }) => id))
          yield* orConflict(written(sql, save(organizationId, batch)))
        yield* searchWords.save(organizationId, agencies)
      }, orStoreError),
      insert: Effect.fnUntraced(function* (organizationId, agency, given) {
        const isNew = (yield* insert(organizationId, agency, given)).length > 0
        if (isNew) yield* searchWords.save(organizationId, [agency])
        return isNew
      }, orStoreError)
    })
  })
)
