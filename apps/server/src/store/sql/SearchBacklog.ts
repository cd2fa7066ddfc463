/**
 * Records whose words are not in the index yet: those from before there was one, those of a copied database, and what a node of the release
 * before has written. A worker adds them in short transactions.
 */
import { searchedInAgency } from "@partner-api/domain/AgencyFilter"
import { Unavailable } from "@partner-api/domain/Errors"
import { OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { searchedInJob } from "@partner-api/domain/JobFilter"
import { User } from "@partner-api/domain/User"
import { searchedInUser } from "@partner-api/domain/UserFilter"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import * as Struct from "effect/Struct"
import { indexedTable } from "./IndexedTable.ts"
import { makeLocks } from "./Locks.ts"
import { orStoreError } from "./StoreError.ts"
import { makeSearchWords, type SearchedTexts, type SearchKind } from "./SearchWords.ts"
import { onConflict } from "./SqlTransaction.ts"
import { storedResource } from "./StoredResource.ts"

/** How many records get their words in one transaction: requests come between. */
export const recordsPerTransaction = 500

/** The delay of `Retry-After` where an organization is not searchable yet, in seconds. */
const indexRetryAfterSeconds = 5

const notIndexed = new Unavailable({
  message: "The search index of this organization is being built. Retry later, or list without q.",
  retryAfterSeconds: indexRetryAfterSeconds
})

/** What tells that a record is not in the index; a partial index of its table has the same condition. */
const conditions: Readonly<Record<SearchKind, string>> = {
  jobs: "searched_at_ms IS NULL",
  users: "searched_at_ms IS NULL",
  agencies: "searched_name IS NULL"
}

const from = (sql: SqlClient, kind: SearchKind) =>
  sql`${indexedTable(sql, kind, `${kind}_unsearched`)} WHERE ${sql.literal(conditions[kind])}`

/** Fails where a search would miss records of an organization. */
export const requireIndexed = (sql: SqlClient, kind: SearchKind, organizationId: OrganizationId) =>
  Effect.flatMap(
    sql`SELECT id FROM ${from(sql, kind)} AND organization_id = ${organizationId} LIMIT 1`,
    Arr.match({ onEmpty: () => Effect.void, onNonEmpty: () => notIndexed })
  )

/** More missing records are not counted: they are read one by one, and a scrape must not take long. */
const countedMax = 10_000

/** How many records of a kind are not in the index, counted up to {@link countedMax}. */
export const countMissing = (sql: SqlClient, kind: SearchKind) =>
  Effect.map(
    sql<{
      readonly n: number
    }>`SELECT count(*) AS n FROM (SELECT 1 FROM ${from(sql, kind)} LIMIT ${countedMax}) AS missing`,
    ([row]) => row?.n
  )

/** Counts the missing records of all kinds, for a reader without a client of its own. */
export const missingSql = `SELECT CAST(sum(n) AS INTEGER) AS number FROM (${Struct.keys(conditions)
  .map(
    (kind) =>
      `SELECT count(*) AS n FROM (SELECT 1 FROM ${kind} WHERE ${conditions[kind]} LIMIT ${countedMax}) AS ${kind}`
  )
  .join(" UNION ALL ")}) AS missing`

interface Kind<Row> {
  readonly kind: SearchKind
  readonly columns: string
  readonly row: Schema.Codec<Row, unknown>
  readonly textsOf: (row: Row) => SearchedTexts
  /** Says of a row that it is in the index. */
  readonly mark: string
}

/** Adds the words of the next records of a kind, and tells how many there were. */
const addNext = <Row extends { readonly organization_id: OrganizationId; readonly id: string }>(
  sql: SqlClient,
  { columns, kind, mark, row, textsOf }: Kind<Row>
) => {
  const { save } = makeSearchWords(sql, kind, textsOf)
  const next = SqlSchema.findAll({
    Request: Schema.Void,
    Result: row,
    execute: () => sql`SELECT ${sql.literal(columns)} FROM ${from(sql, kind)}
      ORDER BY organization_id, id LIMIT ${recordsPerTransaction} ${makeLocks(sql).forUpdate}`
  })
  const add = Effect.fnUntraced(function* () {
    const rows = yield* next()
    const byOrganization = Arr.groupBy(rows, ({ organization_id }) => organization_id)
    for (const some of Object.values(byOrganization)) {
      const [{ organization_id }] = some
      yield* save(organization_id, some)
      yield* sql`UPDATE ${sql(kind)} SET ${sql.literal(mark)}
        WHERE organization_id = ${organization_id} AND id IN ${sql.in(some.map(({ id }) => id))}`
    }
    return rows.length
  })
  return sql.withTransaction(add())
}

const Key = { organization_id: OrganizationId, id: Schema.String }

/** Adds the words of every record that has none in the index. */
export const addMissing = (sql: SqlClient) => {
  const untilNone = <Row extends { readonly organization_id: OrganizationId; readonly id: string }>(kind: Kind<Row>) =>
    addNext(sql, kind).pipe(
      orStoreError,
      Effect.retry(onConflict),
      Effect.repeat({ until: (added) => added < recordsPerTransaction })
    )
  return Effect.asVoid(
    Effect.all([
      untilNone({
        kind: "jobs",
        columns: "organization_id, id, json",
        row: Schema.Struct({ ...Key, json: storedResource(Job) }),
        textsOf: ({ json }) => searchedInJob(json),
        mark: "searched_at_ms = written_at_ms"
      }),
      untilNone({
        kind: "users",
        columns: "organization_id, id, first_name, last_name, email",
        row: Schema.Struct({ ...Key, ...Struct.pick(User.fields, ["first_name", "last_name", "email"]) }),
        textsOf: searchedInUser,
        mark: "searched_at_ms = written_at_ms"
      }),
      untilNone({
        kind: "agencies",
        columns: "organization_id, id, name",
        row: Schema.Struct({ ...Key, name: Schema.String }),
        textsOf: searchedInAgency,
        mark: "searched_name = name"
      })
    ])
  ).pipe(Effect.withSpan("SearchBacklog.addMissing"))
}
