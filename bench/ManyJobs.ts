/**
 * Fills a PostgreSQL database that the product has made with more jobs than `partner-api seed` writes in good time: they are made inside
 * the database.
 *
 * The jobs of all organizations arrive in turns, which is the worst case: a page of one of them lies in as many places of the table as
 * it has jobs. One organization has a tenth of all.
 */
import type { TestDatabases } from "@partner-api/test-postgres/TestDatabases"

/** How many there are. */
export interface Size {
  readonly jobs: number
  readonly organizations: number
}

/** The organization with a number from 1 on; the numbers sort like the identifiers. */
export const organizationId = (number: number): string => `org_${String(number).padStart(6, "0")}`

/** The organization that has a tenth of all jobs: it stands in the middle of the keys. */
export const largest = ({ organizations }: Size): number => Math.ceil(organizations / 2)

const jobsSql = (size: Size): string => `
  INSERT INTO jobs (organization_id, id, json, external_id, status)
  SELECT 'org_' || lpad(organization::text, 6, '0'), id, concat(
      '{"id":"', id, '","title":"Senior Backend Engineer","description":"', description, '","status":"', status,
      '","location":"Zürich","employment_type":"FULL_TIME","openings":1,"salary_min_cents":9000000,',
      '"salary_max_cents":10500000,"currency":"EUR","external_id":"', external_id,
      '","created_at":"2026-01-01T00:00:00.000Z","updated_at":"2026-01-01T00:00:00.000Z"}'
    ), external_id, status
  FROM generate_series(1, ${size.jobs}) AS n,
    LATERAL (SELECT 1 + n % ${size.organizations - 1} AS other, 'job_' || lpad(n::text, 8, '0') AS id,
      'REQ-' || n AS external_id, CASE WHEN n % 7 = 0 THEN 'DRAFT' ELSE 'OPEN' END AS status,
      repeat('You will own your work from the first sketch to daily use. ', 5) AS description) AS made,
    LATERAL (SELECT CASE WHEN n % 10 = 0 THEN ${largest(size)} WHEN other < ${largest(size)} THEN other
      ELSE other + 1 END AS organization) AS owned`

const strings = (rows: ReadonlyArray<object>): ReadonlyArray<string> =>
  rows.flatMap((row) => Object.values(row)).map(String)

/** Adds the organizations and the jobs; `clientId` is let into the organizations of `granted` with all that it may elsewhere. */
export const addJobs = async (
  { run }: TestDatabases,
  databaseUrl: string,
  {
    clientId,
    granted,
    size
  }: { readonly clientId: string; readonly granted: ReadonlyArray<number>; readonly size: Size }
): Promise<void> => {
  const query = async (statement: string) => strings(await run(databaseUrl, statement))
  // Keys and indexes are built at the end, as after a restore: row by row they would take many times as long.
  const constraints =
    "FROM pg_constraint WHERE conrelid = 'jobs'::regclass AND contype IN ('p', 'u', 'f') ORDER BY contype DESC"
  const indexes = `FROM pg_indexes WHERE tablename = 'jobs' AND indexname NOT IN (SELECT conname FROM pg_constraint)`
  const dropped = [
    ...(await query(`SELECT 'ALTER TABLE jobs DROP CONSTRAINT ' || conname ${constraints}`)),
    ...(await query(`SELECT 'DROP INDEX ' || indexname ${indexes}`))
  ]
  const added = [
    ...(await query(
      `SELECT format('ALTER TABLE jobs ADD CONSTRAINT %s %s', conname, pg_get_constraintdef(oid)) ${constraints}`
    )),
    ...(await query(`SELECT indexdef ${indexes}`))
  ]
  await run(
    databaseUrl,
    `INSERT INTO organizations (id, name, created_at)
     SELECT 'org_' || lpad(n::text, 6, '0'), 'Organization ' || n, '2026-01-01T00:00:00.000Z'
     FROM generate_series(1, ${size.organizations}) AS n`,
    `INSERT INTO grants (client_id, organization_id, permissions)
     SELECT client_id, unnest(ARRAY[${granted.map((number) => `'${organizationId(number)}'`).join(", ")}]), permissions
     FROM grants WHERE client_id = '${clientId}'`,
    ...dropped,
    // In one transaction, so that the log does not take it all once more.
    "BEGIN",
    "TRUNCATE jobs",
    jobsSql(size),
    "COMMIT",
    ...added,
    "ANALYZE"
  )
}
