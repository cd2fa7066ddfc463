/**
 * The findings of `doctor` about a PostgreSQL database: the durability of commits, its wear, and the permissions of the role. Pure.
 */
import type { PostgresDiagnosis, PostgresTable } from "../../store/diagnosis/PostgresDiagnosis.ts"
import { expectedIndexes } from "../../store/postgres/ExpectedIndexes.ts"
import { clockRemedy, clockToleranceMs } from "../../platform/ClockTolerance.ts"
import type { Finding } from "./Finding.ts"

/** The facts of the way to the database, which the database itself does not have. */
export interface PostgresPlace {
  /** The address, without the password. */
  readonly name: string
  readonly isOnThisMachine: boolean
  /** The maximum number of connections of one node, with all its workers. */
  readonly connections: number
  /** Whether a prepared statement is there for the next transaction; nothing where that could not be tried. */
  readonly keepsStatements: boolean | undefined
}

/** Far more than a request takes. A dump may take longer, which is worth a look but no fault. */
const transactionSecondsMax = 300

/** Twice the share at which autovacuum begins, which is 0.2 of the rows: it does not keep up. */
const deadShareMax = 0.4

/** Below this a table is small, and its dead rows cost nothing. */
const deadRowsMin = 10_000

/** Autovacuum freezes at an age of 200 million by default. Beyond five times that, something holds it back. */
const unfrozenAgeMax = 1_000_000_000

/** At this age PostgreSQL gives up all restraint (`vacuum_failsafe_age`); at 2 thousand million it takes no more writes. */
const failsafeAge = 1_600_000_000

/** Two nodes run side by side for a moment when one takes the place of another. */
const nodesOfRestart = 2

const count = (number: number): string => number.toLocaleString("en")

const server = ({ server: version }: PostgresDiagnosis, { name }: PostgresPlace): Finding => ({
  check: "database",
  state: "good",
  seen: `${name} is PostgreSQL ${version}`
})

const writes = ({ is_in_recovery, is_read_only }: PostgresDiagnosis): Finding =>
  is_in_recovery || is_read_only
    ? {
        check: "writes",
        state: "bad",
        seen: is_in_recovery ? "the server is a standby or still in recovery" : "transactions are read-only",
        remedy: is_in_recovery
          ? "Set DATABASE_URL to the primary; the service reads nothing from replicas."
          : "Set default_transaction_read_only to off for the server, the database and the role."
      }
    : { check: "writes", state: "good", seen: "the server takes writes" }

const durability = (diagnosis: PostgresDiagnosis): Finding => {
  const names = ["fsync", "full_page_writes", "synchronous_commit"] as const
  const off = names.filter((name) => diagnosis[name] === "off")
  return off.length === 0
    ? {
        check: "durability",
        state: "good",
        seen: names.map((name) => `${name} is ${diagnosis[name]}`).join(", ")
      }
    : {
        check: "durability",
        state: "bad",
        seen: `${off.map((name) => `${name} is off`).join(", ")}: a crash loses what was answered as done`,
        remedy: `Set ${off.join(", ")} to on; synchronous_commit can be off for the role alone.`
      }
}

const encryption = ({ is_encrypted }: PostgresDiagnosis, { isOnThisMachine }: PostgresPlace): Finding => {
  if (is_encrypted) return { check: "encryption", state: "good", seen: "the connection is encrypted" }
  return isOnThisMachine
    ? { check: "encryption", state: "good", seen: "the connection is open and does not leave this machine" }
    : {
        check: "encryption",
        state: "look",
        seen: "the connection is open: the network sees personal data",
        remedy: "Set sslmode=require in DATABASE_URL, or leave sslmode out."
      }
}

/** A pooler between may accept timeouts and drop them. */
const timeouts = (diagnosis: PostgresDiagnosis): Finding => {
  const names = ["statement_timeout", "lock_timeout", "idle_in_transaction_session_timeout"] as const
  const none = names.filter((name) => diagnosis[name] === 0)
  return none.length === 0
    ? { check: "timeouts", state: "good", seen: names.map((name) => `${name} ${count(diagnosis[name])} ms`).join(", ") }
    : {
        check: "timeouts",
        state: "look",
        seen: `not in force: ${none.join(", ")}`,
        remedy: "A pooler drops them. Set them for the role: ALTER ROLE ... SET, as docs/postgres.md shows."
      }
}

