/**
 * The types of the service: the methods of the client and those of one organization.
 *
 * Types only: `Partner.ts` has the service and its layers.
 */
import type * as Effect from "effect/Effect"
import type * as Stream from "effect/Stream"
import type { ClientError } from "../core/ClientError.ts"
import type { DefaultOptions, RequestMethod, RequestOptions } from "../core/CallOptions.ts"
import type { MethodKind } from "../core/MethodKind.ts"
import type { FileMethods } from "../core/files/FileMethods.ts"
import type { ApplicationsMethods, OrganizationMethods, PartnerMethods } from "../core/Methods.ts"
import type { FeedPage } from "../core/pages/Page.ts"
import type { Listing } from "./Listing.ts"

/** The return types of the methods of the service. */
export interface EffectKind extends MethodKind {
  readonly call: Effect.Effect<this["data"], ClientError>
  readonly list: Listing<this["data"], this["end"]>
  readonly follow: Stream.Stream<FeedPage<this["data"]>, ClientError>
}

/** The members of every client beside its methods. */
interface FreeRequests {
  /**
   * Sends a request to an endpoint that this library has no method for, with the token, retries, rate limit and errors of any other call.
   * Gives the body of the answer, unchecked.
   */
  readonly request: (
    method: RequestMethod,
    path: string,
    options?: RequestOptions
  ) => Effect.Effect<unknown, ClientError>
}

/** The methods within one organization. */
export interface OrganizationShape extends OrganizationMethods<EffectKind>, FreeRequests {
  readonly applications: ApplicationsMethods<EffectKind> & FileMethods<EffectKind>
}

/** The methods of the client. Those of an organization are for the default organization; `organization(id)` is for any other. */
export interface PartnerShape extends PartnerMethods<EffectKind>, OrganizationMethods<EffectKind>, FreeRequests {
  readonly applications: ApplicationsMethods<EffectKind> & FileMethods<EffectKind>
  /** The methods for one organization. Its token is fetched with the first call. */
  readonly organization: (id: string) => OrganizationShape
  /** The same with other defaults for its calls. Both have the same tokens, and keep to the same rate limit. */
  readonly withOptions: (options: DefaultOptions) => PartnerShape
  /** Forgets all tokens: the next call fetches new ones. */
  readonly forgetTokens: Effect.Effect<void>
}
