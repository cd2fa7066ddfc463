/**
 * What `doctor` makes of states of a PostgreSQL database that a test cannot bring about, at the bounds (README).
 */
import { assert, describe, it } from "@effect/vitest"
import { postgresFindingsOf, type PostgresPlace } from "../../src/operations/doctor/PostgresChecks.ts"
import { latestVersion } from "../../src/store/Migrations.ts"
import type { PostgresDiagnosis } from "../../src/store/diagnosis/PostgresDiagnosis.ts"
import { expectedIndexes } from "../../src/store/postgres/ExpectedIndexes.ts"

const well: PostgresDiagnosis = {
  server: "18.4",
  fsync: "on",
  full_page_writes: "on",
  synchronous_commit: "on",
  statement_timeout: 6_000,
  lock_timeout: 5_000,
  idle_in_transaction_session_timeout: 10_000,
  is_in_recovery: false,
  is_read_only: false,
  is_encrypted: true,
  collation_version: null,
  actual_collation_version: null,
  oldest_transaction_seconds: null,
  prepared_transactions: 0,
  role: "partner_api",
  is_superuser: false,
  is_owner: false,
  may_change_journal: false,
  connections_max: 97,
  unfrozen_age: 1,
  now_ms: 0,
  version: latestVersion,
  latestVersion,
  indexes: Object.entries(expectedIndexes).map(([name, definition]) => ({ name, definition, is_valid: true })),
  tables: [],
  nodes: [],
  clockDifferenceMs: 0
}

const place: PostgresPlace = {
  name: "postgres://ann@db.example/partners",
  isOnThisMachine: false,
  connections: 10,
  keepsStatements: true
}

const judge = (change: Partial<PostgresDiagnosis>, at: Partial<PostgresPlace> = {}) =>
  postgresFindingsOf({ ...well, ...change }, { ...place, ...at })
    .filter(({ state }) => state !== "good")
    .map(({ check, state }) => `${check} ${state}`)

const jobs = (dead: number, live: number) => ({ tables: [{ name: "jobs", dead, live, last_vacuum: null }] })

const nodes = (...versions: ReadonlyArray<string>) => versions.map((version, at) => ({ name: `web-${at}`, version }))

const withInvalid = (name: string): Partial<PostgresDiagnosis> => ({
  indexes: well.indexes.map((index) => (index.name === name ? { ...index, is_valid: false } : index))
})

const withIndex = (name: string): Partial<PostgresDiagnosis> => ({
  indexes: [...well.indexes, { name, definition: "jobs (title)", is_valid: false }]
})

describe("what doctor makes of PostgreSQL", () => {
  it.for<
    [what: string, change: Partial<PostgresDiagnosis>, at: Partial<PostgresPlace>, expected: ReadonlyArray<string>]
  >([
    ["all is well", {}, {}, []],
    ["open to another machine", { is_encrypted: false }, {}, ["encryption look"]],
    ["open on this machine", { is_encrypted: false }, { isOnThisMachine: true }, []],
    ["a standby", { is_in_recovery: true }, {}, ["writes bad"]],
    ["a server that is read-only", { is_read_only: true }, {}, ["writes bad"]],
    ["a standby is waited for", { synchronous_commit: "remote_apply" }, {}, []],
    ["the local disk is waited for", { synchronous_commit: "local" }, {}, []],
    ["no full pages", { full_page_writes: "off" }, {}, ["durability bad"]],
    ["one timeout is dropped", { lock_timeout: 0 }, {}, ["timeouts look"]],
    ["prepared statements are lost", {}, { keepsStatements: false }, ["statements look"]],
    ["prepared statements cannot be tried", {}, { keepsStatements: undefined }, []],
    ["enough connections for two nodes", { connections_max: 20 }, {}, []],
    ["one connection less", { connections_max: 19 }, {}, ["pool look"]],
    ["enough connections for the workers of two nodes", { connections_max: 36 }, { connections: 18 }, []],
    ["a right to change the journal", { may_change_journal: true }, {}, ["role look"]],
    ["a transaction of five minutes", { oldest_transaction_seconds: 300 }, {}, []],
    ["one second more", { oldest_transaction_seconds: 301 }, {}, ["sessions look"]],
    ["many dead rows in a large table", jobs(400_000, 1_000_000), {}, []],
    ["one dead row more", jobs(400_001, 1_000_000), {}, ["vacuum look"]],
    ["dead rows in a small table", jobs(9_999, 1), {}, []],
    ["old rows", { unfrozen_age: 1_000_000_000 }, {}, []],
    ["older rows", { unfrozen_age: 1_000_000_001 }, {}, ["wraparound look"]],
    ["rows before the wraparound", { unfrozen_age: 1_600_000_001 }, {}, ["wraparound bad"]],
    ["two nodes of one version", { nodes: nodes("0.1.0", "0.1.0") }, {}, []],
    ["nodes of two versions", { nodes: nodes("0.1.0", "0.2.0") }, {}, ["nodes look"]],
    ["clocks that differ by a minute", { clockDifferenceMs: 60_000 }, {}, []],
    ["clocks that differ by more", { clockDifferenceMs: 60_001 }, {}, ["db clock bad"]],
    ["a collation library that has gone", { collation_version: "1" }, {}, ["collation look"]],
    ["a version that was never recorded", { actual_collation_version: "1" }, {}, []],
    ["a unique index that is invalid", withInvalid("jobs_pkey"), {}, ["indexes bad"]],
    ["an index of the operator's own", withIndex("jobs_title"), {}, []]
  ])("%s (README)", ([, change, at, expected]) => assert.deepStrictEqual(judge(change, at), expected))
})
