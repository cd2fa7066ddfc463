/**
 * The two events with which Node's server hands a request over. One whose client waits for `100 Continue` before it sends its body arrives by
 * `checkContinue` alone, where that event has a listener. The framework adds one. What is refused before it is handed over, such as `CONNECT`, comes
 * by neither.
 */
import type * as Http from "node:http"

export const requestEvents = ["request", "checkContinue"] as const
export type RequestEvent = (typeof requestEvents)[number]

/** Listens for every request of a server, before what answers it does. */
export const onEachRequest = (server: Http.Server, listener: Http.RequestListener): void => {
  for (const event of requestEvents) server.on(event, listener)
}
