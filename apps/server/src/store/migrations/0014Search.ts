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

/** Nodes of the release before change a record and leave its words as they were: then it is one without words. */
const writtenByOthers = Effect.fnUntraced(function* (sql: SqlClient.SqlClient) {
  const change = (table: string, column: string, written: string) =>
    Effect.gen(function* () {
      const forget = sql.literal(`${table}_forget_search`)
      yield* sql`CREATE FUNCTION ${forget}() RETURNS trigger LANGUAGE plpgsql AS ${sql.literal(`$$
        BEGIN
          NEW.${column} := NULL;
          RETURN NEW;
        END $$`)}`
      // Triggers run in the order of their names: after the one that sets the moment of such a write.
      yield* sql`CREATE TRIGGER ${sql.literal(`${table}_updated_unsearched`)} BEFORE UPDATE ON ${sql.literal(table)}
        FOR EACH ROW WHEN (NEW.${sql.literal(written)} <> OLD.${sql.literal(written)} AND NEW.${sql.literal(column)} = OLD.${sql.literal(column)})
        EXECUTE FUNCTION ${forget}()`
    })
  yield* change("agencies", "searched_name", "name")
  for (const table of ["jobs", "users"]) {
    yield* change(table, "searched_at_ms", "written_at_ms")
    // A row that gets its words is not written: the trigger of the step before leaves its moment alone.
    const [name, trigger] = [sql.literal(table), sql.literal(`${table}_updated_unaware`)]
    yield* sql`DROP TRIGGER ${trigger} ON ${name}`
    yield* sql`CREATE TRIGGER ${trigger} BEFORE UPDATE ON ${name} FOR EACH ROW
      WHEN (NEW.written_at_ms = OLD.written_at_ms AND NEW.searched_at_ms IS NOT DISTINCT FROM OLD.searched_at_ms
        AND NEW.* IS DISTINCT FROM OLD.*)
      EXECUTE FUNCTION written_now()`
  }
})

export const search = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  yield* sql.onDialectOrElse({ sqlite: () => sqliteIndex(sql), orElse: () => postgresIndex(sql) })
  // What was in the record when its words were written; nothing where they have not been.
  for (const [table, column, type] of [
    ["jobs", "searched_at_ms", "BIGINT"],
    ["users", "searched_at_ms", "BIGINT"],
    ["agencies", "searched_name", "TEXT"]
  ] as const) {
    const [name, searched] = [sql.literal(table), sql.literal(column)]
    yield* sql`ALTER TABLE ${name} ADD COLUMN ${searched} ${sql.literal(type)}`
    yield* sql`CREATE INDEX ${sql.literal(`${table}_unsearched`)} ON ${name} (organization_id, id) WHERE ${searched} IS NULL`
  }
  yield* sql.onDialectOrElse({ sqlite: () => Effect.void, orElse: () => writtenByOthers(sql) })
})
