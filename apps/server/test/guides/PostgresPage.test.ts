/**
 * What docs/postgres.md states as figures, against the program: timeouts, connections, versions; and that a test runs every block that
 * can run.
 */
import * as ConfigProvider from "effect/ConfigProvider"
import * as Effect from "effect/Effect"
import { assert, describe, it } from "@effect/vitest"
import { readSettings } from "../../src/platform/Settings.ts"
import * as Limits from "../../src/store/postgres/PostgresLimits.ts"
import { oldestMajorVersion } from "../../src/store/postgres/PostgresStart.ts"
import { batchWaitMs } from "../../src/store/sql/Tokens.ts"
import { page, settingsOf, statementsOf } from "../PostgresPage.ts"

const settingsWith = (env: Readonly<Record<string, string>>) =>
  readSettings("data.db").pipe(
    Effect.provideService(ConfigProvider.ConfigProvider, ConfigProvider.fromEnv({ env })),
    Effect.result,
    Effect.runPromise
  )

const timeouts: Readonly<Record<string, number>> = {
  statement_timeout: Limits.statementTimeoutMs,
  lock_timeout: Limits.lockTimeoutMs,
  idle_in_transaction_session_timeout: Limits.idleInTransactionTimeoutMs
}

describe("docs/postgres.md", () => {
  it("lists every timeout with its value (PostgresLimits.ts)", () => {
    const rows = [...page.matchAll(/^\| `(\w+Ms)` +\| (\d+) +\|/gm)].map(([, name, value]) => [name, Number(value)])
    const notTimeouts = ["startIntervalMs"]
    assert.sameDeepMembers(
      rows,
      Object.entries({ ...Limits, batchWaitMs }).filter(([name]) => name.endsWith("Ms") && !notTimeouts.includes(name))
    )
  })

  it("sets the same timeouts for a role behind a pooler", () => {
    assert.sameDeepMembers(
      statementsOf("timeouts").map((statement) => /SET (\w+) = (\d+)$/.exec(statement)?.slice(1)),
      Object.entries(timeouts).map(([name, value]) => [name, String(value)])
    )
    const pooler = settingsOf("pgbouncer")
    assert.sameMembers((pooler["ignore_startup_parameters"] ?? "").split(", "), Object.keys(timeouts))
    assert.strictEqual(pooler["max_prepared_statements"], String(Limits.preparedStatementsMax))
  })

  it("states the default and the maximum of DATABASE_CONNECTIONS", async () => {
    const [, least = "", most = ""] = /The default is (\d+), the maximum (\d+)\./.exec(page) ?? []
    assert.propertyVal(await settingsWith({}), "_tag", "Success")
    assert.deepNestedPropertyVal(await settingsWith({}), "success.databaseConnections", Number(least))
    const settings = (connections: number) => settingsWith({ DATABASE_CONNECTIONS: String(connections) })
    assert.propertyVal(await settings(Number(most)), "_tag", "Success")
    assert.propertyVal(await settings(Number(most) + 1), "_tag", "Failure")
  })

  it("states the oldest PostgreSQL", () => {
    const [, oldest] = /PostgreSQL (\d+) and newer/.exec(page) ?? []
    assert.strictEqual(Number(oldest), oldestMajorVersion)
  })

  it("has no block of settings, SQL or commands that no test reads", () => {
    const blocks = [...page.matchAll(/^ *```(ini|shell|sql) *(.*)$/gm)].map(
      ([, language, word]) => `${language} ${word}`
    )
    assert.sameMembers(blocks, [
      // DoctorPostgres.test.ts
      "sql roles",
      "sql rights",
      "sql journal",
      // Above.
      "ini pgbouncer",
      "sql timeouts",
      // The page says that no test runs it.
      "shell dump",
      // PointInTime.test.ts
      "ini archive",
      "sql copy",
      "shell restore",
      "ini recovery",
      "sql tokens"
    ])
    assert.include(page, "The tests of this repository do not run `pg_dump` and `pg_restore`.")
  })
})
