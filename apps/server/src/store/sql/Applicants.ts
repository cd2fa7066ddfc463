/**
 * Applications by their person: the stored email without a tag (`kit/ApplicantText.ts`).
 */
import { ApplicationState, isOpen } from "@partner-api/domain/ApplicationState"
import type { SqlClient } from "effect/sql/SqlClient"
import { holdsClaim } from "./ClaimHolders.ts"
import { applicantText } from "./kit/ApplicantText.ts"
import { indexedTable } from "./kit/Lists.ts"

/** The states of the applications that count as open. */
export const openStates = ApplicationState.literals.filter(isOpen)

/** The applications of a person for a job, by their index. */
export const ofApplicant = (sql: SqlClient) => indexedTable(sql, "applications", "applications_applicant")

/** The columns of applications in some states, and whether each holds its claim, for a batch of persons and jobs: each is found in the index. */
export const selectApplicants = (
  sql: SqlClient,
  {
    organizationId,
    people,
    states
  }: {
    readonly organizationId: string
    readonly people: ReadonlyArray<readonly [jobId: string, person: string]>
    readonly states: ReadonlyArray<string>
  }
) => {
  const distinct = [...new Map(people.map((one) => [JSON.stringify(one), one])).values()]
  const rows = sql.csv(distinct.map(([jobId, person]) => sql`(${jobId}, ${person})`))
  const person = applicantText(sql, "found.email_key")
  const found = sql.onDialectOrElse({
    sqlite: () => sql.literal("applications AS found INDEXED BY applications_applicant"),
    orElse: () => sql.literal("applications AS found")
  })
  return sql`
    WITH wanted(job_id, person) AS (VALUES ${rows})
    SELECT found.job_id, found.agency_id, wanted.person, found.state,
      CASE WHEN ${holdsClaim(sql, "found")} THEN 1 ELSE 0 END AS holds_claim
    FROM wanted CROSS JOIN ${found}
    WHERE found.organization_id = ${organizationId} AND found.job_id = wanted.job_id AND ${person} = wanted.person
      AND found.state IN ${sql.in(states)}`
}
