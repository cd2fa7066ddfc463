/**
 * Keeps the requests that come before the service has a handler for them. The address of the socket is known only once it listens, the
 * service is built with that address, and building it takes queries: a request that came meanwhile would find nobody, and hang.
 */
import type * as Http from "node:http"

/**
 * Begins to keep requests; they are at most as many as connections. The function that this returns hands them over to the handlers that
 * were added since, and ends it.
 */
export const holdEarlyRequests = (server: Http.Server): (() => void) => {
  const early: Array<readonly [Http.IncomingMessage, Http.ServerResponse]> = []
  const hold = (request: Http.IncomingMessage, response: Http.ServerResponse): void =>
    void early.push([request, response])
  server.on("request", hold)
  const before = new Set(server.listeners("request"))
  return () => {
    server.off("request", hold)
    const added = server.listeners("request").filter((listener) => !before.has(listener))
    for (const request of early.splice(0)) for (const listener of added) Reflect.apply(listener, server, request)
  }
}
