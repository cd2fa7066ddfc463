/**
 * Databases without tables on both engines, for tests that run migrations one by one, and the numbers of migrations.
 */
import * as Redacted from "effect/Redacted"
import { steps } from "../src/store/migrations/Steps.ts"
import * as PostgresClient from "../src/store/postgres/PostgresClient.ts"
import * as SqliteClient from "../src/store/sqlite/SqliteClient.ts"
import { databases } from "./Postgres.ts"

/** A connection to a PostgreSQL without the services of this release. */
export const bareClient = (url: string) =>
  PostgresClient.layer({ url: Redacted.make(url), connections: 1, startWaitMs: 0, isBounded: false })

/** Makes a database of each engine; that of SQLite is this file. */
export const emptyDatabases = (file: string) => ({
  SQLite: async () => SqliteClient.unmappedLayer(file),
  PostgreSQL: async () => bareClient(await databases().create())
})

/** The number of the migration with this name. */
export const versionOf = (name: string): number =>
  Number.parseInt(Object.keys(steps).find((step) => step.replace(/^\d+_/, "") === name) ?? "", 10)
