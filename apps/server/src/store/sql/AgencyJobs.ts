/**
 * The jobs that an agency sees: those that are open to all agencies, by partial indexes of the table of jobs, and the others, by the table `agency_jobs`. A job is
 * in one of both.
 *
 * The rule is the domain's (`isSeenByAgency`). A row is written in the transaction that makes the agency see the job, and removed by the one that ends it.
 */
import type { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import { isPublished, isSeenByAll, type JobAccess } from "@partner-api/domain/Job"
import * as Effect from "effect/Effect"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Constructor, Fragment } from "effect/sql/Statement"
import { indexedTable } from "./kit/Lists.ts"
import type { SeenRecords } from "./kit/SeenRecords.ts"
import { namedStatement, type PlaceOf } from "./kit/Statements.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { written } from "./kit/Writes.ts"

/** The condition of the jobs that every agency sees: that of the partial indexes, and the rule of `isSeenByAll`. */
const openToAll = "status IS DISTINCT FROM 'DRAFT' AND agency_access IS NULL"

/** The agencies that see a job by its own members: every agency, the assigned ones, or none. An application shows it in any case. */
export const tierOf = (job: JobAccess) => (isSeenByAll(job) ? "all" : isPublished(job) ? "assigned" : "none")

type Write = Effect.Effect<void, SqlError>

/** Writes the jobs that agencies see besides those that are open to all. */
export const makeAgencyJobs = (sql: SqlClient) => {
  const columns = sql.literal("(organization_id, agency_id, job_id, status, written_at_ms)")

  /** Adds the agencies of jobs, by rows that have `job_id` and `agency_id`, unless the jobs are open to all. */
  const addFrom = (organizationId: OrganizationId, tied: Fragment) => sql`
    INSERT INTO agency_jobs ${columns}
    SELECT jobs.organization_id, tied.agency_id, jobs.id, jobs.status, jobs.written_at_ms
    FROM (${tied}) AS tied CROSS JOIN jobs
    WHERE jobs.organization_id = ${organizationId} AND jobs.id = tied.job_id AND NOT (${sql.literal(openToAll)})
    ON CONFLICT DO NOTHING`

  const ofJobs = (organizationId: OrganizationId, ids: ReadonlyArray<string>) =>
    sql`organization_id = ${organizationId} AND ${sql.in("job_id", ids)}`

  /** The agencies with an application for jobs. */
  const applied = (organizationId: OrganizationId, ids: ReadonlyArray<string>) => sql`
    SELECT DISTINCT job_id, agency_id FROM ${indexedTable(sql, "applications", "applications_of_agency")}
    WHERE ${ofJobs(organizationId, ids)}`

  return {
    /** Repeats the members of jobs that were written. */
    follow: (organizationId: OrganizationId, ids: ReadonlyArray<string>): Write =>
      written(
        sql,
        sql`UPDATE agency_jobs SET status = jobs.status, written_at_ms = jobs.written_at_ms FROM jobs
        WHERE agency_jobs.organization_id = ${organizationId} AND ${sql.in("agency_jobs.job_id", ids)}
          AND jobs.organization_id = ${organizationId} AND jobs.id = agency_jobs.job_id`
      ),
    /** Writes anew who sees jobs, of which a write has changed the status or the access. */
    rewrite: Effect.fnUntraced(function* (organizationId: OrganizationId, ids: ReadonlyArray<string>) {
      yield* sql`DELETE FROM ${indexedTable(sql, "agency_jobs", "agency_jobs_job")} WHERE ${ofJobs(organizationId, ids)}`
      yield* sql`UPDATE job_assignments SET is_shown = CASE WHEN due_at_ms IS NULL AND EXISTS (
          SELECT 1 FROM jobs WHERE jobs.organization_id = ${organizationId} AND jobs.id = job_assignments.job_id
            AND jobs.status IS DISTINCT FROM 'DRAFT'
        ) THEN 1 ELSE 0 END WHERE ${ofJobs(organizationId, ids)}`
      const assigned = sql`SELECT job_id, agency_id FROM job_assignments
        WHERE ${ofJobs(organizationId, ids)} AND is_shown = 1`
      yield* addFrom(organizationId, sql`${assigned} UNION ${applied(organizationId, ids)}`)
    }),
    /** Adds a job for an agency whose assignment shows it. */
    assign: (organizationId: OrganizationId, jobId: JobId, agencyId: AgencyId): Write =>
      written(
        sql,
        addFrom(
          organizationId,
          sql`SELECT job_id, agency_id FROM job_assignments WHERE organization_id = ${organizationId}
            AND job_id = ${jobId} AND agency_id = ${agencyId} AND is_shown = 1`
        )
      ),
    /** Removes a job for an agency that has neither an assignment which shows it nor an application. */
    unassign: (organizationId: OrganizationId, jobId: JobId, agencyId: AgencyId): Write =>
      written(
        sql,
        sql`DELETE FROM agency_jobs
        WHERE organization_id = ${organizationId} AND agency_id = ${agencyId} AND job_id = ${jobId}
          AND NOT EXISTS (SELECT 1 FROM ${sql("applications")} AS a WHERE a.organization_id = ${organizationId}
            AND a.job_id = ${jobId} AND a.agency_id = ${agencyId})`
      ),
    /**
     * Adds the job of a new application for its agency. The job is locked, shared: a write that makes it ASSIGNED at the same moment either finds the
     * application, or is found here.
     */
    apply: namedStatement<{ readonly organizationId: string; readonly agencyId: string; readonly jobId: string }>(
      sql,
      (place) => sql`INSERT INTO agency_jobs ${columns}
        SELECT organization_id, CAST(${place("agencyId")} AS TEXT), id, status, written_at_ms FROM jobs
        WHERE organization_id = ${place("organizationId")} AND id = ${place("jobId")} AND NOT (${sql.literal(openToAll)})
        ${makeLocks(sql).forShare} ON CONFLICT DO NOTHING`,
      { isDeferred: true }
    )
  }
}

