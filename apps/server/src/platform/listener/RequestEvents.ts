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

/** Node's types say of listeners that they are functions. */
const isListener = (listener: unknown): listener is Http.RequestListener => typeof listener === "function"

/** Looks which listeners of an event were added to a server since this call. */
export const listenersAddedTo = (
  server: Http.Server,
  event: RequestEvent
): (() => ReadonlyArray<Http.RequestListener>) => {
  const before = new Set<unknown>(server.listeners(event))
  return () =>
    server
      .listeners(event)
      .filter(isListener)
      .filter((listener) => !before.has(listener))
}
