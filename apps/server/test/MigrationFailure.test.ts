/**
 * Why a database cannot be brought to the present schema: each refusal names its cause and something to do, and changes nothing
 * (docs/operators/data.md, docs/postgres.md).
 */
import { DatabaseSync } from "node:sqlite"
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import { migrationFailure } from "../src/store/MigrationFailure.ts"
import { toSqlError } from "../src/store/sqlite/SqliteConnection.ts"
import { applicationId } from "../src/store/sqlite/SqliteFile.ts"
import { databases } from "./Postgres.ts"
import { runProgram } from "./Program.ts"
import { sharedFolder } from "./TestServer.ts"

const folder = sharedFolder()

/** Makes a PostgreSQL refuse a statement that makes something, with a code of its own: the first, or one after tables are there. */
const refusing = (code: string, isFirst: boolean) => async (url: string) => {
  const condition = isFirst ? "TRUE" : "to_regclass('organizations') IS NOT NULL"
  await databases().run(
    url,
    `CREATE FUNCTION refuse() RETURNS event_trigger LANGUAGE plpgsql AS $$ BEGIN
      IF ${condition} THEN RAISE EXCEPTION 'made for this test' USING ERRCODE = '${code}'; END IF; END $$`,
    "CREATE EVENT TRIGGER refusal ON ddl_command_start EXECUTE FUNCTION refuse()"
  )
  return url
}

const having =
  (...statements: ReadonlyArray<string>) =>
  async (url: string) => {
    await databases().run(url, ...statements)
    return url
  }

const readOnly = async (url: string) => {
  const name = new URL(url).pathname.slice(1)
  await databases().run(databases().url("postgres"), `ALTER DATABASE ${name} SET default_transaction_read_only = on`)
  return url
}

/** The line that `migrate` prints, without the name of the database. */
const refusalOf = async (databaseUrl: string): Promise<string> => {
  const { code, stderr, stdout } = await runProgram(["migrate"], { DATABASE_URL: databaseUrl })
  assert.deepStrictEqual([code, stdout, stderr.split("\n").length], [1, "", 1], stderr)
  const [, refusal = ""] =
    /^partner-api: The database \S+ cannot be brought to the present schema: (.*)$/.exec(stderr) ?? []
  assert.notMatch(refusal, /25P02|\?/)
  return refusal
}

const foreignTables = /^it has tables of another program.* Set DATABASE_URL to a database of its own/

describe("a PostgreSQL database is not migrated", () => {
  it.for<[what: string, spoil: (url: string) => Promise<string>, says: RegExp]>([
    ["that is read-only", readOnly, /^it takes no writes \(25006 .*read-only transaction\)\. Name the primary/],
    ["with a table of another program", having("CREATE TABLE users (id INTEGER)"), foreignTables],
    ["with a type of another program", having("CREATE TYPE users AS ENUM ('a')"), foreignTables],
    ["with the migrations of Laravel", having("CREATE TABLE migrations (id INTEGER, migration TEXT)"), foreignTables],
    ["with a view in their place", having("CREATE VIEW migrations AS SELECT 'a' AS migration_id"), foreignTables],
    [
      "whose search_path names no schema",
      (url) => Promise.resolve(`${url}&options=-c%20search_path%3Dnowhere`),
      /^no schema that its search_path names is there \(3F000 .*\)\. Create the schema first/
    ],
    ["whose disk is full at once", refusing("53100", true), /^its disk is full \(53100 .*\)\..* Make room on the disk/],
    ["whose disk is full later", refusing("53100", false), /^its disk is full \(53100 .*\)\..* Make room on the disk/],
    ["without memory", refusing("53200", true), /^it has no memory or no connection left \(53200 .* give it more/],
    ["that ends the step", refusing("57014", false), /^it has ended a step .* longer statement_timeout/],
    ["that ends the connection", refusing("57P01", false), /^it has ended the connection .* Run this again/],
    ["whose disk fails", refusing("58030", false), /^its storage fails \(58030 .*\)\. Check its disk and its log/],
    ["that lacks a feature", refusing("0A000", true), /^it lacks what PostgreSQL has \(0A000 .* docs\/postgres\.md/],
    [
      "whose role may not",
      refusing("42501", false),
      /^the role in DATABASE_URL may not change it \(42501 .* migrate with/
    ],
    [
      "for another reason",
      refusing("P0001", true),
      /^a step failed \(P0001 made for this test\)\. .* mend what they name/
    ]
  ])("%s: it says why and what to do (docs/postgres.md)", async ([, spoil, says]) => {
    assert.match(await refusalOf(await spoil(await databases().create())), says)
  })

  it("and the next attempt succeeds once the reason is gone (docs/postgres.md)", async () => {
    const url = await refusing("53100", false)(await databases().create())
    await refusalOf(url)
    assert.deepStrictEqual(await databases().run(url, "SELECT 1 FROM pg_class WHERE relname = 'migrations'"), [])
    await databases().run(url, "DROP EVENT TRIGGER refusal")
    assert.strictEqual((await runProgram(["migrate"], { DATABASE_URL: url })).code, 0)
  })
})

/** A file that bears the mark of this program, with these statements in it. */
const marked = (name: string, statements: string): string => {
  const file = folder.file(name)
  using db = new DatabaseSync(file)
  db.exec(`PRAGMA application_id = ${applicationId}; ${statements}`)
  return file
}

/** The failure of statements on a file, of which the last one fails. */
const failureOf = (file: string, statements: string, readOnly = false) => {
  using db = new DatabaseSync(file, { readOnly, timeout: 0 })
  const done = Result.try({ try: () => db.exec(statements), catch: (cause) => toSqlError(cause, "execute") })
  assert(Result.isFailure(done))
  const { message, remedy } = migrationFailure("x.db", done.failure)
  return `${message} ${remedy}`
}

describe("a SQLite database is not migrated", () => {
  it.for([
    ["users", "CREATE TABLE users (id INTEGER)"],
    ["migrations", "CREATE TABLE migrations (id INTEGER)"]
  ] as const)("with a table %s of another program: it says so (docs/operators/data.md)", async ([name, statement]) => {
    assert.match(await refusalOf(`sqlite:${marked(`${name}.db`, statement)}`), foreignTables)
  })

  it("that is full, held by another program, or read-only: it says why and what to do (docs/operators/data.md)", () => {
    const file = marked("failing.db", "CREATE TABLE a (b)")
    const full = "PRAGMA max_page_count = 1; CREATE TABLE c (d)"
    assert.match(failureOf(file, full), /: its disk is full \(database or disk is full\)\..* Make room/)
    assert.match(failureOf(file, "CREATE TABLE c (d)", true), /: it takes no writes \(attempt to write a readonly/)
    using other = new DatabaseSync(file)
    other.exec("BEGIN IMMEDIATE")
    assert.match(failureOf(file, "BEGIN IMMEDIATE"), /: another program holds .* \(database is locked\)\..* End long/)
  })
})
