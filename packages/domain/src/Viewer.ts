/**
 * The viewer of the records of an organization: one of its agencies, the employer by one of its clients, or an operator (recruiting, Confirmation and consent).
 *
 * Decides what is for one client of the employer alone. What an agency sees, the records themselves decide.
 */
import type { AgencyId, ClientId } from "./Ids.ts"

/** A viewer. Without an agency it is the employer, by its client; without a client too, an operator. */
export interface Viewer {
  readonly agencyId: AgencyId | undefined
  readonly clientId: ClientId | undefined
}

/** The operators, who see everything. */
export const operatorViewer: Viewer = { agencyId: undefined, clientId: undefined }

/** Whether the employer sees, by this client, what is for one client of the employer alone, or for all of them. */
export const isForClient = (onlyClientId: ClientId | undefined, { clientId }: Pick<Viewer, "clientId">): boolean =>
  onlyClientId === undefined || clientId === undefined || onlyClientId === clientId
