/**
 * Tables whose rows are added and never altered, by whatever program: triggers refuse it.
 */
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"

/** Makes a table append-only. `key` are the columns of its primary key; `name` is what people call it. */
export const appendOnly = (
  sql: SqlClient,
  { key, name, table }: { readonly table: string; readonly name: string; readonly key: ReadonlyArray<string> }
) => {
  const refusal = `the ${name} is append-only`
  const statements = sql.onDialectOrElse({
    // SQLite fires no trigger for the row that INSERT OR REPLACE removes, so a key is taken once.
    sqlite: () => [
      `CREATE TRIGGER ${table}_no_replace BEFORE INSERT ON ${table}
       WHEN EXISTS (SELECT 1 FROM ${table} WHERE ${key.map((column) => `${column} = NEW.${column}`).join(" AND ")})
       BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
      `CREATE TRIGGER ${table}_no_update BEFORE UPDATE ON ${table} BEGIN SELECT RAISE(ABORT, '${refusal}'); END`,
      `CREATE TRIGGER ${table}_no_delete BEFORE DELETE ON ${table} BEGIN SELECT RAISE(ABORT, '${refusal}'); END`
    ],
    orElse: () => [
      `CREATE FUNCTION ${table}_is_append_only() RETURNS trigger LANGUAGE plpgsql AS
       $$ BEGIN RAISE EXCEPTION '${refusal}'; END $$`,
      `CREATE TRIGGER ${table}_no_change BEFORE UPDATE OR DELETE ON ${table}
       FOR EACH ROW EXECUTE FUNCTION ${table}_is_append_only()`,
      `CREATE TRIGGER ${table}_no_truncate BEFORE TRUNCATE ON ${table}
       FOR EACH STATEMENT EXECUTE FUNCTION ${table}_is_append_only()`
    ]
  })
  return Effect.forEach(statements, (statement) => sql.unsafe(statement), { discard: true })
}
