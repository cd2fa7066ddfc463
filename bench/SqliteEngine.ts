/**
 * {@link Engine} on SQLite: each database is a file, and its work is done within the servers.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { copyStatement } from "./CopiedJobs.ts"
import type { Engine } from "./Engine.ts"
import { freshStatement } from "./FreshApplications.ts"
import { columnStatements } from "./peers/Columns.ts"
import { tokenClientStatements } from "./TokenClients.ts"

const prefix = "sqlite:"
const fileOf = (databaseUrl: string): string => databaseUrl.slice(prefix.length)

/** Databases in a folder, which is not this engine's to remove. */
export const sqliteEngine = (folder: string): Engine => {
  let count = 0
  const next = () => `${prefix}${Path.join(folder, `${++count}.db`)}`
  return {
    create: async () => next(),
    complete: async (databaseUrl, freshApplications) => {
      const db = new DatabaseSync(fileOf(databaseUrl))
      db.exec(copyStatement())
      for (const statement of columnStatements("sqlite")) db.exec(statement)
      for (const statement of tokenClientStatements()) db.exec(statement)
      db.exec(freshStatement(freshApplications))
      db.exec("PRAGMA wal_checkpoint(TRUNCATE)")
      db.close()
    },
    copy: async (databaseUrl) => {
      const copy = next()
      Fs.copyFileSync(fileOf(databaseUrl), fileOf(copy))
      return copy
    },
    read: async (databaseUrl, statement) => {
      const db = new DatabaseSync(fileOf(databaseUrl), { readOnly: true })
      const rows = db.prepare(statement).all()
      db.close()
      return rows
    },
    cpuSeconds: () => 0,
    stop: async () => undefined
  }
}
