/**
 * The index of words that searches read (decisions, Filters): the words of a record, the conditions of a search, and the records whose words are
 * not in the index yet.
 */
import { searchedInAgency } from "@partner-api/domain/AgencyFilter"
import { Unavailable } from "@partner-api/domain/Errors"
import { OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { searchedInJob } from "@partner-api/domain/JobFilter"
import { wordsOf } from "@partner-api/domain/Search"
import { User } from "@partner-api/domain/User"
import { searchedInUser } from "@partner-api/domain/UserFilter"
import { shortTagOf } from "@partner-api/service/crypto/Secrets"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { SqlClient } from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { orStoreError } from "./Errors.ts"
import { indexedTable, limitClause } from "./Lists.ts"
import { storedResource } from "./StoredValues.ts"
import { makeLocks, onConflict } from "./Transactions.ts"
import { batchesByKey, rowInsert } from "./Writes.ts"

// The words of records, and the conditions of a search. The domain splits texts into words; each engine indexes them as a text with spaces.

/** The kinds of records that are searched: tables, each with a key of organization and id. */
export type SearchKind = "jobs" | "users" | "agencies"

/** The texts of a record that are searched. */
type SearchedTexts = ReadonlyArray<string | undefined>

/** The words with the tag of their organization and kind, without which an engine would pass through those of all others. */
const taggedWords = (kind: SearchKind, organizationId: string) => {
  const tag = shortTagOf(`${organizationId} ${kind}`)
  return (texts: SearchedTexts) => wordsOf(texts).map((word) => tag + word)
}

/** Writes the words of records of a kind. Takes part in the transaction under way. */
export const makeSearchWords = <Searched>(
  sql: SqlClient,
  kind: SearchKind,
  textsOf: (record: Searched) => SearchedTexts
) => {
  const insert = rowInsert<"words">(
    sql,
    ({ words }) => sql`INSERT INTO search_words ${sql.insert(words)}
    ON CONFLICT (organization_id, kind, id) DO UPDATE SET words = excluded.words
    WHERE search_words.words <> excluded.words`,
    { isDeferred: true }
  )
  return {
    save: (organizationId: OrganizationId, records: ReadonlyArray<Searched & { readonly id: string }>) => {
      const words = taggedWords(kind, organizationId)
      const rowOf = (record: Searched & { readonly id: string }) => ({
        organization_id: organizationId,
        kind,
        id: record.id,
        words: words(textsOf(record)).join(" ")
      })
      return Effect.forEach(
        batchesByKey(records, ({ id }) => id),
        (batch) => insert({ words: Arr.map(batch, rowOf) }),
        { discard: true }
      )
    },
    remove: (organizationId: OrganizationId, id: string) =>
      sql`DELETE FROM search_words WHERE organization_id = ${organizationId} AND kind = ${kind} AND id = ${id}`
  }
}

/** The conditions of one search. */
export interface Search {
  /** The words that it looks for; without one it finds nothing. */
  readonly words: ReadonlyArray<string>
  /** The rows of the table of words that are of its organization and kind. */
  readonly scope: Fragment
  /** Whether such a row has some of the words. Reads all words of the row for each of them. */
  readonly has: (words: ReadonlyArray<string>) => Fragment
  /** Whether the record with an id has all words of the search. */
  readonly isMetBy: (id: Fragment) => Fragment
  /** The bytes of the words of the record with an id. */
  readonly bytesOf: (id: Fragment) => Fragment
  /** The rows of the table of words that have some of the words, by the index, in no order, some of them of other organizations. Stands behind FROM. */
  readonly found: (words: ReadonlyArray<string>) => Fragment
}

const ftsQuery = (words: ReadonlyArray<string>) => words.map((word) => `"${word}" *`).join(" AND ")
const tsQuery = (words: ReadonlyArray<string>) => words.map((word) => `'${word}':*`).join(" & ")

/** The conditions of a search on the table of words. Words are letters and digits, so nothing in them is a sign to an engine. */
export const searchFor = (sql: SqlClient, kind: SearchKind, organizationId: OrganizationId, query: string): Search => {
  const words = taggedWords(kind, organizationId)([query])
  const scope = sql`organization_id = ${organizationId} AND kind = ${kind}`
  const has = (some: ReadonlyArray<string>) =>
    sql.onDialectOrElse({
      sqlite: () => sql.and(some.map((word) => sql`instr(' ' || words, ${` ${word}`}) > 0`)),
      // PostgreSQL unpacks the words of a row at each place of a condition: here at one.
      orElse: () => sql`(SELECT bool_and(strpos(spaced, word) > 0)
        FROM (SELECT ' ' || words AS spaced OFFSET 0) AS unpacked, unnest(ARRAY[${sql.csv(some.map((word) => sql`${` ${word}`}`))}]) AS word)`
    })
  const rowOf = (id: Fragment) => sql`FROM search_words WHERE ${scope} AND id = ${id}`
  return {
    words,
    scope,
    has,
    isMetBy: (id) => (words.length === 0 ? sql`FALSE` : sql`(SELECT ${has(words)} ${rowOf(id)})`),
    bytesOf: (id) => sql`(SELECT octet_length(words) ${rowOf(id)})`,
    found: (some) =>
      sql.onDialectOrElse({
        // The index is read first. Left to choose, SQLite would walk through all rows and look for each in the index.
        sqlite: () => sql`(SELECT rowid AS number FROM search_index WHERE search_index MATCH ${ftsQuery(some)})
          AS by_index CROSS JOIN search_words USING (number)`,
        // PostgreSQL would find the words of each row anew, which it takes to be cheap: the function has the true cost, and OFFSET keeps other
        // conditions, by which it would read the table, away from the index.
        orElse: () => sql`(SELECT organization_id, kind, id, words FROM search_words
          WHERE array_to_tsvector(string_to_array(words, ' ')) @@ CAST(${tsQuery(some)} AS tsquery) AND search_costs(id) OFFSET 0) AS search_words`
      })
  }
}

// The backlog: records from before there was an index, records of a copied database, and records that a node of the release before has written. A worker
// adds their words in short transactions.

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

/** The condition of a record that is not in the index; a partial index of its table has the same condition. */
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

/** The number of records of a kind that are not in the index, counted up to {@link countedMax}. */
export const countMissing = (sql: SqlClient, kind: SearchKind) =>
  Effect.map(
    sql<{
      readonly n: number
    }>`SELECT count(*) AS n FROM (SELECT 1 FROM ${from(sql, kind)} ${limitClause(sql, countedMax)}) AS missing`,
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
          ORDER BY ${order} ${limitClause(sql, recordsPerTransaction)}) AS next
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
