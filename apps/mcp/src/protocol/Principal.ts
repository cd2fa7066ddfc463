/**
 * The principal of a request: the person or program that sends it, and its scopes here.
 *
 * Over stdio it is the owner of the process; over HTTP it is the subject of the token. It never holds the token. The permissions of the
 * platform are checked by the platform.
 */
import * as Context from "effect/Context"

export interface Principal {
  readonly id: string
  /** `all` is for the owner of the process. */
  readonly scopes: ReadonlyArray<string> | "all"
  /** The id that the person has on the platform, where the token has it. */
  readonly personId?: string
}

/** The owner of this process. */
export const localPrincipal: Principal = { id: "local", scopes: "all" }

/** The principal of this request. Its default, for a request without a transport, holds no scope. */
export const CurrentPrincipal = Context.Reference<Principal>("@partner-api/mcp/CurrentPrincipal", {
  defaultValue: () => ({ id: "nobody", scopes: [] })
})

/** Whether the principal holds at least one of these scopes. An empty list requires none. */
export const holds = (principal: Principal, scopes: ReadonlyArray<string>): boolean => {
  const held = principal.scopes
  return held === "all" || scopes.length === 0 || scopes.some((scope) => held.includes(scope))
}
