/**
 * Three organizations in one database: one with many jobs, of which a thousand are assigned to an agency, one with a thousand that are all assigned to it,
 * and one with a thousand that are open to all. The jobs that the agency sees have the same members. Another agency sees a hundred times as many, or all.
 */
import { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import { SqlClient } from "effect/sql/SqlClient"

export const wide = OrganizationId.make("org_wide")
export const narrow = OrganizationId.make("org_narrow")
export const open = OrganizationId.make("org_open")
export const agency = AgencyId.make("agy_few")

/** How many jobs the agency sees in each organization, and how many there are. */
const seenJobs = 1_000
const sizesOf = (wideJobs: number) => [
  { organization: wide, jobs: wideJobs, isOpen: false },
  { organization: narrow, jobs: seenJobs, isOpen: false },
  { organization: open, jobs: seenJobs, isOpen: true }
]

/** Every job is number n of its organization, with an id that sorts by it. */
const firstNumber = 10_000_000
const at = "2026-01-01T00:00:00.000Z"

const fill = Effect.fnUntraced(function* ({ isOpen, jobs, organization }: ReturnType<typeof sizesOf>[number]) {
  const sql = yield* SqlClient
  const perSeen = jobs / seenJobs
  const numbers = `WITH RECURSIVE numbers (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM numbers WHERE n < ${jobs})`
  const id = `'job_' || CAST(n + ${firstNumber} AS TEXT)`
  // A member of job n is that of its place among the jobs that the agency sees.
  const place = `(n / ${perSeen})`
  const status = `CASE ${place} % 4 WHEN 0 THEN 'OPEN' WHEN 1 THEN 'ON_HOLD' ELSE 'CLOSED' END`
  yield* sql.unsafe(`INSERT INTO organizations (id, name, created_at) VALUES ('${organization}', 'O', '${at}')`)
  yield* sql.unsafe(`INSERT INTO jobs (organization_id, id, json, status, department, agency_access, written_at_ms, searched_at_ms)
    ${numbers} SELECT '${organization}', ${id}, '{"id":"' || ${id} ||
      '","title":"Engineer","description":"Builds engines.","status":"' || ${status} || '"}',
      ${status}, 'D-' || CAST(${place} % 4 AS TEXT), ${isOpen ? "NULL" : "'ASSIGNED'"}, n, n FROM numbers`)
  if (isOpen) return
  const see = (name: string, every: number) =>
    sql.unsafe(`INSERT INTO agency_jobs (organization_id, agency_id, job_id, status, written_at_ms)
      SELECT organization_id, '${name}', id, status, written_at_ms FROM jobs
      WHERE organization_id = '${organization}' AND written_at_ms % ${every} = 0`)
  yield* see(agency, perSeen)
  yield* see("agy_many", Math.max(1, perSeen / 100))
})

/** Below this number of jobs PostgreSQL reads whole tables, whatever their indexes. */
const plannedJobsMin = 100_000

/** Has PostgreSQL take an index where there is one: connections that begin later read a whole table only without one. SQLite does so anyway. */
const preferIndexes = Effect.flatMap(SqlClient, (sql) => {
  const statement = sql.onDialectOrElse({
    sqlite: () => "SELECT 1",
    orElse: () => "DO $$ BEGIN EXECUTE format('ALTER DATABASE %I SET enable_seqscan = off', current_database()); END $$"
  })
  return sql.unsafe(statement)
})

/** Fills the database, the widest organization with `wideJobs`, and lets the engine tidy up after it, as it does when rows come one by one. */
export const fillAssigned = Effect.fnUntraced(function* (wideJobs: number) {
  const sql = yield* SqlClient
  for (const size of sizesOf(wideJobs)) yield* fill(size)
  if (wideJobs < plannedJobsMin) yield* preferIndexes
  yield* sql.onDialectOrElse({ sqlite: () => sql`PRAGMA wal_checkpoint(TRUNCATE)`, orElse: () => sql`VACUUM ANALYZE` })
})
