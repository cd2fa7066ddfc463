/**
 * The entry of the request log about a request: names, types and numbers. It has no value of the query, the path or the body, no header and no address.
 */
import { type BodyMember, shapeOf, toldName, toldPointer } from "@partner-api/domain/operator/BodyShape"
import {
  type LoggedProblem,
  loggedParametersMax,
  loggedProblemsMax,
  type NewLoggedRequest
} from "@partner-api/domain/operator/LoggedRequest"
import type { Headers } from "effect/http/Headers"
import { unknownRoute } from "./AccessLog.ts"
import type { RequestRecord } from "./CurrentRequest.ts"

/**
 * A request with its answer. The log makes entries in batches, and none where it has no room. Headers and connection are
 * left out: the log would keep them until then.
 */
export interface CompletedRequest extends Pick<NewLoggedRequest, "atMs" | "durationMs" | "method" | "status"> {
  readonly record: RequestRecord
  readonly url: string
  /** When it came, as `performance.now()` says. */
  readonly startMs: number
  /** Whether its body is large. The log makes such an entry at once, so that it keeps no large body. */
  readonly hasLargeBody: boolean
}

/** The largest body that is kept until it is described; a batch holds some hundreds. */
const keptBodyBytesMax = 8_192

/** Whether a request has a body that is not to be kept until it is described. What does not say its length may have one. */
export const hasLargeBody = ({ body }: RequestRecord, headers: Headers): boolean =>
  body !== undefined && !(Number(headers["content-length"]) <= keptBodyBytesMax)

/**
 * Whether the log has an entry for a request. Health checks, pages and the documents of the API have no caller and nothing to look up, and a proxy
 * alone sends a million of them a day. A refused address is an entry: somebody has mistyped it.
 */
export const isLogged = ({ endpoint }: RequestRecord, status: number): boolean =>
  endpoint === undefined ? status >= 400 : endpoint.metadata.access.level !== "public" || endpoint.method !== "GET"

const none: ReadonlyArray<never> = []

/** The names of the query parameters. They are not decoded: a name with an escape is not reported. */
const namesIn = (url: string): ReadonlyArray<string> => {
  const start = url.indexOf("?")
  if (start < 0) return none
  const names: Array<string> = []
  for (const part of url.slice(start + 1).split("&")) {
    if (names.length >= loggedParametersMax) break
    const end = part.indexOf("=")
    const name = toldName(end < 0 ? part : part.slice(0, end))
    if (!names.includes(name)) names.push(name)
  }
  return names
}

const problemsOf = ({ body, problems = none }: RequestRecord): ReadonlyArray<LoggedProblem> =>
  problems.slice(0, loggedProblemsMax).map(({ code, in: place, path }) => ({
    in: place,
    path: toldPointer(path, place === "body" ? body : undefined),
    code
  }))

const bodyOf = ({ body }: RequestRecord): ReadonlyArray<BodyMember> => (body === undefined ? none : shapeOf(body))

const after = (momentMs: number | undefined, startMs: number): number | undefined =>
  momentMs === undefined ? undefined : momentMs - startMs

/** The entry of a completed request. It describes the body of a request that was refused or has failed. */
export const requestLogEntryOf = ({
  atMs,
  durationMs,
  method,
  record,
  startMs,
  status,
  url
}: CompletedRequest): NewLoggedRequest => {
  const isRefused = status >= 400
  return {
    requestId: record.id,
    atMs,
    method,
    route: record.endpoint?.path ?? unknownRoute,
    status,
    error: record.errorCode,
    durationMs,
    isReplay: record.isReplay,
    clientId: record.clientId,
    organizationId: record.organizationId,
    traceId: record.traceId,
    admittedMs: after(record.admittedAtMs, startMs),
    bodyReadMs: after(record.bodyReadAtMs, startMs),
    problems: isRefused ? problemsOf(record) : none,
    query: namesIn(url),
    body: isRefused ? bodyOf(record) : none,
    rateLimit: record.allowance
  }
}