// Pages of the jobs that an agency sees.

interface SeenValues {
  readonly organizationId: string
  readonly agencyId: string
}

/** Whether an agency sees the job with an id, as a condition on a row of jobs. */
export const isSeenJob = (sql: Constructor, place: PlaceOf<keyof SeenValues | "id">): Fragment =>
  sql`(${sql.literal(openToAll)} OR EXISTS (SELECT 1 FROM agency_jobs
    WHERE organization_id = ${place("organizationId")} AND agency_id = ${place("agencyId")} AND job_id = ${place("id")}))`

/**
 * The statement of a page without a filter, whose rows have the id and a column of the job. It merges two ranges, each limited to the page: that of the jobs
 * which are open to all, and that of the other jobs of the agency.
 */
export const pageSeenBy = (
  sql: Constructor,
  column: string,
  limit: Fragment,
  place: PlaceOf<keyof SeenValues | "after">
): Fragment => {
  const jobs = sql.onDialectOrElse({ sqlite: () => "jobs INDEXED BY jobs_open", orElse: () => "jobs" })
  const open = sql`SELECT id, ${sql.literal(column)} FROM ${sql.literal(jobs)}
    WHERE organization_id = ${place("organizationId")} AND id > ${place("after")} AND ${sql.literal(openToAll)}
    ORDER BY id LIMIT ${limit}`
  const others = sql`SELECT id, ${sql.literal(column)} FROM (
      SELECT job_id FROM agency_jobs WHERE organization_id = ${place("organizationId")}
        AND agency_id = ${place("agencyId")} AND job_id > ${place("after")} ORDER BY job_id LIMIT ${limit}
    ) AS own CROSS JOIN jobs WHERE organization_id = ${place("organizationId")} AND id = own.job_id`
  return sql`SELECT * FROM (${open}) AS shown UNION ALL SELECT * FROM (${others}) AS others ORDER BY id LIMIT ${limit}`
}

/** The jobs that an agency sees, as a list reads them. */
export const seenBy = (sql: SqlClient, organizationId: OrganizationId, agencyId: AgencyId): SeenRecords => {
  const ofOrganization = sql`organization_id = ${organizationId}`
  const ofAgency = sql`${ofOrganization} AND agency_id = ${agencyId}`
  const open = sql.literal(openToAll)
  const shown = sql.onDialectOrElse({
    sqlite: () => sql`jobs AS shown INDEXED BY jobs_open`,
    orElse: () => sql`jobs AS shown`
  })
  const own = (index: string) => indexedTable(sql, "agency_jobs", index)
  /** A range of each of the two tables. SQLite has the key of a table as an index without a name. */
  const ranges = (index: string, ownTable: Fragment, condition: Fragment) => [
    {
      from: indexedTable(sql, "jobs", index),
      id: "id",
      condition: sql`${ofOrganization} AND ${condition} AND ${open}`
    },
    { from: ownTable, id: "job_id", condition: sql`${ofAgency} AND ${condition}` }
  ]
  return {
    byId: (choice) =>
      choice === undefined
        ? ranges("jobs_open", sql`agency_jobs`, sql`TRUE`)
        : [...new Set(choice)].flatMap((status) =>
            ranges("jobs_open_status", own("agency_jobs_status"), sql`status = ${status}`)
          ),
    byWrite: () => ranges("jobs_open_written", own("agency_jobs_written"), sql`TRUE`),
    // The id may be a column of the table of jobs, so the range has another name.
    isSeen: (
      id
    ) => sql`(EXISTS (SELECT 1 FROM ${shown} WHERE shown.organization_id = ${organizationId} AND shown.id = ${id}
        AND ${open})
      OR EXISTS (SELECT 1 FROM agency_jobs AS own WHERE own.organization_id = ${organizationId}
        AND own.agency_id = ${agencyId} AND own.job_id = ${id}))`
  }
}
