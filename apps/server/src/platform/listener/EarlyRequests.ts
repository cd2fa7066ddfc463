/**
 * Keeps the requests that come before the service has a handler for them. The address of the socket is known only once it listens, the
 * service is built with that address, and building it takes queries: a request that came meanwhile would find nobody, and hang.
 */
import type * as Http from "node:http"
import { listenersAddedTo, type RequestEvent, requestEvents } from "./RequestEvents.ts"

/**
 * Begins to keep requests; they are at most as many as connections. The function that this returns hands them over to the handlers that
 * were added since, and ends it.
 */
export const holdEarlyRequests = (server: Http.Server): (() => void) => {
  const early: Array<() => void> = []
  const holding = (event: RequestEvent) => {
    const hold: Http.RequestListener = (...request) => {
      // Where a handler was added, it has this request too.
      if (added().length > 0) return
      early.push(() => {
        for (const listener of added()) listener(...request)
      })
    }
    server.on(event, hold)
    const added = listenersAddedTo(server, event)
    return () => void server.off(event, hold)
  }
  const ends = requestEvents.map(holding)
  return () => {
    for (const end of ends) end()
    for (const handOver of early.splice(0)) handOver()
  }
}
