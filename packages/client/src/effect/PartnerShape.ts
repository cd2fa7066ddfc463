/**
 * The types of the service: the methods of the client and those of one organization.
 *
 * Types only: `Partner.ts` has the service and its layers.
 */
import type * as Effect from "effect/Effect"
import type { OrganizationMethods, PartnerMethods } from "./Methods.ts"

/** The methods within one organization. */
export interface OrganizationShape extends OrganizationMethods {}

/** The methods of the client. Those of an organization are for the default organization; `organization(id)` is for any other. */
export interface PartnerShape extends PartnerMethods, OrganizationMethods {
  /** The methods for one organization. Its token is fetched with the first call. */
  readonly organization: (id: string) => OrganizationShape
  /** Forgets all tokens: the next call fetches new ones. */
  readonly forgetTokens: Effect.Effect<void>
}
