/**
 * Makes a test server of any contract: `fetch` with the faults that a test asks for around it. The one of this project's contract
 * is `createTestServer`; tests of the client hand over another contract to see it served.
 *
 * It stands on schemas and reflection alone. The router and the builder of HttpApi would bring fibers, layers and their handlers'
 * types, and could neither hang nor lose an answer; the steps of a request are the service's own (ARCHITECTURE.md).
 */
import { extensionsOf } from "@partner-api/contract/Reflection"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { idempotencyKeyHeader } from "@partner-api/contract/RequestHeaders"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { makeRateLimiter } from "./http/RateLimit.ts"
import { type Answer, errorAnswer, type ErrorStyle, isRefusal, json } from "./http/Answer.ts"
import { type Arrival, arrive, respond } from "./http/Arrival.ts"
import { makeClock, startMsDefault } from "./Clock.ts"
import { makeSigner } from "./Digest.ts"
import { type Exchange, pass, type Passage, tokenParameters } from "./http/Exchange.ts"
import { anyOperation, type Fault, makeFaults } from "./faults/Fault.ts"
import { answerOf, networkError, refusedError, resetError, spoil } from "./faults/FaultAnswer.ts"
import type { Handler, Service } from "./Handlers.ts"
import { operationsOf, plainOperations, routeOf } from "./Operations.ts"
import { baseUrlDefault, sampleOrganizations, type TestServerOptions } from "./Options.ts"
import { makeIdempotency } from "./http/Idempotency.ts"
import { makeRequests, type OpenRequest } from "./http/Requests.ts"
import { makeState } from "./data/State.ts"
import type { AskedRequest, GivenAnswer, TestFetch, TestServer } from "./TestServer.ts"
import { makeTokens } from "./tokens/Tokens.ts"

/** The largest number of redirects that are followed, as by `fetch`. */
const redirectsMax = 20

const redirectStatuses = new Set([301, 302, 303, 307, 308])

const requestIdPattern = /^[A-Za-z0-9_-]{1,64}$/

const shownQuery = (parameters: URLSearchParams): Record<string, string> =>
  Object.fromEntries(
    [...parameters].map(([name, value]) => [name, tokenParameters.has(name.toLowerCase()) ? "<redacted>" : value])
  )

const scriptedHandler =
  (answer: (request: AskedRequest) => GivenAnswer | Promise<GivenAnswer>): Handler =>
  async ({ operation, method, url, params, body, organization }) => {
    const {
      status = 200,
      body: given,
      headers = {}
    } = await answer({
      operation: operation.id,
      method,
      path: url.pathname,
      params,
      query: shownQuery(url.searchParams),
      body,
      organizationId: organization?.id
    })
    return given === undefined ? { status, headers, body: undefined } : json(status, given, headers)
  }

/** Waits for the signal, and for nothing else. */
const untilAborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
  })

