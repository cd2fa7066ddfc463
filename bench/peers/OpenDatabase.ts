/**
 * The database of a peer: DATABASE_URL selects the engine. The driver of the other is not loaded.
 */
import type { Database } from "./Database.ts"
import { settings } from "./Settings.ts"

const sqlitePrefix = "sqlite:"

const open = async (url: string): Promise<Database> => {
  if (!url.startsWith(sqlitePrefix)) return (await import("./PostgresDatabase.ts")).openPostgres()
  return (await import("./SqliteDatabase.ts")).openSqlite(url.slice(sqlitePrefix.length))
}

export const database = await open(settings.databaseUrl)
