/**
 * The headers that every answer of the process has, by the router and by the parser of HTTP alike, and what caches on the way may do with an
 * answer. What a single answer has besides is no matter of this file.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import type { EndpointEntry } from "@partner-api/contract/Reflection"

/** No browser may take an answer for something else than its media type says: data of partners is never a script or a page. */
export const everyAnswer = { "x-content-type-options": "nosniff" } as const

/** The headers of a request that decide what an endpoint with a token answers. */
const tokenHeaders = `Authorization, ${partnerTokenHeader}`

const varyOf = (headers: Readonly<Record<string, string | undefined>>): string =>
  headers["vary"] === undefined ? tokenHeaders : `${headers["vary"]}, ${tokenHeaders}`

/**
 * What a cache may do with an answer of an endpoint, or of an address without one: nothing is kept for others than its caller, and what is
 * kept is asked about before it is used again (decisions, Tokens). HTTP protects `Authorization` alone from caches that several callers
 * share; some caches keep whatever does not refuse it. What an answer says of caches itself stands.
 */
export const cacheHeadersOf = (
  endpoint: EndpointEntry | undefined,
  headers: Readonly<Record<string, string | undefined>>
): Record<string, string> => {
  const metadata = endpoint?.metadata
  const needsToken = metadata?.access.level === "primary" || metadata?.access.level === "scoped"
  const named: Record<string, string> = needsToken ? { vary: varyOf(headers) } : {}
  if (headers["cache-control"] === undefined) {
    named["cache-control"] = needsToken && metadata?.shownOnce === undefined ? "private, no-cache" : "no-store"
  }
  return named
}
