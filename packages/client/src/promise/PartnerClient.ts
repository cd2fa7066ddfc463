/**
 * The client as programs with promises see it. One for a program is enough: it keeps the tokens, and serves many calls at once.
 *
 * Types only: how it is made is in `DerivedClient.ts`.
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
