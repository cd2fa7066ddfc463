/**
 * The index of words costs little for each write, however many words change, and is searched in bounded statements.
 *
 * On SQLite an index that overwrites what is deleted takes 20 microseconds for each word: only words of people are overwritten, others go with
 * the next merge. Smaller pages make merges shorter. Words of the index can be counted. PostgreSQL gets the cost of the words of a record.
 * Records that have more words than now may be indexed get theirs anew between requests.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"

/** A merge takes 64 pages at a time; with pages of 4 kB that was 20 ms. */
const indexPageBytes = 1_000

/** Overwrites what is deleted from the index, or leaves it to merges. */
const overwrites = (isOn: boolean) =>
  `INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', ${isOn ? 1 : 0});`
const add = "INSERT INTO search_index (rowid, words) VALUES (NEW.number, NEW.words);"
const remove = "INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', OLD.number, OLD.words);"
/** What is deleted is written down while the index overwrites. */
const erase = `${overwrites(true)} ${remove} INSERT INTO search_index (search_index) VALUES ('flush'); ${overwrites(false)}`

const onSqlite = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql.unsafe(overwrites(false))
  yield* sql.unsafe(`INSERT INTO search_index (search_index, rank) VALUES ('pgsz', ${indexPageBytes})`)
  yield* sql`DROP TRIGGER search_words_removed`
  yield* sql`DROP TRIGGER search_words_changed`
  for (const [name, isOfKind, take] of [
    ["words", "<>", remove],
    ["people", "=", erase]
  ] as const) {
    const when = `WHEN OLD.kind ${isOfKind} 'users' BEGIN ${take}`
    yield* sql.unsafe(`CREATE TRIGGER search_${name}_removed AFTER DELETE ON search_words ${when} END`)
    yield* sql.unsafe(`CREATE TRIGGER search_${name}_changed AFTER UPDATE ON search_words ${when} ${add} END`)
  }
  yield* sql`CREATE VIRTUAL TABLE search_entries USING fts5vocab ('search_index', 'instance')`
})

/** Words of a record of the most bytes take as long as 10,000 comparisons. */
const onPostgres = (sql: SqlClient.SqlClient) =>
  sql`CREATE FUNCTION search_costs(id TEXT) RETURNS BOOLEAN LANGUAGE plpgsql STABLE COST 10000
    AS 'BEGIN RETURN TRUE; END'`

/** The bounds of the words of a record, and the length of what each has beside it: a tag of six digits and a space. */
const wordsMax = 1_000
const bytesMax = 12_000
const tagBytes = 7

export const boundedSearch = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ sqlite: () => onSqlite(sql), orElse: () => onPostgres(sql) })
  const words = sql`length(words) - length(replace(words, ' ', '')) + 1`
  // The length of a text is known without reading it.
  yield* sql`UPDATE jobs SET searched_at_ms = NULL WHERE (organization_id, id) IN (
    SELECT organization_id, id FROM search_words WHERE kind = 'jobs' AND octet_length(words) > ${wordsMax * tagBytes}
      AND (${words} > ${wordsMax} OR octet_length(words) - ${tagBytes} * (${words}) > ${bytesMax}))`
})
