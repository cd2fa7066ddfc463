/**
 * Whose view of an organization a request has: the employer's, or that of one agency which works for it (decisions, Tokens).
 */
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"

/** An organization, and the agency whose view of it this is; without one, the employer's. */
export interface View {
  readonly organizationId: OrganizationId
  readonly agencyId: AgencyId | undefined
}
