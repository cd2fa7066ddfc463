/**
 * The type of the client. One client serves a whole program: it caches the tokens and makes concurrent calls.
 *
 * Types only: `DerivedClient.ts` makes it.
 */
import type { OrganizationMethods, PartnerMethods } from "./Methods.ts"

/** A client for one organization. */
export interface OrganizationClient extends OrganizationMethods {}

/**
 * A client. The methods of an organization are for the default organization; `organization(id)` is for any other.
 */
export interface PartnerClient extends PartnerMethods, OrganizationMethods {
  /** The same client for one organization. Costs nothing; its token is fetched with the first call. */
  organization(id: string): OrganizationClient
  /** Forgets all tokens: the next call fetches new ones. */
  forgetTokens(): void
}