/** A pooler in transaction mode may let any session run the next transaction, without what an earlier one has prepared. */
const statements = ({ keepsStatements }: PostgresPlace): Finding => {
  const check = "statements"
  if (keepsStatements === undefined) {
    return { check, state: "good", seen: "not tried: no second session was free" }
  }
  return keepsStatements
    ? { check, state: "good", seen: "prepared statements are kept from one transaction to the next" }
    : {
        check,
        state: "look",
        seen: "a pooler loses prepared statements: a server works without them, which costs time",
        remedy:
          "Set max_prepared_statements in PgBouncer 1.21 or newer, as docs/postgres.md shows, or connect past the pooler."
      }
}

const connections = ({ connections_max }: PostgresDiagnosis, place: PostgresPlace): Finding => {
  const nodes = Math.floor(connections_max / place.connections)
  const seen = `${count(connections_max)} connections, enough for ${nodes} nodes with ${place.connections} each`
  return nodes >= nodesOfRestart
    ? { check: "pool", state: "good", seen }
    : {
        check: "pool",
        state: "look",
        seen,
        remedy:
          "Raise max_connections, or lower DATABASE_CONNECTIONS and WORKERS: a restart runs one node more for a moment."
      }
}

const role = ({ is_owner, is_superuser, may_change_journal, role: name }: PostgresDiagnosis): Finding => {
  if (!is_superuser && !is_owner) {
    return may_change_journal
      ? {
          check: "role",
          state: "look",
          seen: `${name} has the right to change entries of the journal, which a trigger alone refuses`,
          remedy: `Run REVOKE UPDATE, DELETE, TRUNCATE ON journal FROM ${name}, as docs/postgres.md shows.`
        }
      : { check: "role", state: "good", seen: `${name}, neither a superuser nor the owner of the tables` }
  }
  return {
    check: "role",
    state: "look",
    seen: is_superuser ? `${name} is a superuser` : `${name} owns the tables, and so may change the journal`,
    remedy: "Run the server with a role that may only read and write rows, as docs/postgres.md shows."
  }
}

/** The most nodes that are named. */
const nodesShown = 20

const nodes = ({ nodes: found }: PostgresDiagnosis): Finding => {
  const versions = new Set(found.map(({ version }) => version))
  const named = found.slice(0, nodesShown).map(({ name, version }) => `${name} (${version})`)
  const more = found.length > nodesShown ? `, and ${found.length - nodesShown} more` : ""
  const seen = found.length === 0 ? "no server is connected" : `connected: ${named.join(", ")}${more}`
  return versions.size <= 1
    ? { check: "nodes", state: "good", seen }
    : {
        check: "nodes",
        state: "look",
        seen,
        remedy: "An upgrade that goes from node to node is under way; bring the others to the same version to end it."
      }
}

/** A database that was upgraded from an old release has no version; PostgreSQL does not compare it either. */
const collation = ({ actual_collation_version: present, collation_version: made }: PostgresDiagnosis): Finding =>
  made === null || made === present
    ? { check: "collation", state: "good", seen: `version ${made ?? "none"} of the collation library` }
    : {
        check: "collation",
        state: "look",
        seen: `the indexes were made with version ${made} of the collation library, the server has ${present ?? "none"}`,
        remedy: "Run REINDEX DATABASE, then ALTER DATABASE ... REFRESH COLLATION VERSION."
      }

