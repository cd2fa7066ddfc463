/**
 * The request at hand, for whatever tells of it: its name, and what is found out about it on the way.
 *
 * The name is taken from `X-Request-Id` when that is well formed, else made; people compare answers with logs by it.
 */
import type { CurrentOperator } from "@partner-api/contract/operator/OperatorAccess"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { requestIdPattern } from "@partner-api/contract/RequestHeaders"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { Problem } from "@partner-api/domain/Problem"
import type { TokenInfo } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Option from "effect/Option"
import type * as Result from "effect/Result"
import { makeRequestId } from "../crypto/Secrets.ts"
import type { Allowance, ChargeWork } from "../services/access/RateLimits.ts"
import { makeShare, type RequestShare } from "../services/access/RequestShare.ts"

/** The header that carries the name, in requests and in every answer. */
export const requestIdHeader = "x-request-id"

/** What is known of a request. Each middleware fills in what it learns; one record for each request. */
export interface RequestRecord {
  readonly id: string
  /** The trace of this request; where it is not traced, the one that the caller names, which decides nothing. */
  traceId: string | undefined
  /** The endpoint that the request names; absent where it names none. */
  endpoint: EndpointEntry | undefined
  /** The parameters of its path, as text, and of the query. */
  params: Readonly<Record<string, string | undefined>>
  searchParams: Readonly<Record<string, string | ReadonlyArray<string>>>
  /** The code of the error that is answered. */
  errorCode: string | undefined
  /** Whether a stored answer is repeated. */
  isReplay: boolean
  clientId: ClientId | undefined
  organizationId: OrganizationId | undefined
  /** The holder of the token, once the request is let in. */
  admitted: TokenInfo | undefined
  /** The operator who has signed in, once the request is let in. */
  operator: CurrentOperator["Service"] | undefined
  /** What is left to the caller; absent before it is known who calls. */
  allowance: Allowance | undefined
  /** Charges the caller for the work of the request; absent before it is known who calls, and where the request is refused for its rate. */
  charge: ChargeWork | undefined
  /** The work of the request and its turn. */
  readonly share: RequestShare
  /** When the holder of the token was let in, as `performance.now()` says; absent before. */
  admittedAtMs: number | undefined
  /** When the body had been read, likewise. */
  bodyReadAtMs: number | undefined
  /** The body as it was parsed; absent where it is no JSON, or was not read. */
  body: unknown
  /** The body as its endpoint takes it, or what is wrong with it; absent before it is decoded. */
  payload: Result.Result<unknown, HttpApiSchemaError> | undefined
  /** The JSON of the answer to a write, before it becomes text; absent where there is none. */
  written: unknown
  /** The mistakes that the answer names. */
  problems: ReadonlyArray<Problem> | undefined
}

const idOf = (header: string | undefined): string =>
  header !== undefined && requestIdPattern.test(header) ? header : makeRequestId()

const traceIdOf = (headers: Headers.Headers): string | undefined =>
  headers["traceparent"] === undefined
    ? undefined
    : Option.getOrUndefined(Option.map(HttpTraceContext.w3c(headers), ({ traceId }) => traceId))

const none: Readonly<Record<string, never>> = {}

/** A new record for a request with these headers. */
export const openRecord = (headers: Headers.Headers): RequestRecord => ({
  id: idOf(headers[requestIdHeader]),
  traceId: traceIdOf(headers),
  endpoint: undefined,
  params: none,
  searchParams: none,
  errorCode: undefined,
  isReplay: false,
  clientId: undefined,
  organizationId: undefined,
  admitted: undefined,
  operator: undefined,
  allowance: undefined,
  charge: undefined,
  share: makeShare(),
  admittedAtMs: undefined,
  bodyReadAtMs: undefined,
  body: undefined,
  payload: undefined,
  written: undefined,
  problems: undefined
})

/** The record of the request at hand. */
export const CurrentRequest = Context.Reference<RequestRecord>("@partner-api/service/CurrentRequest", {
  defaultValue: () => openRecord(Headers.empty)
})
