/**
 * The databases of a PostgreSQL for tests, from any process that knows its folder.
 */
import * as Crypto from "node:crypto"
import * as PgClient from "@effect/sql-pg/PgClient"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"

/** The values that a run of vitest provides to its tests (`GlobalSetup.ts`). */
declare module "vitest" {
  interface ProvidedContext {
    readonly postgresFolder: string
  }
}

/** The superuser of the cluster, and the database of that name. */
export const superuser = "postgres"

/** The databases of the cluster whose socket lies in `folder`. */
export const testDatabases = (folder: string, port = 5_432) => {
  const url = (database: string): string =>
    `postgres://${superuser}@localhost/${database}?host=${encodeURIComponent(folder)}&port=${port}`

  /** Runs statements as the superuser, and gives the rows of the last one. */
  const run = (databaseUrl: string, ...statements: ReadonlyArray<string>): Promise<ReadonlyArray<object>> =>
    Effect.gen(function* () {
      const sql = yield* PgClient.PgClient
      let rows: ReadonlyArray<object> = []
      for (const statement of statements) rows = yield* sql.unsafe(statement)
      return rows
    }).pipe(Effect.provide(PgClient.layer({ url: Redacted.make(databaseUrl), maxConnections: 1 })), Effect.runPromise)

  /** Makes a new database, a copy of the one at `template` where that is given, and gives its URL. */
  const create = async (template?: string): Promise<string> => {
    const name = `test_${Crypto.randomBytes(8).toString("hex")}`
    const from = template === undefined ? "" : ` TEMPLATE "${new URL(template).pathname.slice(1)}" STRATEGY file_copy`
    await run(url(superuser), `CREATE DATABASE "${name}"${from}`)
    return url(name)
  }

  return { url, run, create }
}

export type TestDatabases = ReturnType<typeof testDatabases>