const indexes = ({ indexes: found, latestVersion, version }: PostgresDiagnosis): Finding => {
  if (version !== latestVersion) {
    return { check: "indexes", state: "good", seen: "not compared: the schema is not the one of this program" }
  }
  const byName = new Map(found.map((index) => [index.name, index]))
  const faults = Object.entries(expectedIndexes).flatMap(([name, definition]) => {
    const index = byName.get(name)
    const isUnique = definition.startsWith("unique ")
    if (index === undefined) return [{ seen: `${name} is missing, ${definition}`, isBad: isUnique }]
    if (index.definition !== definition) {
      return [{ seen: `${name} is ${index.definition} and should be ${definition}`, isBad: true }]
    }
    return index.is_valid ? [] : [{ seen: `${name} is invalid`, isBad: isUnique }]
  })
  return faults.length === 0
    ? { check: "indexes", state: "good", seen: `all ${byName.size} are valid, and their keys sort by their bytes` }
    : {
        check: "indexes",
        state: faults.some(({ isBad }) => isBad) ? "bad" : "look",
        seen: faults.map(({ seen }) => seen).join("; "),
        remedy:
          'Make them again: REINDEX INDEX for an invalid one, CREATE INDEX for a missing one. C stands for COLLATE "C".'
      }
}

const transactions = ({ oldest_transaction_seconds: oldest, prepared_transactions }: PostgresDiagnosis): Finding => {
  const isOld = oldest !== null && oldest > transactionSecondsMax
  if (!isOld && prepared_transactions === 0) {
    return {
      check: "sessions",
      state: "good",
      seen: `no transaction that this role may see is older than ${transactionSecondsMax} s`
    }
  }
  return {
    check: "sessions",
    state: "look",
    seen: [
      ...(isOld ? [`a transaction is open for ${count(oldest)} s`] : []),
      ...(prepared_transactions > 0 ? [`prepared transactions: ${count(prepared_transactions)}`] : [])
    ].join("; "),
    remedy: "They keep VACUUM from its work. Find them in pg_stat_activity and pg_prepared_xacts, and end them."
  }
}

const isBloated = ({ dead, live }: PostgresTable): boolean => dead >= deadRowsMin && dead > live * deadShareMax

const describeTable = ({ dead, last_vacuum, live, name }: PostgresTable): string =>
  `${name} has ${count(dead)} dead rows beside ${count(live)} (last vacuum: ${last_vacuum ?? "never"})`

const vacuum = ({ tables }: PostgresDiagnosis): Finding => {
  const bloated = tables.filter(isBloated)
  return bloated.length === 0
    ? { check: "vacuum", state: "good", seen: "no table has many dead rows" }
    : {
        check: "vacuum",
        state: "look",
        seen: bloated.map(describeTable).join("; "),
        remedy: "Run VACUUM on them, and see that autovacuum is on and no old transaction holds it back."
      }
}

const age = ({ unfrozen_age }: PostgresDiagnosis): Finding => {
  const seen = `the oldest row that is not frozen is ${count(unfrozen_age)} transactions old`
  return unfrozen_age <= unfrozenAgeMax
    ? { check: "wraparound", state: "good", seen }
    : {
        check: "wraparound",
        state: unfrozen_age > failsafeAge ? "bad" : "look",
        seen,
        remedy: "Run VACUUM (FREEZE) on the database before it takes no more writes; end old transactions first."
      }
}

const clock = ({ clockDifferenceMs }: PostgresDiagnosis): Finding => {
  const seen = `the clocks of this machine and of the database differ by at least ${count(clockDifferenceMs)} ms`
  return clockDifferenceMs <= clockToleranceMs
    ? { check: "db clock", state: "good", seen }
    : { check: "db clock", state: "bad", seen, remedy: clockRemedy }
}

/** Every finding about a PostgreSQL database, besides those about its rows. */
export const postgresFindingsOf = (diagnosis: PostgresDiagnosis, place: PostgresPlace): ReadonlyArray<Finding> => [
  server(diagnosis, place),
  encryption(diagnosis, place),
  role(diagnosis),
  indexes(diagnosis),
  writes(diagnosis),
  durability(diagnosis),
  timeouts(diagnosis),
  statements(place),
  connections(diagnosis, place),
  nodes(diagnosis),
  collation(diagnosis),
  transactions(diagnosis),
  vacuum(diagnosis),
  age(diagnosis),
  clock(diagnosis)
]
