/**
 * Refuses requests whose body does not arrive in time. A file has more time than any other body, and Node has one time for all requests of a server
 * ({@link fileRequestTimeoutMs}); so the time of all others is kept here, with one timer for all of them.
 */
import type * as Http from "node:http"
import { requestTimeoutMs, timeoutCheckMs } from "../Limits.ts"
import type { NodeBody } from "./NodeBody.ts"

/** Bounds the time of a server's bodies. The server calls the returned function for each request with a body. `refuse` answers a late one, as one that Node found late. */
export const limitBodies = (
  server: Http.Server,
  refuse: (request: Http.IncomingMessage) => void
): ((request: Http.IncomingMessage, body: NodeBody) => void) => {
  /** The bodies under way and when their requests began, the oldest first. */
  const underWay = new Map<Http.IncomingMessage, { readonly body: NodeBody; readonly sinceMs: number }>()
  const refuseLate = (): void => {
    const latestMs = performance.now() - requestTimeoutMs
    for (const [request, { body, sinceMs }] of underWay) {
      if (sinceMs > latestMs) return
      underWay.delete(request)
      if (!request.complete && !body.isStreamed) refuse(request)
    }
  }
  const timer = setInterval(refuseLate, timeoutCheckMs)
  // The timer alone does not keep the process running.
  timer.unref()
  server.once("close", () => clearInterval(timer))
  return (request, body) => {
    if (request.complete) return
    underWay.set(request, { body, sinceMs: performance.now() })
    request.once("close", () => underWay.delete(request))
  }
}
