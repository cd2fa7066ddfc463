/**
 * The address of a database: which PostgreSQL is on this machine, so that its connections are open by default while all others are encrypted;
 * that every parameter has its effect, or stops the start with a reason (docs/postgres.md); and which paths name a file of SQLite.
 */
import * as Fs from "node:fs"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { SqlClient } from "effect/sql/SqlClient"
import { mistakeOf } from "../src/platform/DatabaseAddress.ts"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import * as Database from "../src/store/Database.ts"
import { isOnThisMachine } from "../src/store/postgres/PostgresClient.ts"
import { databases } from "./Postgres.ts"
import { startProgram } from "./Program.ts"
import { temporaryFolder } from "./TestServer.ts"

describe("the address of a PostgreSQL database", () => {
  it.for([
    ["postgres://localhost/a", true],
    ["postgres://127.8.0.1/a", true],
    ["postgres://[::1]/a", true],
    ["postgres:///a?host=/run/postgresql", true],
    ["postgres://db.example/a?host=/run/postgresql", true],
    ["postgres://db.example/a?host=127.0.0.1", true],
    ["postgres://%2Frun%2Fpostgresql/a", true],
    ["postgres://db.example/a", false],
    ["postgres://127.example/a", false],
    ["postgres://localhost/a?host=db.example", false],
    ["postgres://localhost/a?host=/run/postgresql&host=db.example", false]
  ] as const)("%s is on this machine: %s (docs/postgres.md)", ([url, expected]) =>
    assert.strictEqual(isOnThisMachine(new URL(url)), expected)
  )
})

describe("a value of DATABASE_URL that is refused", () => {
  it.for([
    ["postgres://u:s3cret@h/d?sslmod=require", "did you mean sslmode"],
    ["postgres://u:s3cret@h/d?schema=s3cret", "options=-c%20search_path%3DNAME"],
    ["postgres://u:s3cret@h/d?search_path=x", "options=-c%20search_path%3DNAME"],
    ["postgres://u:s3cret@h/d?application_name=x", "the program names its sessions"],
    ["postgres://u:s3cret@h/d?channel_binding=require", "leave it out"],
    ["postgres://u:s3cret@h/d?pool_max=7", "the known ones are"],
    ["postgres://u:s3cret@h/d?s3cret%20x=7", "a parameter that means nothing"],
    ["postgres://u:s3cret@h/d?connect_timeout=0", "1 to 30 seconds"],
    ["postgres://u:s3cret@h/d?port=x", "must be a port"],
    ["postgres://u:s3cret@h/d?sslmode=prefer", "fall back to an open connection"],
    ["postgres://u:s3cret@h", "names no database"],
    ["postgres://u:s3cret@/d", "names no host"],
    ["postgres://u:s3/cret@h/d", "special characters"],
    ["mysql://u:s3cret@h/d", "must begin with"],
    ["sqlite:", "names no file"],
    ["sqlite::memory:", "in memory would end with the program"],
    ["sqlite:///:memory:", "in memory would end with the program"],
    ["sqlite:file::memory:?cache=shared", "in memory would end with the program"],
    ["sqlite:~/x.db", "without ~"],
    ["sqlite:x.db?mode=ro", "parameters behind ?"],
    ["sqlite:x.db?cache=shared&mode=rwc", "parameters behind ?"],
    ["sqlite://x.db", "right behind sqlite:"],
    ["sqlite:///data/x.db", "right behind sqlite:"],
    ["sqlite://~/x.db", "right behind sqlite:"],
    ["sqlite:file:x.db", "without file:"],
    ["sqlite:'x.db'", "without quotes"],
    ["sqlite:$HOME/x.db", "without variables"],
    ["sqlite:${DATA}/x.db", "without variables"],
    ["sqlite:x.db\r", "CR LF"],
    ["sqlite: x.db", "remove it"],
    ["sqlite:a%20b.db", "as it is"],
    ["sqlite:data/", "names a folder"]
  ] as const)("names what is wrong with %s, and no password (docs/postgres.md)", ([text, expected]) => {
    assert.include(mistakeOf(text) ?? "", expected)
    assert.notInclude(mistakeOf(text) ?? "", "s3cret")
  })

  it.for(["sqlite:data/a b~.db", "sqlite:/var/lib/a$.db", "sqlite:./100%.db", "sqlite:../x#1.db"] as const)(
    "is not %s, which is a path (docs/operators/settings.md)",
    (text) => assert.isUndefined(mistakeOf(text))
  )

  it.for(["sqlite::memory:", "sqlite:~/x.db", "sqlite:x.db?mode=ro"] as const)(
    "leaves no file behind: %s (docs/operators/settings.md)",
    async (text) => {
      using folder = temporaryFolder()
      await using program = startProgram(["migrate"], { DATABASE_URL: text }, folder.path)
      assert.strictEqual((await program.ended).code, 1)
      assert.match(program.text().stderr, /^partner-api: The setting DATABASE_URL is wrong: it .*\. .*\.$/)
      assert.deepStrictEqual(Fs.readdirSync(folder.path), [])
    }
  )
})

describe("the address of a database that is reached", () => {
  /** The schema that has the tables of the program, and how many of them are in `public`. */
  const tables = Effect.flatMap(
    SqlClient,
    (sql) => sql<{ readonly schema: string; readonly n: number }>`
      SELECT schemaname AS schema, CAST(count(*) AS INTEGER) AS n FROM pg_tables WHERE tablename IN ('jobs', 'users') GROUP BY 1`
  )
  const tablesAt = (url: string) => Effect.runPromise(Effect.provide(tables, Database.layer(readTarget(url))))

  it("has its tables in the schema that `options` names (docs/postgres.md)", async () => {
    const url = new URL(await databases().create())
    await databases().run(url.href, "CREATE SCHEMA other")
    url.searchParams.set("options", "-c search_path=other")
    assert.isUndefined(mistakeOf(url.href))
    assert.deepStrictEqual(await tablesAt(url.href), [{ schema: "other", n: 2 }])
  })

  it("may have its host in the query alone, as libpq writes it (docs/postgres.md)", async () => {
    const url = new URL(await databases().create())
    const host = url.searchParams.get("host") ?? url.hostname
    const port = url.searchParams.get("port") ?? url.port
    const { username, password, pathname } = url
    const given = `postgres://${username}:${password}@${pathname}?host=${encodeURIComponent(host)}&port=${port}`
    assert.isUndefined(mistakeOf(given))
    assert.deepStrictEqual(await tablesAt(given), [{ schema: "public", n: 2 }])
    const target = readTarget(given)
    assert.strictEqual(target._tag === "Postgres" ? new URL(Redacted.value(target.url)).pathname : "", pathname)
  })
})
