/**
 * The view that a request has of an organization: that of the employer, or that of one of its agencies, by a bound grant (decisions, Tokens); or an
 * operator's.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { Viewer } from "@partner-api/domain/Viewer"

/** A viewer of an organization. */
export interface View extends Viewer {
  readonly organizationId: OrganizationId
}
