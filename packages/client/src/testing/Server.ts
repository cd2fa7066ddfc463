/**
 * Makes a test server: the service itself on its memory store, behind a `fetch` with the faults, the clock and the counts that a test
 * configures. It has no socket, and no rule of its own.
 */
import type { EndpointMetadataShape } from "@partner-api/contract/EndpointMetadata"
import { endpoints } from "@partner-api/contract/Endpoints"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { OAuth } from "@partner-api/contract/OAuth"
import { pathParams, pathPattern } from "@partner-api/contract/Path"
import { idempotencyKeyHeader, requestIdPattern } from "@partner-api/contract/RequestHeaders"
import { primaryLifetimeSeconds, scopedLifetimeSeconds } from "@partner-api/domain/Token"
import { makeSecret } from "@partner-api/service/crypto/Secrets"
import { isTokenParameter } from "@partner-api/service/http/stages/CheckRequest"
import { emptyState } from "@partner-api/service/store/memory/MemoryState"
import { makeMemory } from "@partner-api/service/store/memory/Memory"
import type { MemoryFiles } from "@partner-api/service/store/memory/MemoryFileStorage"
import type { HandlerScript } from "@partner-api/service/testing/HandlerScripts"
import { type ReadSeed, type SeedClient, stateOf } from "@partner-api/service/testing/MemorySeed"
import { makeMemoryService } from "@partner-api/service/testing/MemoryService"
import { isSpecified, makePlainService } from "@partner-api/service/testing/PlainService"
import { sampleOrganizations } from "@partner-api/service/testing/SampleOrganizations"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { makeClock, startMsDefault } from "./Clock.ts"
import { dataOf } from "./Data.ts"
import { anyOperation, type Fault, makeFaults, type Often } from "./faults/Fault.ts"
import { answerOf, changed, networkError, refusedError, resetError, spoil } from "./faults/FaultAnswer.ts"
import { checkFault } from "./faults/FaultSchema.ts"
import type { Answer, ErrorStyle } from "./http/Answer.ts"
import { readAnswer } from "./http/AnswerSchema.ts"
import { type Arrival, arrive, respond } from "./http/Arrival.ts"
import { makeRequests, type OpenRequest } from "./http/Requests.ts"
import { mailsOf } from "./Mails.ts"
import { placementsOf } from "./Placements.ts"
import { readName } from "./Mistakes.ts"
import { baseUrlDefault, type TestServerOptions } from "./Options.ts"
import { checkClientChoice, checkOptions } from "./OptionsSchema.ts"
import { readSeed } from "./SeedRecord.ts"
import type { AskedRequest, GivenAnswer, TestClientChoice, TestFetch, TestServer } from "./TestServer.ts"
import { webhooksOf } from "./Webhooks.ts"
import { workersOf } from "./Workers.ts"

/** The client of every test server. Those of its agencies have a number behind this. */
const clientId = "cli_test"

/** The largest number of redirects that are followed, as by `fetch`. */
const redirectsMax = 20

const redirectStatuses = new Set([301, 302, 303, 307, 308])

/** A query by its names; the values of a name that comes several times, with commas between them. */
const shownQuery = (query: Iterable<readonly [string, string]>): Record<string, string> => {
  const shown = new Map<string, string>()
  for (const [name, value] of query) {
    const before = shown.get(name)
    shown.set(name, isTokenParameter(name) ? "<redacted>" : before === undefined ? value : `${before},${value}`)
  }
  return Object.fromEntries(shown)
}

/** Every endpoint with its path, those with fewer parameters first, as a router prefers them. */
const declared = endpoints
  .map((entry) => ({ ...entry, pattern: pathPattern(entry.path), names: pathParams(entry.path) }))
  .toSorted((left, right) => left.names.length - right.names.length)

/** The names under which requests are counted: an operation, `unknown` or `foreign`. */
const countable = [...declared.map(({ id }) => id), "unknown", "foreign"]

const operationOf = (operations: Readonly<typeof declared>, method: string, path: string) => {
  const routeMethod = method === "HEAD" ? "GET" : method
  return operations.find((one) => one.method === routeMethod && one.pattern.test(path))
}

/** Waits for the signal, and for nothing else. */
const untilAborted = (signal: AbortSignal | undefined): Promise<never> =>
  new Promise((_, reject) => {
    if (signal?.aborted === true) return reject(signal.reason)
    signal?.addEventListener("abort", () => reject(signal.reason), { once: true })
  })

