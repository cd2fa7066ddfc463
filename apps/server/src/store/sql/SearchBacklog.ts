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
import * as Option from "effect/Option"
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

/** The most records that get their words in one transaction: SQLite takes 5 ms, and requests come between. */
export const recordsPerTransaction = 100

/** The most bytes of such records. Longer ones get their words alone: reading those of 80 kB takes 3 ms. */
const bytesPerTransaction = 131_072

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
  /** The bytes of a row from which words are read. */
  readonly bytes: string
  /** Says of a row that it is in the index. */
  readonly mark: string
}

const Key = { organization_id: OrganizationId, id: Schema.String }
const RowKey = Schema.Struct(Key)

/** Adds the words of the next records of a kind, and gives their number. */
const addNext = <Row extends typeof RowKey.Type>(sql: SqlClient, kind: Kind<Row>) => {
  const { save } = makeSearchWords(sql, kind.kind, kind.textsOf)
  const records = from(sql, kind.kind)
  const order = sql.literal("organization_id, id")
  const lastOfNext = SqlSchema.findOneOption({
    Request: Schema.Void,
    Result: RowKey,
    execute: () => sql`SELECT organization_id, id FROM (
        SELECT organization_id, id, sum(bytes) OVER so_far AS bytes, row_number() OVER so_far AS number FROM (
          SELECT organization_id, id, ${sql.literal(kind.bytes)} AS bytes FROM ${records}
          ORDER BY ${order} LIMIT ${recordsPerTransaction}) AS next
        WINDOW so_far AS (ORDER BY ${order} ROWS UNBOUNDED PRECEDING)
      ) AS counted WHERE bytes <= ${bytesPerTransaction} OR number = 1 ORDER BY number DESC LIMIT 1`
  })
  const upTo = SqlSchema.findAll({
    Request: RowKey,
    Result: kind.row,
    execute: ({ id, organization_id }) => sql`SELECT ${sql.literal(kind.columns)} FROM ${records}
      AND (organization_id, id) <= (${organization_id}, ${id}) ORDER BY ${order} ${makeLocks(sql).forUpdate}`
  })
  const add = Effect.fnUntraced(function* () {
    const last = yield* lastOfNext()
    if (Option.isNone(last)) return 0
    const rows = yield* upTo(last.value)
    const byOrganization = Arr.groupBy(rows, ({ organization_id }) => organization_id)
    for (const some of Object.values(byOrganization)) {
      const [{ organization_id }] = some
      yield* save(organization_id, some)
      yield* sql`UPDATE ${sql(kind.kind)} SET ${sql.literal(kind.mark)}
        WHERE organization_id = ${organization_id} AND id IN ${sql.in(some.map(({ id }) => id))}`
    }
    return rows.length
  })
  return sql.withTransaction(add())
}

/** Adds the words of every record that has none in the index. */
export const addMissing = (sql: SqlClient) => {
  const untilNone = <Row extends typeof RowKey.Type>(kind: Kind<Row>) =>
    addNext(sql, kind).pipe(
      orStoreError,
      Effect.retry(onConflict),
      // Requests that have come are served before the next ones.
      Effect.tap(() => Effect.yieldNow),
      Effect.repeat({ until: (added) => added === 0 })
    )
  return Effect.asVoid(
    Effect.all([
      untilNone({
        kind: "jobs",
        columns: "organization_id, id, json",
        row: Schema.Struct({ ...Key, json: storedResource(Job) }),
        textsOf: ({ json }) => searchedInJob(json),
        bytes: "octet_length(json)",
        mark: "searched_at_ms = written_at_ms"
      }),
      untilNone({
        kind: "users",
        columns: "organization_id, id, first_name, last_name, email",
        row: Schema.Struct({ ...Key, ...Struct.pick(User.fields, ["first_name", "last_name", "email"]) }),
        textsOf: searchedInUser,
        bytes: "0",
        mark: "searched_at_ms = written_at_ms"
      }),
      untilNone({
        kind: "agencies",
        columns: "organization_id, id, name",
        row: Schema.Struct({ ...Key, name: Schema.String }),
        textsOf: searchedInAgency,
        bytes: "0",
        mark: "searched_name = name"
      })
    ])
  ).pipe(Effect.withSpan("SearchBacklog.addMissing"))
}
