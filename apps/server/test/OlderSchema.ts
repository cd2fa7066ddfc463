/** Takes databases back to how older programs left them, for tests of migrations. */
import * as Fs from "node:fs"
import * as Effect from "effect/Effect"
import { runUpTo, table } from "../src/store/Migrations.ts"
import * as SqliteClient from "../src/store/sqlite/SqliteClient.ts"
import { openDatabase } from "./TestServer.ts"

/** What a newer program writes that has taken something away from this one. */
export const newerSchema = (version: number): string =>
  `INSERT INTO migrations (migration_id, name) VALUES (${version}, 'later'); UPDATE schema_floor SET version = ${version}`

/** The columns that the tables of a database have; the tables beneath an index of words are its own. */
const columnsIn = (
  { db }: ReturnType<typeof openDatabase>,
  schema: string
): ReadonlyMap<string, ReadonlyArray<string>> =>
  new Map(
    db
      .prepare("SELECT name FROM pragma_table_list WHERE schema = ? AND type = 'table' AND name NOT LIKE 'sqlite%'")
      .all(schema)
      .map(({ name }) => String(name))
      .filter((name) => name !== table)
      .map((name) => {
        const columns = db.prepare("SELECT name FROM pragma_table_info(?, ?)").all(name, schema)
        return [name, columns.map((column) => String(column["name"]))]
      })
  )

/** The audit log was a table without numbers before it became the journal (migration 8). */
const auditLog = "INSERT INTO main.audit_log SELECT organization_id, id, json FROM newer.journal ORDER BY id DESC"

/** Takes a database, which nothing has open, back to an older schema: the older tables, with what they can hold of its rows. */
export const takeBack = async (file: string, version: number): Promise<void> => {
  const older = `${file}.older`
  await Effect.runPromise(runUpTo(version).pipe(Effect.provide(SqliteClient.unmappedLayer(older))))
  {
    using database = openDatabase(older)
    database.db.exec("PRAGMA foreign_keys = off")
    database.db.prepare("ATTACH ? AS newer").run(file)
    const newer = columnsIn(database, "newer")
    for (const [name, columns] of columnsIn(database, "main")) {
      const shared = columns.filter((column) => newer.get(name)?.includes(column)).join(", ")
      if (shared !== "") {
        database.db.exec(
          `DELETE FROM main.${name}; INSERT INTO main.${name} (${shared}) SELECT ${shared} FROM newer.${name}`
        )
      }
      if (name === "audit_log") database.db.exec(auditLog)
    }
    database.db.exec("DETACH newer; PRAGMA wal_checkpoint(TRUNCATE)")
  }
  for (const suffix of ["-wal", "-shm"]) Fs.rmSync(`${file}${suffix}`, { force: true })
  Fs.renameSync(older, file)
}
