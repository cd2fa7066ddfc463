/**
 * {@link JobAssignmentStore} in a table. A row has the JSON of the assignment; columns have the moment at which a pending one is due, and whether its agency
 * sees it. A write keeps the jobs of the agency (`AgencyJobs.ts`) up to date.
 */
import { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import { dueAtMs, JobAssignment } from "@partner-api/domain/JobAssignment"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { foundById, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import {
  type AssignmentKey,
  assignmentsPerLook,
  JobAssignmentStore
} from "@partner-api/service/store/JobAssignmentStore"
import type { StoredJson } from "@partner-api/service/store/StoredJson"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import type { Fragment } from "effect/sql/Statement"
import { accessMark } from "../../platform/Version.ts"
import { makeAgencyJobs } from "./AgencyJobs.ts"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, limitClause, longTexts, shortText } from "./kit/Lists.ts"
import { makeMayHide } from "./kit/ReleaseGate.ts"
import { firstNamedRow } from "./kit/Rows.ts"
import { namedStatement, ReadSql } from "./kit/Statements.ts"
import { storedResource } from "./kit/StoredValues.ts"
import { makeLocks } from "./kit/Transactions.ts"
import { written } from "./kit/Writes.ts"

const Row = Schema.Struct({ json: storedResource(JobAssignment) })
const assignmentRow = firstNamedRow(Row)
const PageRow = Schema.Struct({ id: Schema.String, json: Schema.String })
const Key = Schema.Struct({ organizationId: OrganizationId, jobId: JobId, agencyId: AgencyId })
const OfOne = Schema.Struct({
  organizationId: Schema.String,
  id: Schema.String,
  after: Schema.String,
  count: Schema.Int
})
const encode = jsonTextOf(JobAssignment)

/** The schema from which on programs read which agencies see a job. */
const accessSchema = 35

const toAssignment = ({ json }: typeof Row.Type): JobAssignment => json

export const layer = Layer.effect(
  JobAssignmentStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const agencyJobs = makeAgencyJobs(sql)

    const select = (client: SqlClient.SqlClient, lock: Fragment) =>
      namedStatement<AssignmentKey>(
        client,
        (place) => client`SELECT json FROM job_assignments
          WHERE organization_id = ${place("organizationId")} AND job_id = ${place("jobId")}
            AND agency_id = ${place("agencyId")} ${lock}`
      )
    const found = (find: ReturnType<typeof select>) => (key: AssignmentKey) =>
      orStoreError(Effect.map(assignmentRow(find(key)), Option.map(toAssignment)))

    const ofJob = SqlSchema.findAll({
      Request: Schema.Struct({ organizationId: OrganizationId, jobId: JobId }),
      Result: Row,
      execute: ({ jobId, organizationId }) => sql`SELECT json FROM job_assignments
        WHERE organization_id = ${organizationId} AND job_id = ${jobId} ORDER BY agency_id`
    })

    /** Pages of the assignments with one value of a column, by another column. */
    const pageBy = (
      of: string,
      by: "agency_id" | "job_id",
      { condition, table }: { readonly condition: Fragment; readonly table: Fragment }
    ) => {
      const page = SqlSchema.findAll({
        Request: OfOne,
        Result: PageRow,
        execute: ({ after, count, id, organizationId }) => read`
          SELECT ${read(by)} AS id, ${read.literal(shortText("json"))} FROM ${table}
          WHERE organization_id = ${organizationId} AND ${read(of)} = ${id} AND ${read(by)} > ${after} AND ${condition}
          ORDER BY ${read(by)} ${limitClause(read, count)}`
      })
      return (organizationId: OrganizationId, id: string, { after = "", limit }: PageRequest) => {
        const whole = longTexts<StoredJson>(read, {
          name: "job_assignments",
          key: by,
          keyOf: (row) => row.id,
          column: "json",
          among: read`${read(of)} = ${id}`
        })
        return orStoreError(
          Effect.flatMap(page({ organizationId, id, after, count: lookAhead(limit) }), (rows) =>
            whole(organizationId, foundById(rows))
          )
        )
      }
    }
    const every = read`TRUE`
    const ofAgency = (index: string) => indexedTable(read, "job_assignments", index)

    const due = SqlSchema.findAll({
      Request: Schema.Int,
      Result: Key,
      execute: (nowMs) => sql`SELECT organization_id AS "organizationId", job_id AS "jobId", agency_id AS "agencyId"
        FROM ${indexedTable(sql, "job_assignments", "job_assignments_due")}
        WHERE due_at_ms <= ${nowMs} AND ${makeLocks(sql).alone("activate assignments")}
        ORDER BY due_at_ms ${limitClause(sql, assignmentsPerLook)}`
    })

    const firstDue = SqlSchema.findOneOption({
      Request: Schema.Void,
      Result: Schema.Struct({ due_at_ms: Schema.Int }),
      execute: () => read`SELECT due_at_ms FROM ${indexedTable(read, "job_assignments", "job_assignments_due")}
        WHERE due_at_ms IS NOT NULL ORDER BY due_at_ms LIMIT 1`
    })

    const save = (organizationId: OrganizationId, assignment: JobAssignment) => {
      const { agency_id, job_id, status } = assignment
      const isPublished = sql`EXISTS (SELECT 1 FROM jobs WHERE organization_id = ${organizationId} AND id = ${job_id}
        AND status IS DISTINCT FROM 'DRAFT')`
      const isShown = status === "ACTIVE" ? sql`CASE WHEN ${isPublished} THEN 1 ELSE 0 END` : sql`0`
      return sql`INSERT INTO job_assignments (organization_id, job_id, agency_id, due_at_ms, is_shown, json)
        VALUES (${organizationId}, ${job_id}, ${agency_id}, ${dueAtMs(assignment) ?? null}, ${isShown}, ${encode(assignment)})
        ON CONFLICT (organization_id, job_id, agency_id) DO UPDATE SET
          due_at_ms = excluded.due_at_ms, is_shown = excluded.is_shown, json = excluded.json`
    }

    // An older program would show the job.
    const mayHide = makeMayHide(sql, { schema: accessSchema, mark: accessMark })

    return JobAssignmentStore.of({
      mayHide: orStoreError(mayHide),
      find: found(select(read, read.literal(""))),
      lock: found(select(sql, makeLocks(sql).forUpdate)),
      ofJob: (organizationId, jobId) =>
        orStoreError(Effect.map(ofJob({ organizationId, jobId }), (rows) => rows.map(toAssignment))),
      pageOfJob: pageBy("job_id", "agency_id", { condition: every, table: read`job_assignments` }),
      pageOfAgency: pageBy("agency_id", "job_id", { condition: every, table: ofAgency("job_assignments_agency") }),
      pageShown: pageBy("agency_id", "job_id", {
        condition: read`is_shown = 1`,
        table: ofAgency("job_assignments_shown")
      }),
      save: Effect.fnUntraced(function* (organizationId, assignment) {
        const { agency_id, job_id, status } = assignment
        yield* written(sql, save(organizationId, assignment))
        if (status === "ACTIVE") yield* agencyJobs.assign(organizationId, job_id, agency_id)
      }, orStoreError),
      remove: Effect.fnUntraced(function* ({ agencyId, jobId, organizationId }) {
        yield* written(
          sql,
          sql`DELETE FROM job_assignments
            WHERE organization_id = ${organizationId} AND job_id = ${jobId} AND agency_id = ${agencyId}`
        )
        yield* agencyJobs.unassign(organizationId, jobId, agencyId)
      }, orStoreError),
      firstDueMs: Effect.suspend(() =>
        orStoreError(
          Effect.map(
            firstDue(),
            Option.map(({ due_at_ms }) => due_at_ms)
          )
        )
      ),
      due: (nowMs) => orStoreError(due(nowMs))
    })
  })
)
