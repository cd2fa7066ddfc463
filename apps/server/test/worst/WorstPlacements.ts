/**
 * The placements of the worst rows: each with the longest texts, far from its start, so that the service leaves it and it can be moved again and again.
 */
import { placementReasonMax } from "@partner-api/domain/Placement"
import { type AlphabetName, alphabets } from "./Alphabet.ts"
import { countTo, insertAll } from "./InsertRows.ts"
import * as Names from "./WorstNames.ts"
import * as Records from "./WorstRecords.ts"

const at = "2026-01-01T00:00:00.000Z"

/** Placements of an organization, all of one agency. */
export const writePlacements = (organizationId: string, name: AlphabetName, count: number) =>
  insertAll(
    "placements",
    countTo(count, (number) => {
      const placement = {
        id: Names.placementId(number),
        application_id: Records.applicationId(number),
        job_id: Records.jobId(1),
        agency_id: Records.agencyId(1),
        candidate_name: alphabets[name].text(100, number),
        status: "AWAITING_START",
        start_date: Names.placementStart,
        guarantee: { days: 365, refund: "PRORATED" },
        guarantee_ends_on: Names.placementStart,
        base_salary_cents: 1_000_000_000_000,
        fee_base_cents: 1_000_000_000_000,
        currency: "EUR",
        fee: { feeType: "FLAT_FEE", currency: "EUR", feeCents: 1, note: alphabets[name].text(500, number) },
        fee_amount_cents: 1,
        reason: alphabets[name].text(placementReasonMax, number),
        settlement: { status: "NOT_DUE", reason: alphabets[name].text(placementReasonMax, number), at },
        version: 1,
        created_at: at,
        updated_at: at
      }
      return {
        organization_id: organizationId,
        id: placement.id,
        application_id: placement.application_id,
        job_id: placement.job_id,
        agency_id: placement.agency_id,
        status: placement.status,
        settlement_status: "NOT_DUE",
        due_day: placement.start_date,
        payment_terms_days: 365,
        written_at_ms: number,
        json: JSON.stringify(placement)
      }
    })
  )
