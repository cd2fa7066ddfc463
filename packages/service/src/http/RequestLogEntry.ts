/**
 * The entry of the request log about a request: names, types and numbers. It has no value of the query, the path or the body, no header and no address.
 */
import { type BodyMember, shapeOf, loggedName, loggedPointer } from "@partner-api/domain/operator/BodyShape"
import {
  type LoggedProblem,
  loggedParametersMax,
  loggedProblemsMax,
  type NewLoggedRequest
} from "@partner-api/domain/operator/LoggedRequest"
import type { Headers } from "effect/http/Headers"
import { unknownRoute } from "./AccessLog.ts"
import type { RequestContext } from "./RequestContext.ts"

/** A request with its answer. The log makes entries in batches, and none where it has no room. */
export interface CompletedRequest extends Pick<NewLoggedRequest, "atMs" | "durationMs" | "method" | "status"> {
  readonly context: RequestContext
  readonly url: string
  /** Whether its body is large. The log makes such an entry at once, so that it keeps no large body. */
  readonly hasLargeBody: boolean
}

/** The largest body that is kept until it is described; a batch holds some hundreds. */
const keptBodyBytesMax = 8_192

/** Whether the parsed body of a request is too large to wait for its batch. A body without `Content-Length` counts as large. */
export const hasLargeBody = ({ body }: RequestContext, headers: Headers): boolean =>
  body !== undefined && !(Number(headers["content-length"]) <= keptBodyBytesMax)

/**
 * Whether the log has an entry for a request. Public reads, such as health checks, pages and documents, have no entry: a proxy alone sends a million of them
 * a day. An unknown address has an entry, because a client may have mistyped it.
 */
export const isLogged = ({ endpoint }: RequestContext, status: number): boolean =>
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
    const name = loggedName(end < 0 ? part : part.slice(0, end))
    if (!names.includes(name)) names.push(name)
  }
  return names
}

const problemsOf = ({ body, problems = none }: RequestContext): ReadonlyArray<LoggedProblem> =>
  problems.slice(0, loggedProblemsMax).map(({ code, in: place, path }) => ({
    in: place,
    // Names of headers and of parts of the path are the contract's own; those of a query and a body are the partner's.
    path: place === "header" || place === "path" ? path : loggedPointer(path, place === "body" ? body : undefined),
    code
  }))

const bodyOf = ({ body }: RequestContext): ReadonlyArray<BodyMember> => (body === undefined ? none : shapeOf(body))

const after = (momentMs: number | undefined, startMs: number): number | undefined =>
  momentMs === undefined ? undefined : momentMs - startMs

/** The entry of a completed request. It describes the body of a request that was refused or has failed. */
export const requestLogEntryOf = ({
  atMs,
  context,
  durationMs,
  method,
  status,
  url
}: CompletedRequest): NewLoggedRequest => {
  const isRefused = status >= 400
  return {
    requestId: context.id,
    atMs,
    method,
    route: context.endpoint?.path ?? unknownRoute,
    status,
    error: context.errorCode,
    durationMs,
    isReplay: context.isReplay,
    clientId: context.clientId,
    organizationId: context.organizationId,
    traceId: context.traceId,
    admittedMs: after(context.admittedAtMs, context.startMs),
    bodyReadMs: after(context.bodyReadAtMs, context.startMs),
    problems: isRefused ? problemsOf(context) : none,
    query: namesIn(url),
    body: isRefused ? bodyOf(context) : none,
    deprecated: context.deprecated?.map(({ name }) => name) ?? none,
    rateLimit: context.allowance
  }
}
