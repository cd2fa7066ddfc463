/**
 * Copies of one seeded job. To read one job again and again favours a server that remembers it; these are read in turn, and each is forgotten before its
 * next turn.
 */
import { seededApplication } from "./FreshApplications.ts"
import { digitsInSql, numbersBelow } from "./Place.ts"

/** What the identifiers of the copies begin with; the number follows. */
export const copiedIdPrefix = "job_copied_"

/** Several times as many as any server remembers. */
export const copiedJobs = 5_000

/** Adds the copies, with the numbers from 0. They sort after all seeded jobs. Both engines understand it. */
export const copyStatement = (): string => {
  const { job_id, organization_id } = seededApplication
  const copyId = `'${copiedIdPrefix}' || ${digitsInSql}`
  return `
    INSERT INTO jobs (organization_id, id, json, status, written_at_ms, searched_at_ms)
    ${numbersBelow(copiedJobs)}
    SELECT organization_id, ${copyId}, REPLACE(json, '${job_id}', ${copyId}), status, written_at_ms, searched_at_ms
    FROM jobs CROSS JOIN numbers WHERE organization_id = '${organization_id}' AND id = '${job_id}'`
}
