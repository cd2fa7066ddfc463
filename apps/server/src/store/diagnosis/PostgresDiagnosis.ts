/**
 * The facts of a PostgreSQL database for `doctor`. Every statement is a SELECT, and nothing is brought up to date: a database with
 * pending migrations is a finding.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { SqlClient } from "effect/sql/SqlClient"
import { OperatorError } from "../../platform/OperatorError.ts"
import { latestVersion, readVersion } from "../Migrations.ts"
import { applicationName } from "../postgres/PostgresClient.ts"
import { indexesSql, PostgresIndex } from "../postgres/PostgresIndexes.ts"
import { explain } from "../sql/kit/Errors.ts"
import type { RowSchema } from "../sql/kit/Statements.ts"
import { readAgencyViews } from "./AgencyViews.ts"
import { eachFileRows, type FileRow } from "./FileRows.ts"
import { personText } from "../sql/kit/ApplicantText.ts"
import { readContents } from "./Contents.ts"

const Facts = Schema.Struct({
  /** The version, as the server names it. */
  server: Schema.String,
  /** The settings on which it depends whether a commit survives a crash. */
  fsync: Schema.String,
  full_page_writes: Schema.String,
  synchronous_commit: Schema.String,
  /** The timeouts of this session in milliseconds, 0 for none; a pooler may have dropped those that the program requests. */
  statement_timeout: Schema.Int,
  lock_timeout: Schema.Int,
  idle_in_transaction_session_timeout: Schema.Int,
  is_in_recovery: Schema.Boolean,
  is_read_only: Schema.Boolean,
  is_encrypted: Schema.Boolean,
  /** The version of the collation library that the indexes were made with, and the present one; none where it has no versions. */
  collation_version: Schema.NullOr(Schema.String),
  actual_collation_version: Schema.NullOr(Schema.String),
  /** The age of the oldest transaction that this role may see, in seconds. */
  oldest_transaction_seconds: Schema.NullOr(Schema.Int),
  prepared_transactions: Schema.Int,
  role: Schema.String,
  is_superuser: Schema.Boolean,
  /** Whether the role may alter the tables. */
  is_owner: Schema.Boolean,
  /** Whether the role has rights on the journal that no node needs. */
  may_change_journal: Schema.Boolean,
  /** The connections that the server, the database and the role allow. */
  connections_max: Schema.Int,
  /** The number of transactions since the oldest one whose rows are not frozen. */
  unfrozen_age: Schema.Int,
  now_ms: Schema.Int
})

const factsSql = `SELECT current_setting('server_version') AS server,
  current_setting('fsync') AS fsync,
  current_setting('full_page_writes') AS full_page_writes,
  current_setting('synchronous_commit') AS synchronous_commit,
  (SELECT CAST(setting AS INTEGER) FROM pg_settings WHERE name = 'statement_timeout') AS statement_timeout,
  (SELECT CAST(setting AS INTEGER) FROM pg_settings WHERE name = 'lock_timeout') AS lock_timeout,
  (SELECT CAST(setting AS INTEGER) FROM pg_settings WHERE name = 'idle_in_transaction_session_timeout')
    AS idle_in_transaction_session_timeout,
  pg_is_in_recovery() AS is_in_recovery,
  current_setting('transaction_read_only') = 'on' AS is_read_only,
  COALESCE((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), FALSE) AS is_encrypted,
  d.datcollversion AS collation_version,
  pg_database_collation_actual_version(d.oid) AS actual_collation_version,
  (SELECT CAST(max(extract(epoch FROM now() - xact_start)) AS BIGINT) FROM pg_stat_activity
    WHERE datname = d.datname AND backend_type = 'client backend' AND pid <> pg_backend_pid())
    AS oldest_transaction_seconds,
  (SELECT count(*) FROM pg_prepared_xacts WHERE database = d.datname) AS prepared_transactions,
  CAST(r.rolname AS TEXT) AS role,
  r.rolsuper AS is_superuser,
  EXISTS (SELECT 1 FROM pg_class WHERE oid = to_regclass('journal') AND pg_has_role(relowner, 'MEMBER')) AS is_owner,
  COALESCE(has_table_privilege(to_regclass('journal'), 'UPDATE, DELETE, TRUNCATE'), FALSE) AS may_change_journal,
  LEAST(
    CAST(current_setting('max_connections') AS INTEGER)
      - CAST(current_setting('superuser_reserved_connections') AS INTEGER)
      - CAST(COALESCE(current_setting('reserved_connections', TRUE), '0') AS INTEGER),
    NULLIF(d.datconnlimit, -1),
    NULLIF(r.rolconnlimit, -1)
  ) AS connections_max,
  GREATEST(age(d.datfrozenxid), mxid_age(d.datminmxid)) AS unfrozen_age,
  CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT) AS now_ms
FROM pg_database d, pg_roles r WHERE d.datname = current_database() AND r.rolname = current_user`

