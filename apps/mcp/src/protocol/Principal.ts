/**
 * Who asks: the person or program behind a request, and what it may do here.
 *
 * Over stdio it is whoever started the process; over HTTP it is who the token names. It never holds the token. What the
 * platform allows is the platform's business and is asked there.
 */
import * as Context from "effect/Context"

export interface Principal {
  readonly id: string
  /** `all` is for whoever owns the process. */
  readonly scopes: ReadonlyArray<string> | "all"
}

/** Whoever started this process. */
export const localPrincipal: Principal = { id: "local", scopes: "all" }

/** Who asks in this request. Where no transport has said it, nobody, who may do nothing. */
export const CurrentPrincipal = Context.Reference<Principal>("@partner-api/mcp/CurrentPrincipal", {
  defaultValue: () => ({ id: "nobody", scopes: [] })
})

/** Tells whether someone holds one of these scopes, which is enough; an empty list asks for none. */
export const holds = (principal: Principal, scopes: ReadonlyArray<string>): boolean => {
  const held = principal.scopes
  return held === "all" || scopes.length === 0 || scopes.some((scope) => held.includes(scope))
}
