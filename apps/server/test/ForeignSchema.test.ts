/**
 * A file with a schema that the migrations of this program do not make: `restore` refuses it, and `doctor` names what is foreign
 * (docs/operators/data.md, Back up and restore).
 */
import * as Fs from "node:fs"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import { afterAll, assert, beforeAll, describe, it } from "@effect/vitest"
import { sqliteFindingsOf } from "../src/operations/doctor/SqliteChecks.ts"
import { restoreDatabase } from "../src/operations/Backups.ts"
import * as CopyRecord from "../src/store/CopyRecord.ts"
import { latestVersion, runUpTo } from "../src/store/Migrations.ts"
import { steps } from "../src/store/migrations/Steps.ts"
import * as SqliteClient from "../src/store/sqlite/SqliteClient.ts"
import { diagnose } from "../src/store/diagnosis/SqliteDiagnosis.ts"
import { newerSchema } from "./OlderSchema.ts"
import { openDatabase, temporaryFolder } from "./TestServer.ts"

/** The places of a database and of a backup, in a folder of their own. */
const files = Effect.acquireRelease(
  Effect.sync(() => temporaryFolder()),
  (folder) => Effect.sync(() => folder.remove())
).pipe(Effect.map((folder) => ({ database: folder.file("data.db"), backup: folder.file("backup.db"), folder })))

const organization = "INSERT INTO organizations (id, name, created_at) VALUES ('org_a', 'A', '2020')"

/** Makes a backup of a database that has run the steps up to a version. */
const make = (file: string, version: number) =>
  runUpTo(version).pipe(
    Effect.provide(SqliteClient.unmappedLayer(file)),
    Effect.andThen(Effect.sync(() => change(file, organization)))
  )

const change = (file: string, sql: string) => {
  using made = openDatabase(file)
  made.db.exec(`${sql}; PRAGMA journal_mode=DELETE`)
}

const newest = temporaryFolder()
beforeAll(() => Effect.runPromise(make(newest.file("backup.db"), latestVersion)))
afterAll(() => newest.remove())

/** Makes a backup of the newest schema that has been changed. */
const makeChanged = (file: string, sql: string) =>
  Effect.sync(() => {
    Fs.copyFileSync(newest.file("backup.db"), file)
    change(file, sql)
  })

const settings = { keyIds: [], sandboxKeyIds: [], storedBytesPerDay: 1, hasMail: false, hasScanner: false }

/** The findings of `doctor` that are not good. */
const examined = (file: string) =>
  Effect.gen(function* () {
    const findings = sqliteFindingsOf(yield* diagnose(file, false), settings, yield* Clock.currentTimeMillis)
    return findings
      .filter(({ state }) => state !== "good")
      .map(({ check, seen, state }) => `${state} ${check}: ${seen}`)
  })

/** Fails when it is read: no row of a foreign view is read. */
const overflow = "abs(-9223372036854775807 - 1)"

const foreign: ReadonlyArray<[what: string, sql: string, named: string]> = [
  [
    "a foreign trigger",
    "CREATE TRIGGER evil AFTER INSERT ON clients BEGIN UPDATE clients SET may_create_organizations = 1; END",
    "trigger evil"
  ],
  ["a view in place of a table", `DROP TABLE users; CREATE VIEW users AS SELECT ${overflow} AS id`, "view users"],
  ["a foreign table", "CREATE TABLE notes (text TEXT)", "table notes"],
  ["a foreign virtual table", "CREATE VIRTUAL TABLE notes USING fts5(text)", "table notes"],
  ["a foreign index", "CREATE INDEX by_name ON clients (name)", "index by_name"],
  ["a missing trigger", "DROP TRIGGER journal_no_update", "trigger journal_no_update (missing)"],
  ["a changed table", "ALTER TABLE clients ADD COLUMN note TEXT", "table clients (changed)"],
  [
    "a view in place of the migrations",
    `DROP TABLE migrations; CREATE VIEW migrations AS SELECT ${overflow} AS migration_id, 'initial' AS name`,
    "view migrations"
  ],
  ["a migration of another name", "UPDATE migrations SET name = 'evil' WHERE migration_id = 3", "migration 3 evil"]
]

describe("a database file", () => {
  it.live.each(foreign)(
    "with %s is not restored, and doctor names it (docs/operators/data.md, Back up and restore)",
    ([, sql, named]) =>
      Effect.gen(function* () {
        const { backup, database, folder } = yield* files
        Fs.writeFileSync(database, "the database")
        yield* makeChanged(backup, sql)
        const { message, remedy } = yield* Effect.flip(restoreDatabase(backup, database))
        assert.include(message, `The schema of the file ${backup} is not as this program makes it: `)
        assert.include(message, named)
        assert.match(remedy, /^The database is as it was\. Restore another backup/)
        assert.isTrue(Fs.readFileSync(database).equals(Buffer.from("the database")))
        assert.deepStrictEqual(
          Fs.readdirSync(folder.path).filter((name) => name.includes("restor")),
          []
        )
        const found = yield* examined(backup)
        assert.lengthOf(found, 1)
        assert.match(found.join(), /^bad schema: /)
        assert.include(found.join(), named)
      }).pipe(Effect.scoped)
  )

  it.live.each<[how: string, sql: string]>([
    ["that took something away", newerSchema(latestVersion + 1)],
    ["that added", `INSERT INTO migrations (migration_id, name) VALUES (${latestVersion + 1}, 'later')`]
  ])(
    "with a migration of a newer program %s is not restored, and doctor names it (docs/operators/data.md, Back up and restore)",
    ([, sql]) =>
      Effect.gen(function* () {
        const { backup, database } = yield* files
        yield* makeChanged(backup, sql)
        const { message, remedy } = yield* Effect.flip(restoreDatabase(backup, database))
        assert.include(
          message,
          `The file ${backup} has schema ${latestVersion + 1}, this program knows ${latestVersion}: `
        )
        assert.include(remedy, "Restore the file with the newer program.")
        assert.match(
          (yield* examined(backup)).join(),
          new RegExp(`^(bad|look) migrations: schema ${latestVersion + 1}, `)
        )
      }).pipe(Effect.scoped)
  )
})

/** The schemas that a database can have: numbers are left out. */
const versions = Object.keys(steps)
  .map((name) => Number.parseInt(name, 10))
  .toSorted((a, b) => a - b)

describe("a backup", () => {
  it.live.each([1, 7, 17, ...versions.slice(-2)])(
    "of schema %i is restored (docs/operators/data.md, Back up and restore)",
    (version) =>
      Effect.gen(function* () {
        const { backup, database } = yield* files
        yield* make(backup, version)
        const { schema } = yield* diagnose(backup, false)
        assert.deepStrictEqual(schema, { version, differences: [] })
        yield* restoreDatabase(backup, database)
        using restored = openDatabase(database)
        assert.strictEqual(restored.db.prepare("SELECT id FROM organizations").get()?.["id"], "org_a")
      }).pipe(Effect.scoped)
  )

  it.live("of a copy, with statistics of SQLite, is restored (docs/operators/data.md, Move to another database)", () =>
    Effect.gen(function* () {
      const { backup, database } = yield* files
      yield* makeChanged(backup, "ANALYZE")
      yield* Effect.flatMap(SqlClient, (sql) => CopyRecord.begin(sql, "another", [])).pipe(
        Effect.provide(SqliteClient.unmappedLayer(backup))
      )
      assert.deepStrictEqual(yield* examined(backup), [])
      yield* restoreDatabase(backup, database)
    }).pipe(Effect.scoped)
  )
})
