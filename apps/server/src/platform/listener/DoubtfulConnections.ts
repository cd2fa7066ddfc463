/**
 * Ends connections on which a request came whose end is not certain. What follows on such a connection may be a part of its body, so that it
 * is refused like the request itself. `CheckTransport.ts` refuses them.
 */
import type * as Http from "node:http"
import { hasCertainEnd } from "@partner-api/contract/RequestFraming"

const doubtful = new WeakSet<object>()

/** Has the connection of such a request end with its answer. */
export const endDoubtful: Http.RequestListener = (request, response) => {
  if (hasCertainEnd(request)) return
  response.shouldKeepAlive = false
  doubtful.add(request.socket)
}

/** Whether such a request came on a connection. */
export const isDoubtful = (socket: object): boolean => doubtful.has(socket)
