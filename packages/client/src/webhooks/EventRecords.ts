/**
 * The types of the feed's events, and the member of `data` that has the record of each. Written by `pnpm generate` from the contract.
 *
 * `ping` is not here: it is no part of the feed.
 */
import type { Event } from "../core/Model.ts"

/** The name of the record of each type. */
export const eventRecords: Readonly<Record<Event["type"], string>> = {
  "job.created": "job",
  "job.updated": "job",
  "job.opened": "job",
  "job.held": "job",
  "job.closed": "job",
  "job.assigned": "job",
  "job.assignment_set": "job",
  "job.unassigned": "job",
  "job.restricted": "job",
  "application.submitted": "application",
  "application.imported": "application",
  "application.confirmation_requested": "application",
  "application.confirmation_expired": "application",
  "application.confirmed": "application",
  "application.declined": "application",
  "application.kept": "application",
  "application.advanced": "application",
  "application.rejected": "application",
  "application.restored": "application",
  "application.withdrawn": "application",
  "application.hired": "application",
  "application.updated": "application",
  "application.erased": "application",
  "application.attachment_added": "application",
  "application.attachment_removed": "application",
  "application.attachment_scanned": "application",
  "message.created": "application",
  "user.created": "user",
  "user.updated": "user",
  "user.disabled": "user",
  "user.erased": "user",
  "agency.created": "agency",
  "agency.updated": "agency",
  "agency_fees.set": "agency_fees",
  "agency_invitation.created": "agency_invitation",
  "agency_invitation.accepted": "agency_invitation",
  "agency_invitation.revoked": "agency_invitation",
  "webhook_endpoint.failing": "webhook_endpoint",
  "webhook_endpoint.recovered": "webhook_endpoint",
  "webhook_endpoint.disabled": "webhook_endpoint",
  "organization.updated": "organization",
  "rejection_reason.created": "rejection_reason",
  "rejection_reason.updated": "rejection_reason",
  "rejection_reason.deleted": "rejection_reason",
  "jobs.imported": "import",
  "agencies.imported": "import",
  "users.imported": "import",
  "applications.imported": "import"
}
