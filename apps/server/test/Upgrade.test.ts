/**
 * Releases side by side on one database: what a migration may do while the release before it still serves (docs/decisions, 34).
 */
import * as Fs from "node:fs"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { assert, describe, it } from "@effect/vitest"
import { OperatorError } from "../src/platform/OperatorError.ts"
import { readTarget } from "../src/platform/DatabaseTarget.ts"
import { runUpTo } from "../src/store/Migrations.ts"
import { steps } from "../src/store/migrations/Steps.ts"
import * as Database from "../src/store/Database.ts"
import * as PostgresClient from "../src/store/postgres/PostgresClient.ts"
import { membersOf, textOf } from "./HttpCall.ts"
import { stepsIn } from "./generate/StepFiles.ts"
import { databases } from "./Postgres.ts"
import { startServer } from "./TestServer.ts"

/** A column, and whether an INSERT that does not name it fails. */
interface Column {
  readonly name: string
  readonly type: string
  readonly isDemanded: boolean
}

const readColumns = Effect.flatMap(
  SqlClient,
  (sql) => sql<Column>`SELECT table_name || '.' || column_name AS name, data_type AS type,
    is_nullable = 'NO' AND column_default IS NULL AS "isDemanded"
    FROM information_schema.columns WHERE table_schema = current_schema() ORDER BY 1`
)

/** What the release before a migration would miss after it: a column that is gone or another, or one that it does not fill. */
const brokenBy = (before: ReadonlyArray<Column>, after: ReadonlyArray<Column>): ReadonlyArray<string> => {
  const tables = new Set(before.map(({ name }) => name.split(".")[0]))
  const known = new Map(before.map((column) => [column.name, column]))
  const left = new Map(after.map((column) => [column.name, column]))
  return [
    ...before.filter(({ name, type }) => left.get(name)?.type !== type).map(({ name }) => name),
    ...after
      .filter(
        ({ name, isDemanded }) => isDemanded && tables.has(name.split(".")[0]) && known.get(name)?.isDemanded !== true
      )
      .map(({ name }) => name)
  ]
}

const names = Object.keys(steps)
/** The first schema that was released for PostgreSQL; no release before it ran there. */
const firstSchema = 10

describe("a migration", () => {
  it("is a step when it has a file (CONTRIBUTING)", () => {
    const files = Fs.readdirSync(new URL("../src/store/migrations/", import.meta.url))
    assert.deepStrictEqual(
      names,
      stepsIn(files).map(({ name }) => name),
      "run pnpm generate: it writes migrations/Steps.ts"
    )
  })

  it.live("that takes something away raises the schema that programs must know (docs/decisions, 34)", () =>
    Effect.gen(function* () {
      const url = Redacted.make(yield* Effect.promise(() => databases().create()))
      const breaking = yield* Effect.gen(function* () {
        const sql = yield* SqlClient
        const found: Array<string> = []
        let before: ReadonlyArray<Column> = []
        for (const name of names) {
          const version = Number.parseInt(name, 10)
          yield* runUpTo(version)
          const after = yield* readColumns
          const broken = brokenBy(before, after)
          before = after
          if (broken.length > 0) found.push(name)
          if (version <= firstSchema || broken.length === 0) continue
          const [floor] = yield* sql<{ version: number }>`SELECT version FROM schema_floor`
          assert.strictEqual(floor?.version, version, `${name} takes away ${broken.join(", ")}`)
        }
        return found
      }).pipe(Effect.provide(PostgresClient.layer({ url, connections: 2, startWaitMs: 0, isBounded: false })))
      // The check sees those that did, before there was a release to break.
      assert.deepStrictEqual(breaking, ["0007_whole_imports", "0008_journal"])
    })
  )
})

const ways = 8
const requestsEach = 60

describe("two nodes on one database", () => {
  it("serve on while a newer release adds to it, start on it, and refuse it once it has lost something (docs/decisions, 34)", async () => {
    const url = await databases().create()
    const options = { database: readTarget(url) }
    await using one = await startServer(options)
    const two = await startServer(options)
    const token = await one.scoped(await one.primary())
    const failures: Array<string> = []
    const write = async (way: number, number: number) => {
      const server = number % 2 === 0 ? one : two
      const email = `upgrade.${way}.${number}@example.com`
      const added = await server.call("POST", "/v1/users", { token, json: { first_name: "A", last_name: "B", email } })
      const read = await server.call("GET", `/v1/users/${textOf(added, "id")}`, { token })
      if (added.status !== 201 || read.status !== 200) failures.push(`${added.text} ${read.text}`)
    }
    const load = Array.from({ length: ways }, async (_, way) => {
      for (let number = 0; number < requestsEach; number++) await write(way, number)
    })
    // What the next release may do at once: add columns that may be empty, tables, and indexes that do not lock.
    await databases().run(
      url,
      "ALTER TABLE users ADD COLUMN phone TEXT",
      "CREATE TABLE of_a_later_release (id TEXT PRIMARY KEY)",
      "CREATE INDEX CONCURRENTLY users_phone ON users (organization_id, phone)",
      "INSERT INTO migrations (migration_id, name) VALUES (99, 'later')",
      "UPDATE users SET phone = '+491701234567'"
    )
    await Promise.all(load)
    assert.deepStrictEqual(failures, [])
    await two.stop()

    const again = await startServer(options)
    const page = await again.call("GET", "/v1/users", { token })
    assert.strictEqual(membersOf(page)["count"], 100)
    await again.stop()

    await databases().run(url, "UPDATE schema_floor SET version = 99")
    const refused = await Effect.runPromise(
      Effect.flip(Effect.scoped(Layer.build(Database.serverLayer(options.database, 1))))
    )
    assert.instanceOf(refused, OperatorError)
    assert.match(refused.message, /has schema 99, this program knows \d+: a newer program has changed it/)
    assert.strictEqual((await one.call("GET", "/v1/users", { token })).status, 200)
  })
})
