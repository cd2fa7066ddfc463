/**
 * The headers of every answer, of endpoints and of the HTTP parser (`ParserErrors.ts` of the server), and the cache headers of an answer.
 * `RequestExchange.end` adds them.
 */
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import type { EndpointEntry } from "@partner-api/contract/Reflection"

/** Forbids browsers to guess a media type: data of partners is never a script or a page. */
export const everyAnswer = { "x-content-type-options": "nosniff" } as const

/** The request headers on which the answer of an endpoint with a token depends. */
const tokenHeaders = `Authorization, ${partnerTokenHeader}`

const varyOf = (headers: Readonly<Record<string, string | undefined>>): string =>
  headers["vary"] === undefined ? tokenHeaders : `${headers["vary"]}, ${tokenHeaders}`

/**
 * The cache headers of an answer, of an endpoint or of an unknown address: only a private cache of the caller may store it, and must revalidate it before
 * each use (decisions, Tokens). HTTP keeps shared caches from answers to `Authorization` alone, and some caches store every answer that does not forbid it.
 * An answer with its own `Cache-Control` keeps it.
 */
export const cacheHeadersOf = (
  endpoint: EndpointEntry | undefined,
  headers: Readonly<Record<string, string | undefined>>
): Record<string, string> => {
  const metadata = endpoint?.metadata
  const level = metadata?.access.level
  const isGuarded = level === "primary" || level === "scoped" || level === "credentials"
  const named: Record<string, string> = isGuarded ? { vary: varyOf(headers) } : {}
  if (headers["cache-control"] === undefined) {
    named["cache-control"] = isGuarded && metadata?.shownOnce === undefined ? "private, no-cache" : "no-store"
  }
  return named
}
