/**
 * The assignments of the worst rows: an agency is assigned to each job of an organization, with instructions as long as they may be.
 */
import { instructionsMax } from "@partner-api/domain/JobAssignment"
import { type AlphabetName, alphabets } from "./Alphabet.ts"
import { countTo, insertAll } from "./InsertRows.ts"
import * as Records from "./WorstRecords.ts"

const at = "2026-01-01T00:00:00.000Z"

/** Assignments of the first agency to the jobs of an organization. */
export const writeAssignments = (organizationId: string, name: AlphabetName, count: number) =>
  insertAll(
    "job_assignments",
    countTo(count, (number) => {
      const [job_id, agency_id] = [Records.jobId(number), Records.agencyId(1)]
      const instructions = alphabets[name].text(instructionsMax, number)
      return {
        organization_id: organizationId,
        job_id,
        agency_id,
        due_at_ms: null,
        is_shown: 1,
        json: JSON.stringify({ job_id, agency_id, status: "ACTIVE", instructions, created_at: at, updated_at: at })
      }
    })
  )
