/**
 * Every step of the schema, in order, written by `pnpm generate` from the names of the files beside it. A step is never changed once it has
 * been released.
 */
import { initial } from "./0001Initial.ts"
import { revocation } from "./0002Revocation.ts"
import { imports } from "./0003Imports.ts"
import { trust } from "./0004Trust.ts"
import { boundGrants } from "./0005BoundGrants.ts"
import { tokenKinds } from "./0006TokenKinds.ts"
import { wholeImports } from "./0007WholeImports.ts"
import { journal } from "./0008Journal.ts"
import { journalCounters } from "./0009JournalCounters.ts"
import { schemaFloor } from "./0010SchemaFloor.ts"
import { userStatus } from "./0011UserStatus.ts"
import { applications } from "./0012Applications.ts"
import { filters } from "./0013Filters.ts"
import { search } from "./0014Search.ts"
import { secretUse } from "./0015SecretUse.ts"
import { events } from "./0016Events.ts"
import { webhooks } from "./0017Webhooks.ts"
import { requestLog } from "./0018RequestLog.ts"
import { operators } from "./0019Operators.ts"
import { webhookPermissions } from "./0020WebhookPermissions.ts"
import { storedBytes } from "./0021StoredBytes.ts"
import { grantsOfOrganizations } from "./0022GrantsOfOrganizations.ts"
import { boundedSearch } from "./0023BoundedSearch.ts"
import { answersInEvents } from "./0024AnswersInEvents.ts"
import { webhookUses } from "./0025WebhookUses.ts"
import { tokenEndings } from "./0026TokenEndings.ts"
import { journalStatistics } from "./0027JournalStatistics.ts"
import { foldedLetters } from "./0028FoldedLetters.ts"
import { requestLogIndexes } from "./0029RequestLogIndexes.ts"
import { organizationSettings } from "./0030OrganizationSettings.ts"
import { agencyStatus } from "./0031AgencyStatus.ts"
import { agencyInvitations } from "./0032AgencyInvitations.ts"
import { jobAssignments } from "./0034JobAssignments.ts"
import { eventReaders } from "./0035EventReaders.ts"
import { jobFacts } from "./0036JobFacts.ts"
import { attachments } from "./0038Attachments.ts"
import { applicationAccess } from "./0040ApplicationAccess.ts"
import { attachmentTotals } from "./0041AttachmentTotals.ts"
import { applicationsShown } from "./0042ApplicationsShown.ts"
import { confirmations } from "./0043Confirmations.ts"
import { mails } from "./0044Mails.ts"
import { attachmentScans } from "./0045AttachmentScans.ts"
import { messages } from "./0046Messages.ts"
import { erasureRequests } from "./0047ErasureRequests.ts"
import { placementPermissions } from "./0048PlacementPermissions.ts"
import { hiddenApplications } from "./0049HiddenApplications.ts"
import { rejectionReasons } from "./0050RejectionReasons.ts"
import { agencyTerms } from "./0051AgencyTerms.ts"
import { placements } from "./0052Placements.ts"
import { claims } from "./0053Claims.ts"
import { candidateChecks } from "./0054CandidateChecks.ts"
import { retentionRuns } from "./0055RetentionRuns.ts"
import { claimHolders } from "./0056ClaimHolders.ts"
import { deprecatedRequests } from "./0057DeprecatedRequests.ts"
import { forgottenAnswers } from "./0058ForgottenAnswers.ts"
import { clientEndings } from "./0059ClientEndings.ts"
import { webhookOwners } from "./0060WebhookOwners.ts"

/** The steps, by the names that a database keeps of those it has run. */
export const steps = {
  "0001_initial": initial,
  "0002_revocation": revocation,
  "0003_imports": imports,
  "0004_trust": trust,
  "0005_bound_grants": boundGrants,
  "0006_token_kinds": tokenKinds,
  "0007_whole_imports": wholeImports,
  "0008_journal": journal,
  "0009_journal_counters": journalCounters,
  "0010_schema_floor": schemaFloor,
  "0011_user_status": userStatus,
  "0012_applications": applications,
  "0013_filters": filters,
  "0014_search": search,
  "0015_secret_use": secretUse,
  "0016_events": events,
  "0017_webhooks": webhooks,
  "0018_request_log": requestLog,
  "0019_operators": operators,
  "0020_webhook_permissions": webhookPermissions,
  "0021_stored_bytes": storedBytes,
  "0022_grants_of_organizations": grantsOfOrganizations,
  "0023_bounded_search": boundedSearch,
  "0024_answers_in_events": answersInEvents,
  "0025_webhook_uses": webhookUses,
  "0026_token_endings": tokenEndings,
  "0027_journal_statistics": journalStatistics,
  "0028_folded_letters": foldedLetters,
  "0029_request_log_indexes": requestLogIndexes,
  "0030_organization_settings": organizationSettings,
  "0031_agency_status": agencyStatus,
  "0032_agency_invitations": agencyInvitations,
  "0034_job_assignments": jobAssignments,
  "0035_event_readers": eventReaders,
  "0036_job_facts": jobFacts,
  "0038_attachments": attachments,
  "0040_application_access": applicationAccess,
  "0041_attachment_totals": attachmentTotals,
  "0042_applications_shown": applicationsShown,
  "0043_confirmations": confirmations,
  "0044_mails": mails,
  "0045_attachment_scans": attachmentScans,
  "0046_messages": messages,
  "0047_erasure_requests": erasureRequests,
  "0048_placement_permissions": placementPermissions,
  "0049_hidden_applications": hiddenApplications,
  "0050_rejection_reasons": rejectionReasons,
  "0051_agency_terms": agencyTerms,
  "0052_placements": placements,
  "0053_claims": claims,
  "0054_candidate_checks": candidateChecks,
  "0055_retention_runs": retentionRuns,
  "0056_claim_holders": claimHolders,
  "0057_deprecated_requests": deprecatedRequests,
  "0058_forgotten_answers": forgottenAnswers,
  "0059_client_endings": clientEndings,
  "0060_webhook_owners": webhookOwners
}
