/**
 * Who sees an event (decisions, Journal). Which permission shows its type, `EventType.ts` declares.
 */
import type { EventBody } from "./Event.ts"
import type { EventReader } from "./EventReader.ts"
import { type EventType, permissionOf } from "./EventType.ts"
import type { AgencyId } from "./Ids.ts"
import { isShownToAgencies } from "./Job.ts"

/** Who sees an event besides the employer. */
export interface EventAudience {
  /** The agency that it is about. */
  readonly agencyId: AgencyId | undefined
  /** Whether every agency sees it. */
  readonly isForAgencies: boolean
}

const employerAlone: EventAudience = { agencyId: undefined, isForAgencies: false }

/** Who sees an event: an agency, what is its own, and jobs but drafts. */
export const audienceOf = ({ data }: EventBody): EventAudience => {
  if ("job" in data) return { agencyId: undefined, isForAgencies: isShownToAgencies(data.job) }
  if ("application" in data) return { agencyId: data.application.agency_id, isForAgencies: false }
  if ("agency" in data) return { agencyId: data.agency.id, isForAgencies: false }
  if ("webhook_endpoint" in data) return { agencyId: data.webhook_endpoint.agency_id, isForAgencies: false }
  return "agency_fees" in data ? { agencyId: data.agency_fees.agency_id, isForAgencies: false } : employerAlone
}

/** Whether an event is shown in a view: the employer's, or that of an agency. */
export const isSeenBy = ({ agencyId, isForAgencies }: EventAudience, viewer: AgencyId | undefined): boolean =>
  viewer === undefined || isForAgencies || agencyId === viewer

/** Whether a reader may read an event. */
export const mayReadEvent = (
  { agencyId, permissions }: EventReader,
  event: EventAudience & { readonly type: EventType }
): boolean => permissions.includes(permissionOf(event.type)) && isSeenBy(event, agencyId)
