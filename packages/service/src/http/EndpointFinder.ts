/**
 * Finds the endpoint of an API that a request names, before anything is routed. Refuses nothing.
 */
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import * as FindMyWay from "effect/http/FindMyWay"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { jsonPointer, problemsMax } from "@partner-api/domain/Problem"
import type { RequestRecord } from "./CurrentRequest.ts"
import { unprocessable } from "./ErrorResponse.ts"
import { routerConfig } from "./RouterConfig.ts"

/** An endpoint that a request names, with the parameters of its path and the query. */
export type FoundEndpoint = FindMyWay.FindResult<EndpointEntry>

/** Notes the endpoint that a request names. */
export const noteEndpoint = (record: RequestRecord, { handler, params, searchParams }: FoundEndpoint): void => {
  record.endpoint = handler
  record.params = params
  record.searchParams = searchParams
}

/**
 * How often each endpoint is looked for before the first request. The router writes the parameters of a path into an object by their names. While
 * the engine has seen few names, it adjusts its code to each request anew, which takes a fifteenth of a read of one job.
 */
const roundsOfLooking = 2

/** Finds the endpoints of an API, with the parameters of the path and the query. HEAD names the endpoint of GET. */
export const finderOf = (endpoints: ReadonlyArray<EndpointEntry>) => {
  const router = FindMyWay.make<EndpointEntry>(routerConfig)
  for (const entry of endpoints) router.on(entry.method, `/${entry.path.slice(1)}`, entry)
  for (let round = 0; round < roundsOfLooking; round++) {
    for (const { method, path } of endpoints) router.find(method, path)
  }
  return ({ method, url }: HttpServerRequest): FoundEndpoint | undefined =>
    router.find(method, url) ?? (method === "HEAD" ? router.find("GET", url) : undefined)
}

/** An endpoint that declares no query knows no parameters; the framework looks only where a query is declared. */
export const unknownParameters = ({ query }: EndpointEntry, given: Readonly<Record<string, unknown>>) => {
  const names = query === undefined ? Object.keys(given) : []
  return names.length === 0
    ? undefined
    : unprocessable(
        names.slice(0, problemsMax).map((name) => ({
          in: "query",
          path: jsonPointer([name]),
          code: "unknown",
          message: "is not known here; leave it out, as this endpoint has no query parameters"
        }))
      )
}