/** A table, with the rows that are there and those that no transaction needs any more. */
const Table = Schema.Struct({
  name: Schema.String,
  live: Schema.Int,
  dead: Schema.Int,
  last_vacuum: Schema.NullOr(Schema.String)
})
export type PostgresTable = typeof Table.Type

const tablesSql = `SELECT CAST(relname AS TEXT) AS name, n_live_tup AS live, n_dead_tup AS dead,
  to_char(GREATEST(last_vacuum, last_autovacuum) AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') AS last_vacuum
FROM pg_stat_user_tables WHERE pg_table_is_visible(relid) ORDER BY n_dead_tup DESC, relname`

/** A server that is connected, as it names its sessions. */
const Node = Schema.Struct({ name: Schema.String, version: Schema.String })

const nodesSql = `SELECT DISTINCT split_part(application_name, ' ', 3) AS name, split_part(application_name, ' ', 2) AS version
FROM pg_stat_activity WHERE datname = current_database() AND application_name LIKE '${applicationName} %' ORDER BY 1, 2`

/** The facts of the server, the database and the session, besides the rows. */
export interface PostgresDiagnosis extends Readonly<typeof Facts.Type> {
  readonly version: number
  readonly latestVersion: number
  readonly indexes: ReadonlyArray<PostgresIndex>
  readonly tables: ReadonlyArray<PostgresTable>
  readonly nodes: ReadonlyArray<typeof Node.Type>
  /** By how much the clocks of this machine and of the database differ at least. */
  readonly clockDifferenceMs: number
}

const unreadable = (database: string, why: string) =>
  new OperatorError({
    message: `The database ${database} cannot be read: ${why}.`,
    remedy: "Check what the role in DATABASE_URL may read, and that the tables are those of this program."
  })

const reader =
  (sql: SqlClient, database: string) =>
  <Row extends RowSchema>(row: Row, text: string): Effect.Effect<ReadonlyArray<Row["Type"]>, OperatorError> =>
    sql.unsafe(text).pipe(
      Effect.mapError((error) => unreadable(database, explain(error))),
      Effect.flatMap((rows) =>
        Effect.mapError(Schema.decodeUnknownEffect(Schema.Array(row))(rows), (error) =>
          unreadable(database, error.message)
        )
      )
    )

const versionOf = (sql: SqlClient, database: string) =>
  Effect.mapError(readVersion(sql), (error) => unreadable(database, explain(error)))

/** Reads what every role may read. `database` is its name in messages. */
export const diagnosePostgres = Effect.fnUntraced(function* (database: string) {
  const sql = yield* SqlClient
  const rows = reader(sql, database)
  const version = yield* versionOf(sql, database)
  const beforeMs = yield* Clock.currentTimeMillis
  const [facts] = yield* rows(Facts, factsSql)
  const afterMs = yield* Clock.currentTimeMillis
  if (facts === undefined) return yield* unreadable(database, "its role or its name has changed meanwhile")
  const diagnosis: PostgresDiagnosis = {
    ...facts,
    version,
    latestVersion,
    indexes: yield* rows(PostgresIndex, indexesSql),
    tables: yield* rows(Table, tablesSql),
    nodes: yield* rows(Node, nodesSql),
    clockDifferenceMs: Math.max(0, facts.now_ms - afterMs, beforeMs - facts.now_ms)
  }
  return diagnosis
})

/** Reads the rows that findings are about. */
export const readPostgresContents = Effect.fnUntraced(function* (database: string) {
  const sql = yield* SqlClient
  return yield* readContents(reader(sql, database), yield* versionOf(sql, database), {
    person: personText("strpos"),
    applications: "applications",
    placements: "placements"
  })
})

/** Passes the rows of files to `use`, page by page. */
export const eachPostgresFileRows = Effect.fnUntraced(function* <R>(
  database: string,
  use: (page: ReadonlyArray<FileRow>) => Effect.Effect<void, OperatorError, R>
) {
  const sql = yield* SqlClient
  yield* eachFileRows(reader(sql, database), yield* versionOf(sql, database), use)
})

/** Reads the jobs that agencies see. */
export const readPostgresAgencyViews = Effect.fnUntraced(function* (database: string) {
  const sql = yield* SqlClient
  return yield* readAgencyViews(reader(sql, database), yield* versionOf(sql, database))
})
