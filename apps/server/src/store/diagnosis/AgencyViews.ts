/**
 * Reads the jobs that agencies see for `doctor`, on either engine: the facts of each pair of a job and an agency, counted. It does not judge them. Reads only.
 */
import { JobStatus } from "@partner-api/domain/Job"
import { AgencyAccess } from "@partner-api/domain/OrganizationSettings"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { ReadRows } from "../sql/kit/Statements.ts"

/** The pairs of a job and an agency with the same facts. */
const AgencyView = Schema.Struct({
  status: Schema.NullOr(JobStatus),
  agency_access: Schema.NullOr(AgencyAccess),
  /** Whether the agency has an assignment that is not pending, and an application. */
  is_assigned: Schema.BooleanFromBit,
  has_applied: Schema.BooleanFromBit,
  /** Whether the table of the jobs that agencies see has the pair, with the members that the job has. */
  is_listed: Schema.BooleanFromBit,
  is_same: Schema.BooleanFromBit,
  /** Whether the assignment shows the job, as it is stored; none without an assignment. */
  is_shown: Schema.NullOr(Schema.BooleanFromBit),
  pairs: Schema.Int,
  /** The first of them: organization, job and agency. */
  first_pair: Schema.String
})
export type AgencyView = typeof AgencyView.Type

/** The schema from which on there are assignments. */
const assignmentsSince = 34

const ofPair = (table: string) =>
  `${table}.organization_id = pair.organization_id AND ${table}.job_id = pair.job_id AND ${table}.agency_id = pair.agency_id`

const sql = `SELECT status, agency_access, is_assigned, has_applied, is_listed, is_same, is_shown,
    count(*) AS pairs, min(organization_id || ' ' || job_id || ' ' || agency_id) AS first_pair
  FROM (
    SELECT pair.*, jobs.status, jobs.agency_access, one.is_shown,
      CASE WHEN one.job_id IS NOT NULL AND one.due_at_ms IS NULL THEN 1 ELSE 0 END AS is_assigned,
      CASE WHEN EXISTS (SELECT 1 FROM applications WHERE ${ofPair("applications")}) THEN 1 ELSE 0 END AS has_applied,
      CASE WHEN listed.job_id IS NULL THEN 0 ELSE 1 END AS is_listed,
      CASE WHEN listed.status IS NOT DISTINCT FROM jobs.status AND listed.written_at_ms = jobs.written_at_ms THEN 1 ELSE 0 END AS is_same
    FROM (
      SELECT organization_id, job_id, agency_id FROM agency_jobs
      UNION SELECT organization_id, job_id, agency_id FROM job_assignments
      UNION SELECT organization_id, job_id, agency_id FROM applications
    ) AS pair
    LEFT JOIN jobs ON jobs.organization_id = pair.organization_id AND jobs.id = pair.job_id
    LEFT JOIN job_assignments AS one ON ${ofPair("one")}
    LEFT JOIN agency_jobs AS listed ON ${ofPair("listed")}
  ) AS facts
  GROUP BY status, agency_access, is_assigned, has_applied, is_listed, is_same, is_shown`

/** Reads them from a database with the schema `version`. Every pair is read. */
export const readAgencyViews = <E>(rows: ReadRows<E>, version: number): Effect.Effect<ReadonlyArray<AgencyView>, E> =>
  version < assignmentsSince ? Effect.succeed([]) : rows(AgencyView, sql)