/** Makes a test server. */
export const makeTestServer = (options: TestServerOptions = {}): TestServer => {
  checkOptions(options)
  const startMs = options.startMs ?? startMsDefault
  const clock = makeClock(startMs)
  const publicClock = { nowMs: clock.nowMs, sleep: clock.sleep, advance: clock.advance }
  const baseUrl = (options.baseUrl ?? baseUrlDefault).replace(/\/+$/, "")
  const { origin, pathname: root } = new URL(`${baseUrl}/`)
  const plain = options.plain !== undefined && options.plain !== false
  const operations = plain ? declared.filter(isSpecified) : declared
  const ids = new Set(operations.map(({ id }) => id))
  const secret = Effect.runSync(makeSecret)
  /** The fault of a record that a function of the test made; the requests that follow fail with it. */
  let wrongRecord: Error | undefined
  const read: ReadSeed = (schema, record, place) => readSeed(schema, record, place, (error) => (wrongRecord = error))
  /** The clients of the agencies, by the ids of these. */
  const agencyClients = new Map<string, SeedClient>()
  const clientOfAgency = (agencyId: string): SeedClient => {
    const made = { clientId: `${clientId}_${agencyClients.size + 1}`, secret: Effect.runSync(makeSecret) }
    agencyClients.set(agencyId, made)
    return made
  }
  const memory = makeMemory(
    stateOf(
      {
        organizations: options.organizations ?? sampleOrganizations,
        clientId,
        secret,
        clientOfAgency,
        mayCreateOrganizations: options.mayCreateOrganizations ?? true,
        defaultOrganization: options.defaultOrganization,
        startMs
      },
      read
    )
  )
  const tokens = {
    primaryLifetimeSeconds: options.tokens?.primaryLifetimeSeconds ?? primaryLifetimeSeconds,
    scopedLifetimeSeconds: options.tokens?.scopedLifetimeSeconds ?? scopedLifetimeSeconds
  }
  const scripts: Map<string, HandlerScript> = new Map()
  const faults = makeFaults()
  const requests = makeRequests()
  /** The records of requests that the service is answering, by their ids, and what a script of theirs failed with. */
  const open = new Map<string, OpenRequest>()
  const failures = new Map<string, unknown>()
  const files: MemoryFiles = new Map()
  const hasScanner = options.scanner ?? false
  const inMemory = makeMemoryService({
    memory,
    files,
    hasScanner,
    clock,
    baseUrl,
    scripts,
    tokens,
    rateLimit: options.rateLimit,
    log: ({ organizationId, requestId }) => {
      const record = open.get(requestId)
      if (record !== undefined && organizationId !== undefined) record.organizationId ??= organizationId
    }
  })
  const service = plain
    ? makePlainService(inMemory, typeof options.plain === "object" ? options.plain.lists : "array")
    : inMemory

  const known = (operation: string): string => readName(operation, [...ids, anyOperation], "operation")

  const styleOf = (operation: string): ErrorStyle => ({
    plain,
    oauth: operation.startsWith("oauth."),
    metadataUrl: plain ? undefined : `${baseUrl}${OAuth.endpoints.resource.path}`
  })

  const begin = ({ headers, method, url }: Arrival, operation: string, path: string, organizationId?: string) => {
    const requestedId = headers.get("x-request-id") ?? ""
    const key = headers.get(idempotencyKeyHeader)
    const record: OpenRequest = {
      operation,
      method,
      path,
      query: shownQuery(url.searchParams),
      ...(organizationId === undefined ? {} : { organizationId }),
      ...(key === null ? {} : { idempotencyKey: key }),
      requestId: requestIdPattern.test(requestedId) ? requestedId : `req_${requests.count(undefined) + 1}`,
      authorized: headers.has("authorization") || headers.has(partnerTokenHeader),
      atMs: clock.nowMs()
    }
    requests.add(record)
    return record
  }

  /** The answer of the service. */
  const callService = async ({ headers, method, read, url }: Arrival, { operation, path, requestId }: OpenRequest) => {
    const sent = new Headers(headers)
    sent.set("x-request-id", requestId)
    const bytes = method === "GET" || method === "HEAD" ? new Uint8Array() : await read()
    const body = bytes.byteLength === 0 ? {} : { body: bytes }
    const response = await service(new Request(`${origin}${path}${url.search}`, { method, headers: sent, ...body }))
    const isBytes = ({ file, line }: EndpointMetadataShape): boolean => file === "answer" || line !== undefined
    const isFile = response.ok && declared.some(({ id, metadata }) => id === operation && isBytes(metadata))
    const answeredBody = isFile ? new Uint8Array(await response.arrayBuffer()) : await response.text()
    if (failures.has(requestId)) throw failures.get(requestId)
    if (wrongRecord !== undefined) throw wrongRecord
    // The length is that of the body that is sent; a fault may change it.
    if (!isFile) response.headers.delete("content-length")
    const answered: Answer = {
      status: response.status,
      headers: Object.fromEntries(response.headers),
      body: answeredBody.length === 0 ? undefined : answeredBody
    }
    // The answer states the lifetime of the scoped tokens.
    return operation === "organizations.token" && response.ok
      ? changed(answered, (answer) => ({
          ...answer,
          body: { ...Object(answer.body), expires_in: tokens.scopedLifetimeSeconds }
        }))
      : answered
  }

  /** The answer to a request, with what goes wrong on its way. */
  const answer = async (arrival: Arrival, record: OpenRequest): Promise<Answer> => {
    const fault: Fault | undefined = faults.take(record.operation)
    if (fault === "refused") throw refusedError()
    if (fault === "reset") throw resetError()
    if (fault === "hang") return await aside(untilAborted(arrival.signal))
    if (typeof fault === "object" && "delayMs" in fault) await aside(clock.sleep(fault.delayMs, arrival.signal))
    const instead = fault === undefined ? undefined : answerOf(fault, record.requestId, styleOf(record.operation))
    if (instead !== undefined) return instead
    open.set(record.requestId, record)
    const given = await callService(arrival, record).finally(() => {
      open.delete(record.requestId)
      failures.delete(record.requestId)
    })
    if (fault === "reset-after") throw resetError()
    return fault === undefined ? given : spoil(fault, given)
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
      begin(arrival, "foreign", `${url.origin}${url.pathname}`)
      throw networkError("ENOTFOUND", "the test server has no other address than its own")
    }
    const path = url.pathname.slice(root.length - 1)
    const operation = operationOf(operations, method, path)
    const named = operation?.names.indexOf("organizationId") ?? -1
    const organizationId = named < 0 ? undefined : operation?.pattern.exec(path)?.[named + 1]
    const record = begin(arrival, operation?.id ?? "unknown", path, organizationId)
    const given = await answer(arrival, record)
    arrival.signal?.throwIfAborted()
    record.status = given.status
    const date = new Date(clock.nowMs()).toUTCString()
    const always = plain ? {} : { "x-request-id": record.requestId }
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

  const connection = { baseUrl, fetch, clock: publicClock, dangerouslyAllowBrowser: true as const }
  const client = (given: TestClientChoice = {}) => {
    const { agencyId } = checkClientChoice(given)
    const bound =
      agencyId === undefined ? undefined : agencyClients.get(readName(agencyId, [...agencyClients.keys()], "agency"))
    const { clientId: id, secret: own } = bound ?? { clientId, secret }
    return { ...connection, clientId: id, clientSecret: Redacted.value(own) }
  }
  const server = {
    baseUrl,
    clientId,
    fetch,
    clock: publicClock,
    client,
    failNext: (operation: string, fault: Fault, often: Often = {}) => {
      checkFault(fault, often)
      faults.add(known(operation), fault, often)
    },
    answer: (operation: string, given: (request: AskedRequest) => GivenAnswer | Promise<GivenAnswer>) => {
      scripts.set(known(operation), async ({ requestId, ...request }) =>
        Promise.resolve({ ...request, query: shownQuery(Object.entries(request.query)) })
          .then(given)
          .then((answered) => readAnswer(answered, operation))
          .catch((error: unknown) => {
            failures.set(requestId, error)
            return { status: 500 }
          })
      )
    },
    deliverMails: mailsOf({ memory, clock }),
    ...workersOf({ memory, clock, files, hasScanner }),
    deliverWebhooks: webhooksOf({ memory, clock, aside }),
    movePlacements: placementsOf({ memory, clock }),
    revokeTokens: () =>
      void Effect.runFork(memory.write((state) => [{ ...state, tokens: emptyState.tokens }, undefined])),
    get requests() {
      return requests.latest()
    },
    count: (operation?: string) =>
      requests.count(operation === undefined ? undefined : readName(operation, countable, "operation")),
    data: dataOf(memory),
    // Declared here for its type; shown to nobody who prints the server.
    get clientSecret() {
      return Redacted.value(secret)
    }
  }
  return Object.defineProperty(server, "clientSecret", { enumerable: false })
}
