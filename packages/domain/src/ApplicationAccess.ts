/**
 * The viewers of an application, and the party as which each acts on it (recruiting, Confirmation and consent). The stores repeat the first rule as a condition.
 *
 * `ApplicationState.ts` decides the actions of a party in each state.
 */
import type { StoredApplication } from "./Application.ts"
import type { Party } from "./ApplicationState.ts"
import type { AgencyId, ClientId } from "./Ids.ts"
import { isForClient, type Viewer } from "./Viewer.ts"

type Access = Pick<StoredApplication, "application" | "submittedBy">

/** The only client of the employer that sees an application: the one that submitted it, until the person has confirmed. */
export const onlyClientOf = ({ application, submittedBy }: Access): ClientId | undefined =>
  application.confirmed_at === undefined ? submittedBy : undefined

/** The members that decide who sees an application: its agency, and the only client of the employer that sees it. */
export interface ApplicationAudience {
  readonly agencyId: AgencyId
  readonly onlyClientId: ClientId | undefined
}

/** Whether a viewer is in the audience of an application. */
export const isInAudience = (viewer: Viewer, { agencyId, onlyClientId }: ApplicationAudience): boolean =>
  viewer.agencyId === undefined ? isForClient(onlyClientId, viewer) : viewer.agencyId === agencyId

/** Whether a viewer sees an application. */
export const isApplicationShown = (viewer: Viewer, access: Access): boolean =>
  isInAudience(viewer, { agencyId: access.application.agency_id, onlyClientId: onlyClientOf(access) })

/** A viewer and a submitter by their ids; a client of the API reads ids as text. */
interface ActingViewer {
  readonly agencyId: string | undefined
  readonly clientId: string | undefined
}

/** The party as which a viewer acts on an application. Where nobody is known to have submitted it, every client of the employer acts for the agency too. */
export const partyOf = (
  { agencyId, clientId }: ActingViewer,
  { submittedBy }: { readonly submittedBy?: string | undefined }
): Party => {
  if (agencyId !== undefined) return "agency"
  return submittedBy === undefined || submittedBy === clientId ? "both" : "employer"
}
