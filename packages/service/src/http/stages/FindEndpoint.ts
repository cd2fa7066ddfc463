/**
 * Finds the endpoint or the page that a request names, and answers where it names none. Refuses nothing that an endpoint would take.
 */
import { InvalidRequest, MethodNotAllowed } from "@partner-api/contract/ProtocolErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import * as Effect from "effect/Effect"
import * as FindMyWay from "effect/http/FindMyWay"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { GuardedApi } from "../GuardedApi.ts"
import { type Incoming, pathOf } from "../Incoming.ts"
import type { Page } from "../Pages.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Answering, Handle } from "../Stage.ts"

/** How addresses are read: paths mean what they say. Case counts, a slash at the end counts, and identifiers of any length reach their check. */
const addresses = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 8_192
}

/**
 * How often each endpoint is looked for before the first request. The router writes the parameters of a path into an object by their names. While
 * the engine has seen few names, it adjusts its code to each request anew, which takes a fifteenth of a read of one job.
 */
const roundsOfLooking = 2

/** HEAD names what GET names. */
const findIn = <A>(router: FindMyWay.Router<A>, { method, url }: Incoming): FindMyWay.FindResult<A> | undefined =>
  router.find(method, url) ?? (method === "HEAD" ? router.find("GET", url) : undefined)

const endpointsOf = (handles: ReadonlyMap<EndpointEntry, Handle>) => {
  const router = FindMyWay.make<readonly [EndpointEntry, Handle]>(addresses)
  for (const [entry, handle] of handles) router.on(entry.method, `/${entry.path.slice(1)}`, [entry, handle])
  for (let round = 0; round < roundsOfLooking; round++) {
    for (const { method, path } of handles.keys()) router.find(method, path)
  }
  return router
}

const pagesOf = (pages: ReadonlyArray<Page>) => {
  const router = FindMyWay.make<Page>(addresses)
  for (const page of pages) router.on("GET", `/${page.path.slice(1)}`, page)
  return router
}

/** What is answered where no endpoint and no page is found. */
const unknown = ({ allowedMethods, unknownAddress }: GuardedApi, incoming: Incoming): Answering => {
  const { method } = incoming
  const allow = allowedMethods(pathOf(incoming))
  if (allow.length === 0) return Effect.fail(unknownAddress)
  // The router does not read a path whose percent-encoding is broken, although its shape is known.
  if (allow.includes(method)) {
    return Effect.fail(new InvalidRequest({ message: "The address is not valid percent-encoded UTF-8." }))
  }
  const all = [...allow, "OPTIONS"]
  return method === "OPTIONS"
    ? Effect.succeed(HttpServerResponse.empty({ status: 204, headers: { allow: all.join(", ") } }))
    : Effect.fail(new MethodNotAllowed({ message: `This address takes ${all.join(", ")}, not ${method}.`, allow: all }))
}

/** Finds what answers a request, whose context gets the endpoint. */
export const findEndpoint = (
  api: GuardedApi,
  handles: ReadonlyMap<EndpointEntry, Handle>,
  pages: ReadonlyArray<Page>
): ((context: RequestContext) => Handle) => {
  const [endpointRouter, pageRouter] = [endpointsOf(handles), pagesOf(pages)]
  const answerUnknown: Handle = ({ incoming }) => unknown(api, incoming)
  return (context) => {
    const { incoming } = context
    const found = findIn(endpointRouter, incoming)
    if (found !== undefined) {
      const [entry, handle] = found.handler
      context.endpoint = entry
      context.params = found.params
      context.searchParams = found.searchParams
      return handle
    }
    const page = findIn(pageRouter, incoming)
    return page === undefined ? answerUnknown : () => page.handler.answer(incoming)
  }
}
