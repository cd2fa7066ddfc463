/**
 * Ends connections on which a request came whose end is not certain. What follows on such a connection may be a part of its body, so that it
 * is refused like the request itself. The refusal is the screen's (`HttpScreen.ts`).
 */
import type * as Http from "node:http"
import { hasCertainEnd } from "@partner-api/contract/RequestFraming"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Predicate from "effect/Predicate"
import { socketOf } from "./RawRequest.ts"

const doubtful = new WeakSet<object>()

/** Has the connection of such a request end with its answer. */
export const endDoubtful: Http.RequestListener = (request, response) => {
  if (hasCertainEnd(request)) return
  response.shouldKeepAlive = false
  doubtful.add(request.socket)
}

/** Whether a request is one of those, or came after one on its connection. */
export const isDoubtful = (request: HttpServerRequest): boolean => {
  const socket = socketOf(request)
  return Predicate.isObject(socket) && doubtful.has(socket)
}
