/**
 * Jobs have an access, and assignments to agencies. The table `agency_jobs` has the jobs that an agency sees although they are not open to all agencies: it
 * repeats the members by which lists are filtered and ordered. Only adds: a job without an access is open to all, as it was.
 */
import * as Effect from "effect/Effect"
import * as SqlClient from "effect/sql/SqlClient"
import * as Columns from "./Columns.ts"

export const jobAssignments = Effect.gen(function* () {
  const sql = yield* SqlClient.SqlClient
  const key = Columns.keyType(sql)
  const clustered = Columns.clustered(sql)
  yield* sql`ALTER TABLE jobs ADD COLUMN agency_access TEXT`
  // Each has the jobs that every agency sees: a page of them passes no other, however many there are.
  const open = sql.literal("WHERE status IS DISTINCT FROM 'DRAFT' AND agency_access IS NULL")
  yield* sql`CREATE INDEX jobs_open ON jobs (organization_id, id) ${open}`
  yield* sql`CREATE INDEX jobs_open_status ON jobs (organization_id, status, id) ${open}`
  yield* sql`CREATE INDEX jobs_open_written ON jobs (organization_id, written_at_ms, id) ${open}`

  // The moment is that of a pending assignment.
  yield* sql`CREATE TABLE job_assignments (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    job_id ${key} NOT NULL,
    agency_id ${key} NOT NULL,
    due_at_ms BIGINT,
    is_shown INTEGER NOT NULL,
    json TEXT NOT NULL,
    PRIMARY KEY (organization_id, job_id, agency_id)
  ) ${clustered}`
  yield* sql`CREATE INDEX job_assignments_agency ON job_assignments (organization_id, agency_id, job_id)`
  yield* sql`CREATE INDEX job_assignments_shown ON job_assignments (organization_id, agency_id, job_id) WHERE is_shown = 1`
  yield* sql`CREATE INDEX job_assignments_due ON job_assignments (due_at_ms) WHERE due_at_ms IS NOT NULL`

  yield* sql`CREATE TABLE agency_jobs (
    organization_id ${key} NOT NULL REFERENCES organizations (id),
    agency_id ${key} NOT NULL,
    job_id ${key} NOT NULL,
    status TEXT,
    written_at_ms BIGINT NOT NULL,
    PRIMARY KEY (organization_id, agency_id, job_id)
  ) ${clustered}`
  yield* sql`CREATE INDEX agency_jobs_job ON agency_jobs (organization_id, job_id, agency_id)`
  yield* sql`CREATE INDEX agency_jobs_status ON agency_jobs (organization_id, agency_id, status, job_id)`
  yield* sql`CREATE INDEX agency_jobs_written ON agency_jobs (organization_id, agency_id, written_at_ms, job_id)`

  // The applications of an agency for a job: those that count towards its limit, and whether it has one.
  yield* sql`CREATE INDEX applications_of_agency ON applications (organization_id, job_id, agency_id, state)`
  yield* sql`INSERT INTO agency_jobs (organization_id, agency_id, job_id, status, written_at_ms)
    SELECT DISTINCT j.organization_id, a.agency_id, j.id, j.status, j.written_at_ms
    FROM jobs j JOIN applications a ON a.organization_id = j.organization_id AND a.job_id = j.id
    WHERE j.status = 'DRAFT'`
})
