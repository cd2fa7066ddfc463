/**
 * The names of the headers as they were sent. Node keeps only the first of two equal headers; this is where the second is seen.
 */
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Predicate from "effect/Predicate"

/** The lower-case names of all headers of a request, in order, repetitions included. */
export const rawHeadersOf = (request: HttpServerRequest): ReadonlyArray<string> => {
  const source: unknown = request.source
  const raw = Predicate.hasProperty(source, "rawHeaders") ? source.rawHeaders : []
  return Array.isArray(raw) ? raw.flatMap((value, index) => (index % 2 === 0 ? [String(value).toLowerCase()] : [])) : []
}
