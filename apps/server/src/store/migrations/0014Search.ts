/**
 * Lists are searched: the words of jobs, users and agencies, and an index of them. Each word bears a tag of its organization and kind, so
 * that a search passes nothing of others. The words of what was written before are missing; a server adds them between requests, and so
 * it does for nodes of the release before, which write on beside it.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

/** FTS5 reads the words from the table of which it keeps the index. What is deleted is taken out of the index at once. */
const sqliteIndex = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  yield* sql`CREATE TABLE search_words (
    number INTEGER PRIMARY KEY,
    organization_id TEXT NOT NULL REFERENCES organizations (id),
    kind TEXT NOT NULL,
    id TEXT NOT NULL,
    words TEXT NOT NULL,
    UNIQUE (organization_id, kind, id)
  )`
  yield* sql`CREATE VIRTUAL TABLE search_index USING fts5 (
    words, content = 'search_words', content_rowid = 'number', detail = none, columnsize = 0, tokenize = 'ascii'
  )`
  yield* sql`INSERT INTO search_index (search_index, rank) VALUES ('secure-delete', 1)`
  const add = sql.literal("INSERT INTO search_index (rowid, words) VALUES (NEW.number, NEW.words);")
  const remove = sql.literal(
    "INSERT INTO search_index (search_index, rowid, words) VALUES ('delete', OLD.number, OLD.words);"
  )
  yield* sql`CREATE TRIGGER search_words_added AFTER INSERT ON search_words BEGIN ${add} END`
  yield* sql`CREATE TRIGGER search_words_removed AFTER DELETE ON search_words BEGIN ${remove} END`
  yield* sql`CREATE TRIGGER search_words_changed AFTER UPDATE ON search_words BEGIN ${remove} ${add} END`
})

/** New entries wait in a list that every search reads: a short one. */
const postgresIndex = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const key = Columns.keyType(sql)
  yield* sql`CREATE TABLE search_words (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    kind TEXT NOT NULL,
    id ${key} NOT NULL,
    words TEXT NOT NULL,
    PRIMARY KEY (organization_id, kind, id)
  )`
  yield* sql`CREATE INDEX search_index ON search_words
    USING gin (array_to_tsvector(string_to_array(words, ' '))) WITH (gin_pending_list_limit = 256)`
})

/** A row that is marked as searched is not written: the trigger of the step before leaves its moment alone. */
const leaveMarks = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  for (const table of ["jobs", "users"]) {
    const [name, trigger] = [sql.literal(table), sql.literal(`${table}_updated_unaware`)]
    yield* sql`DROP TRIGGER ${trigger} ON ${name}`
    yield* sql`CREATE TRIGGER ${trigger} BEFORE UPDATE ON ${name} FOR EACH ROW
      WHEN (NEW.written_at_ms = OLD.written_at_ms AND NEW.searched_at_ms = OLD.searched_at_ms AND NEW.* IS DISTINCT FROM OLD.*)
      EXECUTE FUNCTION written_now()`
  }
})

export const search = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ sqlite: () => sqliteIndex(sql), orElse: () => postgresIndex(sql) })
  for (const table of ["jobs", "users"]) {
    const name = sql.literal(table)
    yield* sql`ALTER TABLE ${name} ADD COLUMN searched_at_ms BIGINT NOT NULL DEFAULT 0`
    yield* sql`CREATE INDEX ${sql.literal(`${table}_unsearched`)} ON ${name} (organization_id, id)
      WHERE searched_at_ms <> written_at_ms`
  }
  yield* sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => leaveMarks(sql) })
  yield* sql`ALTER TABLE agencies ADD COLUMN searched_name TEXT`
  yield* sql`CREATE INDEX agencies_unsearched ON agencies (organization_id, id) WHERE searched_name IS DISTINCT FROM name`
})
