/**
 * Finds the endpoint or the page of an address, and answers unknown addresses, unknown methods and OPTIONS.
 */
import { InvalidRequest, MethodNotAllowed } from "@partner-api/contract/ProtocolErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import * as Effect from "effect/Effect"
import * as FindMyWay from "effect/http/FindMyWay"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import type { ServedApi } from "../ServedApi.ts"
import { type Incoming, pathOf } from "../Incoming.ts"
import type { Page } from "../Pages.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Answering, Handle } from "../Stage.ts"

/** The options of both routers: case and a slash at the end count, and identifiers of any length reach the check of their schema. */
const addresses = {
  ignoreTrailingSlash: false,
  ignoreDuplicateSlashes: false,
  caseSensitive: true,
  maxParamLength: 8_192
}

/**
 * The number of times that the router looks up each endpoint before the first request. It writes the parameters of a path into an object by their names. V8 recompiles
 * that code for new names, which would take a fifteenth of the CPU of a read of one job.
 */
const warmUpRounds = 2

/** HEAD has the route of GET. */
const findIn = <A>(router: FindMyWay.Router<A>, { method, url }: Incoming): FindMyWay.FindResult<A> | undefined =>
  router.find(method, url) ?? (method === "HEAD" ? router.find("GET", url) : undefined)

const endpointsOf = (handles: ReadonlyMap<EndpointEntry, Handle>) => {
  const router = FindMyWay.make<readonly [EndpointEntry, Handle]>(addresses)
  for (const [entry, handle] of handles) router.on(entry.method, `/${entry.path.slice(1)}`, [entry, handle])
  for (let round = 0; round < warmUpRounds; round++) {
    for (const { method, path } of handles.keys()) router.find(method, path)
  }
  return router
}

const pagesOf = (pages: ReadonlyArray<Page>) => {
  const router = FindMyWay.make<Page>(addresses)
  for (const page of pages) router.on("GET", `/${page.path.slice(1)}`, page)
  return router
}

/** The answer where the routers find no endpoint and no page. */
const unknown = ({ allowedMethods, unknownAddress }: ServedApi, incoming: Incoming): Answering => {
  const { method } = incoming
  const allow = allowedMethods(pathOf(incoming))
  if (allow.length === 0) return Effect.fail(unknownAddress)
  // The path has an endpoint for the method, but the router could not decode its percent-encoding.
  if (allow.includes(method)) {
    return Effect.fail(new InvalidRequest({ message: "The address is not valid percent-encoded UTF-8." }))
  }
  const all = [...allow, "OPTIONS"]
  return method === "OPTIONS"
    ? Effect.succeed(HttpServerResponse.empty({ status: 204, headers: { allow: all.join(", ") } }))
    : Effect.fail(new MethodNotAllowed({ message: `This address takes ${all.join(", ")}, not ${method}.`, allow: all }))
}

/** Returns the function that finds the handle of a request. It puts the endpoint and the parameters into the context. */
export const findEndpoint = (
  api: ServedApi,
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
