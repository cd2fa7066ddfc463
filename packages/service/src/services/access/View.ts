/**
 * The view that a request has of an organization: that of the employer, or that of one of its agencies, by a bound grant (decisions, Tokens).
 */
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"

/** An organization, and the agency of the view; without an agency, the view of the employer. */
export interface View {
  readonly organizationId: OrganizationId
  readonly agencyId: AgencyId | undefined
}
