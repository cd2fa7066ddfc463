/**
 * The type of the client. One client serves a whole program: it caches the tokens and makes concurrent calls.
 *
 * Types only: `DerivedClient.ts` makes it.
 */
import type { DefaultOptions, RequestMethod, RequestOptions } from "../core/CallOptions.ts"
import type { MethodKind } from "../core/MethodKind.ts"
import type { FileMethods } from "../core/files/FileMethods.ts"
import type { ApplicationsMethods, OrganizationMethods, PartnerMethods } from "../core/Methods.ts"
import type { FeedPage } from "../core/pages/Page.ts"
import type { PendingCall } from "./PendingCall.ts"
import type { PendingList } from "./PendingList.ts"

/** The return types of the methods of the client. */
export interface PromiseKind extends MethodKind {
  readonly call: PendingCall<this["data"]>
  readonly list: PendingList<this["data"], this["end"]>
  readonly follow: AsyncIterable<FeedPage<this["data"]>>
}

/** The members of every client beside its methods. */
interface FreeRequests {
  /**
   * Sends a request to an endpoint that this library has no method for, with the token, retries, rate limit and errors of any other call.
   * Gives the body of the answer, unchecked.
   *
   * @example
   * ```ts
   * const skill: unknown = await partner.organization("org_acme").request("GET", "/v2/skills/typescript")
   * ```
   */
  request(method: RequestMethod, path: string, options?: RequestOptions): PendingCall<unknown>
}

/** A client for one organization. */
export interface OrganizationClient extends OrganizationMethods<PromiseKind>, FreeRequests {
  readonly applications: ApplicationsMethods<PromiseKind> & FileMethods<PromiseKind>
}

/**
 * A client. The methods of an organization are for the default organization; `organization(id)` is for any other.
 */
export interface PartnerClient extends PartnerMethods<PromiseKind>, OrganizationMethods<PromiseKind>, FreeRequests {
  readonly applications: ApplicationsMethods<PromiseKind> & FileMethods<PromiseKind>
  /** The same client for one organization. Costs nothing; its token is fetched with the first call. */
  organization(id: string): OrganizationClient
  /**
   * A copy of this client with other defaults for its calls. Both have the same tokens, and keep to the same rate limit.
   *
   * @example
   * ```ts
   * const patient = partner.withOptions({ deadlineMs: 600_000 })
   * ```
   */
  withOptions(options: DefaultOptions): PartnerClient
  /** Forgets all tokens: the next call fetches new ones. */
  forgetTokens(): void
}
