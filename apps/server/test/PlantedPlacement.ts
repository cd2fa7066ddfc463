/**
 * Placements that tests put into the database beside the service.
 */
import { daysAfter, dayOf } from "@partner-api/domain/CalendarDate"
import type { TestServer } from "./TestServer.ts"

/** Adds a placement of an agency that waits for its start. */
export const plantPlacement = (
  { query, startMs }: Pick<TestServer, "query" | "startMs">,
  organizationId: string,
  { agencyId, id, name = "Grace Hopper" }: { readonly id: string; readonly agencyId: string; readonly name?: string }
) => {
  const at = new Date(startMs).toISOString()
  const placement = {
    id,
    application_id: `app_of_${id}`,
    job_id: "job_00000001",
    agency_id: agencyId,
    candidate_name: name,
    status: "AWAITING_START",
    start_date: daysAfter(dayOf(startMs), 30),
    base_salary_cents: 7_200_000,
    fee_base_cents: 7_200_000,
    currency: "EUR",
    fee: { feeType: "PERCENTAGE_FEE", feeBasisPoints: 2_000 },
    fee_amount_cents: 1_440_000,
    settlement: { status: "NOT_DUE", at },
    version: 1,
    created_at: at,
    updated_at: at
  }
  return query(
    `INSERT INTO placements (organization_id, id, application_id, job_id, agency_id, status, settlement_status, due_day, payment_terms_days, written_at_ms, json)
      VALUES (?, ?, ?, ?, ?, ?, 'NOT_DUE', ?, 30, 0, ?)`,
    organizationId,
    id,
    placement.application_id,
    placement.job_id,
    agencyId,
    placement.status,
    placement.start_date,
    JSON.stringify(placement)
  )
}
