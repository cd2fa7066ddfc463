/**
 * The databases of the comparison: what a program has left in one when it has ended, its rows and the executions of its statements. SQLite shows
 * the plans too.
 */
import * as Fs from "node:fs"
import * as Path from "node:path"
import { DatabaseSync } from "node:sqlite"
import { setTimeout } from "node:timers/promises"
import { type PostgresServer, startPostgres } from "@partner-api/test-postgres/PostgresServer"
import { superuser } from "@partner-api/test-postgres/TestDatabases"
import * as Result from "effect/Result"

/** A database of one run. */
interface ComparedDatabase {
  readonly url: string
  /** Waits until no delivery is under way: it draws a name at a moment of its own, which would move the names of the next requests. */
  readonly settle: () => Promise<void>
  /** Whether the order of the lines of the log is the same in each run. */
  readonly isOrdered: boolean
  /** Conversations whose answer depends on how fast the database is. */
  readonly undecided: ReadonlyArray<string>
  /** What the program has left, by what it is. Called once the program has ended. */
  readonly read: () => Promise<ReadonlyArray<readonly [string, string]>>
}

/** Makes a database for a run whose files lie in `folder`. */
export type MakeDatabase = (folder: string) => Promise<ComparedDatabase>

/** Statements that timers run, or whose number depends on them: looking for deliveries, exchanging quotas, transactions and the clock of the database. */
const timed =
  /webhook_positions|stored_bytes|clock_timestamp|pg_notify|^(?:BEGIN|COMMIT|ROLLBACK|START|LISTEN|UNLISTEN|SET)\b/

const countOf = (text: string, count: number): string => (timed.test(text) ? "some" : String(count))

const oneLine = (text: string): string => text.replaceAll(/\s+/g, " ").trim()

/** Values that the clock of a database or a delay between requests decides. */
const moving = /"(?:next_attempt_at_ms|due_at_ms)":"?\d+"?/g

const withoutBigInts = (_: string, value: unknown): unknown => (typeof value === "bigint" ? String(value) : value)

/** The rows of a table, in an order of their own. */
const rowsText = (rows: ReadonlyArray<unknown>): string =>
  rows
    .map((row) => JSON.stringify(row, withoutBigInts).replaceAll(moving, ""))
    .toSorted()
    .join("\n")

/** The executions of each statement, and its plan. The statements of migrations are of tables that later ones have dropped. */
const statementsIn = (db: DatabaseSync, folder: string): string => {
  const executions: ReadonlyArray<readonly [string, number]> = JSON.parse(
    Fs.readFileSync(Path.join(folder, "statements.json"), "utf8")
  )
  const planOf = (text: string): string =>
    Result.getOrElse(
      Result.try(() =>
        db
          .prepare(`EXPLAIN QUERY PLAN ${text}`)
          .all()
          .map(({ detail }) => String(detail))
          .join("; ")
      ),
      () => "no plan"
    )
  return executions.map(([text, count]) => `${countOf(text, count)} × ${oneLine(text)} [${planOf(text)}]`).join("\n")
}

/** A file of SQLite. It takes the time of a migration from a clock of its own. */
export const sqliteDatabase: MakeDatabase = async (folder) => {
  const file = Path.join(folder, "sandbox.db")
  return {
    url: `sqlite:${file}`,
    // The program itself waits for each statement.
    settle: async () => {},
    isOrdered: true,
    undecided: [],
    read: async () => {
      using db = new DatabaseSync(file, { readOnly: true })
      const tables = db
        .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name <> 'migrations' ORDER BY name")
        .all()
      return [
        ...tables.map(
          ({ name }) =>
            [`table ${String(name)}`, rowsText(db.prepare(`SELECT * FROM "${String(name)}"`).all())] as const
        ),
        ["statements", statementsIn(db, folder)]
      ]
    }
  }
}

/** Deliveries that were not tried yet, and leases that are held. */
const underWay = `
  SELECT 1 FROM webhook_deliveries WHERE status = 'pending' AND failures = 0
  UNION ALL SELECT 1 FROM webhook_positions WHERE lease_token <> ''`

/** The pause between two looks at the deliveries. */
const settleMs = 20

/** Starts a PostgreSQL that counts the executions of statements, and makes databases in it. */
export const startPostgresDatabases = async (): Promise<{
  readonly make: MakeDatabase
  readonly server: PostgresServer
}> => {
  const server = await startPostgres({ settings: { shared_preload_libraries: "pg_stat_statements" } })
  const home = server.url(superuser)
  await server.run(home, "CREATE EXTENSION pg_stat_statements")
  const make: MakeDatabase = async () => {
    const url = await server.create()
    const name = new URL(url).pathname.slice(1)
    const settle = async (): Promise<void> => {
      while ((await server.run(url, underWay)).length > 0) await setTimeout(settleMs)
    }
    return {
      url,
      settle,
      isOrdered: false,
      // The program answers where the statement ends before it reads the end of the connection.
      undecided: ["a half-closed connection"],
      read: async () => {
        const tables = await server.run(
          url,
          "SELECT tablename AS name FROM pg_tables WHERE schemaname = 'public' AND tablename <> 'migrations' ORDER BY tablename"
        )
        const rows: Array<readonly [string, string]> = []
        for (const table of tables) {
          const tableName = String(Reflect.get(table, "name"))
          rows.push([`table ${tableName}`, rowsText(await server.run(url, `SELECT * FROM "${tableName}"`))])
        }
        const executions = await server.run(
          home,
          `SELECT query, CAST(sum(calls) AS INT) AS calls FROM pg_stat_statements s JOIN pg_database d ON d.oid = s.dbid
           WHERE d.datname = '${name}' GROUP BY query`
        )
        const statements = executions.map((row) => {
          const query = oneLine(String(Reflect.get(row, "query")))
          return `${countOf(query, Number(Reflect.get(row, "calls")))} × ${query}`
        })
        return [...rows, ["statements", statements.toSorted().join("\n")]]
      }
    }
  }
  return { make, server }
}
