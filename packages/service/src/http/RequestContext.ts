/**
 * The context of a request: the request, and each fact that a stage of its way finds out (`Pipeline.ts`). One for each request; handlers and services
 * read parts of it.
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
import { emptyBody, type Incoming } from "./Incoming.ts"

/** The header that carries the name, in requests and in every answer. */
export const requestIdHeader = "x-request-id"

/** Who calls: the holder of a token, a client that shows its credentials, or an operator who has signed in. */
export type Caller =
  | { readonly kind: "token"; readonly token: TokenInfo }
  | { readonly kind: "client"; readonly clientId: ClientId }
  | { readonly kind: "operator"; readonly operator: CurrentOperator["Service"] }

const idOf = (header: string | undefined): string =>
  header !== undefined && requestIdPattern.test(header) ? header : makeRequestId()

const traceIdOf = (headers: Headers.Headers): string | undefined =>
  headers["traceparent"] === undefined
    ? undefined
    : Option.getOrUndefined(Option.map(HttpTraceContext.w3c(headers), ({ traceId }) => traceId))

const none: Readonly<Record<string, never>> = {}

export class RequestContext {
  /** The request; once it has ended, none, so that what is kept of it keeps no connection. */
  incoming: Incoming
  readonly id: string
  /** The trace of this request; where it is not traced, the one that the caller names, which decides nothing. */
  traceId: string | undefined
  /** When the listener had the request, as `performance.now()` says. */
  readonly startMs = performance.now()
  /** The endpoint that the request names; absent where it names none. */
  endpoint: EndpointEntry | undefined
  /** The parameters of its path, as text, and of the query. */
  params: Readonly<Record<string, string | undefined>> = none
  searchParams: Readonly<Record<string, string | ReadonlyArray<string>>> = none
  /** Who calls, whether or not the request is let in; absent while it is not known. */
  caller: Caller | undefined
  /** What is left to the caller; absent before it is known who calls. */
  allowance: Allowance | undefined
  /** Charges the caller for the work of the request; absent before it is known who calls, and where the request is refused for its rate. */
  charge: ChargeWork | undefined
  /** The work of the request and its turn. */
  readonly share: RequestShare = makeShare()
  /** When the holder of a token was let in, as `performance.now()` says; absent before. */
  admittedAtMs: number | undefined
  /** When it began its work, where others came before. */
  enteredMs: number | undefined
  /** When the body had been read. */
  bodyReadAtMs: number | undefined
  /** The body as it was parsed; absent where it is no JSON, or was not read. */
  body: unknown
  /** The body as its endpoint takes it, or what is wrong with it; absent before it is decoded. */
  payload: Result.Result<unknown, HttpApiSchemaError> | undefined
  /** The JSON of the answer to a write, before it becomes text; absent where there is none. */
  written: unknown
  /** Whether a stored answer is repeated. */
  isReplay = false
  /** The code of the error that is answered, and the mistakes that it names. */
  errorCode: string | undefined
  problems: ReadonlyArray<Problem> | undefined

  constructor(incoming: Incoming) {
    this.incoming = incoming
    this.id = idOf(incoming.headers[requestIdHeader])
    this.traceId = traceIdOf(incoming.headers)
  }

  /** The client that calls; absent while it is not known, and for operators. */
  get clientId(): ClientId | undefined {
    const { caller } = this
    return caller?.kind === "token" ? caller.token.clientId : caller?.kind === "client" ? caller.clientId : undefined
  }

  /** The organization that the token is for. */
  get organizationId(): OrganizationId | undefined {
    return this.caller?.kind === "token" ? this.caller.token.organizationId : undefined
  }
}

/** What effects outside of a request see, and what is left of one that has ended. */
export const noRequest: Incoming = {
  method: "",
  url: "",
  headers: Headers.empty,
  rawHeaders: [],
  majorVersion: 1,
  remoteAddress: undefined,
  hasCertainEnd: true,
  body: emptyBody
}

/** The request at hand. */
export const CurrentRequest = Context.Reference<RequestContext>("@partner-api/service/CurrentRequest", {
  defaultValue: () => new RequestContext(noRequest)
})
