/**
 * Ends connections on which a request came whose end is not certain. What follows on such a connection may be a part of its body, so that it
 * is refused like the request itself.
 */
import type * as Http from "node:http"
import { hasCertainEnd, uncertainEnd } from "@partner-api/contract/RequestFraming"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import { refusal } from "./HttpRefusal.ts"

const doubtful = new WeakSet<object>()

const endDoubtful: Http.RequestListener = (request, response) => {
  if (hasCertainEnd(request)) return
  response.shouldKeepAlive = false
  doubtful.add(request.socket)
}

/** Has the connections of a server end with the answer to such a request. To be called before anything answers. */
export const endDoubtfulOf = (server: Http.Server): void => {
  for (const event of ["request", "checkContinue"]) server.on(event, endDoubtful)
}

const refused = refusal(400, "invalid", uncertainEnd)

/** The refusal of such a request, and of those after it on its connection. */
export const refuseDoubtful = ({ source }: HttpServerRequest): HttpServerResponse.HttpServerResponse | undefined =>
  Predicate.hasProperty(source, "socket") && Predicate.isObject(source.socket) && doubtful.has(source.socket)
    ? refused
    : undefined