/** Makes a test server of a contract whose endpoints carry metadata. */
export const makeTestServer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>,
  options: TestServerOptions = {}
): TestServer => {
  const clock = makeClock(options.startMs ?? startMsDefault)
  const baseUrl = (options.baseUrl ?? baseUrlDefault).replace(/\/+$/, "")
  const { origin, pathname: root } = new URL(`${baseUrl}/`)
  const plain = options.plain !== undefined && options.plain !== false
  const declared = operationsOf(api)
  const operations = plain ? plainOperations(declared) : declared
  const state = makeState(options.organizations ?? sampleOrganizations)
  const tokens = makeTokens(options, state)
  const service: Service = {
    operations,
    baseUrl,
    state,
    tokens,
    signer: makeSigner(),
    lists: plain ? (typeof options.plain === "object" ? options.plain.lists : "array") : "envelope",
    plain,
    extensions: extensionsOf(operations),
    defaultOrganization: options.defaultOrganization
  }
  const scripted = new Map<string, Handler>()
  const exchange: Exchange = {
    service,
    rateLimiter: makeRateLimiter(options.rateLimit),
    idempotency: makeIdempotency(),
    scripted
  }
  const faults = makeFaults()
  const requests = makeRequests()
  const resourcePath = operations.find(({ id }) => id === "oauth.resource")?.path
  const ids = new Set(operations.map(({ id }) => id))

  const known = (operation: string): string => {
    if (ids.has(operation) || operation === anyOperation) return operation
    throw new TypeError(`There is no operation ${operation}; there are: ${[...ids].join(", ")}.`)
  }

  const styleOf = (operation: string): ErrorStyle => ({
    plain,
    oauth: operation.startsWith("oauth."),
    metadataUrl: resourcePath === undefined ? undefined : `${baseUrl}${resourcePath}`
  })

  const open = ({ method, url, headers }: Arrival, operation: string, path: string): OpenRequest => {
    const asked = headers.get("x-request-id") ?? ""
    const key = headers.get(idempotencyKeyHeader)
    return {
      operation,
      method,
      path,
      query: shownQuery(url.searchParams),
      ...(key === null ? {} : { idempotencyKey: key }),
      requestId: requestIdPattern.test(asked) ? asked : `req_${requests.count(undefined) + 1}`,
      authorized: headers.has("authorization") || headers.has(partnerTokenHeader),
      atMs: clock.nowMs()
    }
  }

  /** The answer to a request, with what goes wrong on its way. */
  const answer = async (passage: Passage): Promise<Answer> => {
    const { arrival, record } = passage
    const fault: Fault | undefined = faults.take(record.operation)
    if (fault === "refused") throw refusedError()
    if (fault === "reset") throw resetError()
    if (fault === "hang") return await aside(untilAborted(arrival.signal))
    if (typeof fault === "object" && "delayMs" in fault) await aside(clock.sleep(fault.delayMs, arrival.signal))
    const style = styleOf(record.operation)
    const instead = fault === undefined ? undefined : answerOf(fault, record.requestId, style)
    if (instead !== undefined) return instead
    const outcome = await pass(exchange, passage)
    if (fault === "reset-after") throw resetError()
    const written = isRefusal(outcome) ? errorAnswer(outcome, record.requestId, style) : outcome
    return fault === undefined ? written : spoil(fault, written)
  }

  /** Waits for something that is not in the server's hands, so that time may pass. */
  const aside = async <A>(waited: Promise<A>): Promise<A> => {
    clock.leave()
    try {
      return await waited
    } finally {
      clock.enter()
    }
  }

  const serve = async (arrival: Arrival): Promise<Response> => {
    const { method, url } = arrival
    if (url.origin !== origin || !url.pathname.startsWith(root)) {
      requests.add(open(arrival, "foreign", `${url.origin}${url.pathname}`))
      throw networkError("ENOTFOUND", "the test server has no other address than its own")
    }
    const path = url.pathname.slice(root.length - 1)
    const route = routeOf(operations, method, path)
    const record = open(arrival, route?.operation?.id ?? "unknown", path)
    requests.add(record)
    const passage: Passage = { arrival, route, record, extra: {} }
    const given = await answer(passage)
    arrival.signal?.throwIfAborted()
    record.status = given.status
    const always = plain ? {} : { "x-request-id": record.requestId, ...passage.extra }
    const date = new Date(clock.nowMs()).toUTCString()
    return respond({ ...given, headers: { date, ...always, ...given.headers } }, arrival)
  }

  /** Follows a redirect as `fetch` does: what is for this origin alone stays behind, a header it does not know goes along. */
  const follow = async (
    response: Response,
    arrival: Arrival,
    init: RequestInit | undefined,
    left: number
  ): Promise<Response> => {
    const location = response.headers.get("location")
    if (!redirectStatuses.has(response.status) || location === null || arrival.redirect === "manual") return response
    if (arrival.redirect === "error" || left === 0) throw networkError("UND_ERR", "unexpected redirect")
    const target = new URL(location, arrival.url)
    const headers = new Headers(arrival.headers)
    if (target.origin !== arrival.url.origin) headers.delete("authorization")
    const method = response.status < 307 && arrival.method === "POST" ? "GET" : arrival.method
    const body = method === "GET" || method === "HEAD" ? null : (init?.body ?? null)
    const next = arrive(target, { method, headers, body, redirect: arrival.redirect, signal: arrival.signal ?? null })
    return follow(await serve(next), next, init, left - 1)
  }

  const fetch: TestFetch = async (input, init) => {
    const arrival = arrive(input, init)
    arrival.signal?.throwIfAborted()
    clock.enter()
    try {
      return await follow(await serve(arrival), arrival, init, redirectsMax)
    } finally {
      clock.leave()
    }
  }

  const publicClock = { nowMs: clock.nowMs, sleep: clock.sleep, advance: clock.advance }
  const server = {
    baseUrl,
    clientId: tokens.clientId,
    fetch,
    clock: publicClock,
    client: () => ({
      baseUrl,
      clientId: tokens.clientId,
      clientSecret: tokens.clientSecret,
      fetch,
      clock: publicClock
    }),
    failNext: (operation: string, fault: Fault, { times = 1 }: { readonly times?: number } = {}) =>
      faults.add(known(operation), fault, times),
    answer: (operation: string, given: (request: AskedRequest) => GivenAnswer | Promise<GivenAnswer>) =>
      void scripted.set(known(operation), scriptedHandler(given)),
    revokeTokens: tokens.revokeAll,
    get requests() {
      return requests.latest()
    },
    count: (operation?: string) => requests.count(operation),
    data: state.data,
    // Declared here for its type; shown to nobody who prints the server.
    get clientSecret() {
      return tokens.clientSecret
    }
  }
  return Object.defineProperty(server, "clientSecret", { enumerable: false })
}
