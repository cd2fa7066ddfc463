/**
 * What Node knows of a request and Effect does not show: the names of the headers as they were sent, of which Node keeps only the
 * first of two equal ones, the version of the protocol, and the connection.
 */
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Predicate from "effect/Predicate"

const member = (request: HttpServerRequest, name: string): unknown => {
  const source: unknown = request.source
  return Predicate.hasProperty(source, name) ? source[name] : undefined
}

/** All headers of a request as they were sent, in order, repetitions included: each name is followed by its value. */
export const rawHeadersOf = (request: HttpServerRequest): ReadonlyArray<unknown> => {
  const raw = member(request, "rawHeaders")
  return Array.isArray(raw) ? raw : []
}

/** The connection that a request came on. */
export const socketOf = (request: HttpServerRequest): unknown => member(request, "socket")

/** The first number of the HTTP version in the request line. */
export const majorVersionOf = (request: HttpServerRequest): unknown => member(request, "httpVersionMajor")
