/**
 * Marks a connection after a request whose end is not certain (`RequestFraming.ts` of the contract), and closes it after the answer. The bytes after such a
 * request may be a part of its body, so `CheckTransport.ts` refuses each later request of the connection too.
 */
import type * as Http from "node:http"
import { hasCertainEnd } from "@partner-api/contract/RequestFraming"

const doubtful = new WeakSet<object>()

/** Marks the connection of a request whose end is not certain, and closes it after the answer. */
export const endDoubtful: Http.RequestListener = (request, response) => {
  if (hasCertainEnd(request)) return
  response.shouldKeepAlive = false
  doubtful.add(request.socket)
}

/** Whether a connection had a request whose end is not certain. */
export const isDoubtful = (socket: object): boolean => doubtful.has(socket)
