/**
 * The audience of an event (decisions, Journal). `EventType.ts` declares the permission for each type.
 */
import type { EventBody } from "./Event.ts"
import type { EventReader } from "./EventReader.ts"
import { type EventType, permissionOf } from "./EventType.ts"
import type { AgencyId, ClientId, JobId } from "./Ids.ts"
import { isSeenByAll } from "./Job.ts"
import { isForClient, type Viewer } from "./Viewer.ts"

/** The audience of an event. It is fixed when the event is written. */
export interface EventAudience {
  /** The only client of the employer that sees it; without one, every client of the employer does. */
  readonly onlyClientId: ClientId | undefined
  /** The agency that it is about. */
  readonly agencyId: AgencyId | undefined
  /** Whether every agency sees it. */
  readonly isForAgencies: boolean
  /** The job whose agencies see it: those that see the job when the event is written. */
  readonly readersOfJob: JobId | undefined
}

const employerAlone: EventAudience = {
  onlyClientId: undefined,
  agencyId: undefined,
  isForAgencies: false,
  readersOfJob: undefined
}

const agencyAlone = (agencyId: AgencyId | undefined): EventAudience => ({ ...employerAlone, agencyId })

/** The audience of an event whose entry names none: an agency sees its own records, the jobs that it sees, and the reasons of its employer. */
export const audienceOf = ({ data }: EventBody): EventAudience => {
  if ("application" in data) return agencyAlone(data.application.agency_id)
  if ("placement" in data) return agencyAlone(data.placement.agency_id)
  if ("agency" in data) return agencyAlone(data.agency.id)
  if ("webhook_endpoint" in data) return agencyAlone(data.webhook_endpoint.agency_id)
  if ("agency_fees" in data) return agencyAlone(data.agency_fees.agency_id)
  if ("rejection_reason" in data) return { ...employerAlone, isForAgencies: true }
  if (!("job" in data)) return employerAlone
  if (!("title" in data.job)) return employerAlone
  return isSeenByAll(data.job)
    ? { ...employerAlone, isForAgencies: true }
    : { ...employerAlone, readersOfJob: data.job.id }
}

/** Whether an event is shown in a view: the employer's, or that of an agency. `isReader`: whether the agency is one of the job's. */
export const isSeenBy = (
  { agencyId, isForAgencies, onlyClientId }: Omit<EventAudience, "readersOfJob">,
  viewer: Viewer,
  isReader: (viewer: AgencyId) => boolean
): boolean =>
  viewer.agencyId === undefined
    ? isForClient(onlyClientId, viewer)
    : isForAgencies || agencyId === viewer.agencyId || isReader(viewer.agencyId)

/** Whether a reader may read an event that its view shows. */
export const mayReadEvent = ({ permissions }: EventReader, event: { readonly type: EventType }): boolean =>
  permissions.includes(permissionOf(event.type))
