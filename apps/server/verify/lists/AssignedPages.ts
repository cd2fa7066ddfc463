/**
 * Three organizations in one database: one with a million jobs, of which a thousand are assigned to an agency, one with a thousand that are all assigned to it,
 * and one with a thousand that are open to all. The jobs that the agency sees have the same members. Another agency sees a tenth of the million.
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
const sizes = [
  { organization: wide, jobs: 1_000_000, isOpen: false },
  { organization: narrow, jobs: seenJobs, isOpen: false },
  { organization: open, jobs: seenJobs, isOpen: true }
]

/** Every job is number n of its organization, with an id that sorts by it. */
const firstNumber = 10_000_000
const at = "2026-01-01T00:00:00.000Z"

const fill = Effect.fnUntraced(function* ({ isOpen, jobs, organization }: (typeof sizes)[number]) {
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

/** Fills the database, and lets the engine tidy up after it, as it does when rows come one by one. */
export const fillAssigned = Effect.gen(function* () {
  const sql = yield* SqlClient
  for (const size of sizes) yield* fill(size)
  yield* sql.onDialectOrElse({ sqlite: () => sql`PRAGMA wal_checkpoint(TRUNCATE)`, orElse: () => sql`VACUUM ANALYZE` })
})
