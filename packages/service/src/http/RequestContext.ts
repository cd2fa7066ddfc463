/**
 * The context of a request: the request, and each fact that a stage adds (`Pipeline.ts`). Stages, handlers and the logs read it.
 *
 * The request id is the value of `X-Request-Id` where that is well formed, else a new one. Answers and logs have it.
 */
import type { DeprecatedUse } from "@partner-api/contract/DeprecatedUse"
import type { CurrentCaller } from "@partner-api/contract/Middleware"
import type { CurrentOperator } from "@partner-api/contract/operator/OperatorAccess"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { requestIdPattern } from "@partner-api/contract/RequestHeaders"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { Problem } from "@partner-api/domain/Problem"
import type { TokenInfo } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import * as Headers from "effect/http/Headers"
import * as HttpTraceContext from "effect/http/HttpTraceContext"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { makeRequestId } from "../crypto/Secrets.ts"
import type { Allowance, ChargeWork } from "../services/access/RateLimits.ts"
import { makeUsage, type RequestUsage } from "../services/access/RequestUsage.ts"
import type { View } from "../services/access/View.ts"
import type { KeptFile } from "../services/Attachments.ts"
import { emptyBody, type Incoming } from "./Incoming.ts"

/** The header of the request id, in requests and in every answer. */
export const requestIdHeader = "x-request-id"

/** The caller: the holder of a token, a client that shows its credentials, or an operator who has signed in. */
export type Caller =
  | { readonly kind: "token"; readonly token: TokenInfo }
  | { readonly kind: "client"; readonly clientId: ClientId; readonly secretDigest: string }
  | { readonly kind: "operator"; readonly operator: CurrentOperator["Service"] }

const idOf = (header: string | undefined): string =>
  header !== undefined && requestIdPattern.test(header) ? header : makeRequestId()

const traceIdOf = (headers: Headers.Headers): string | undefined =>
  headers["traceparent"] === undefined
    ? undefined
    : Option.getOrUndefined(Option.map(HttpTraceContext.w3c(headers), ({ traceId }) => traceId))

const noBody = Result.succeed(undefined)

const none: Readonly<Record<string, never>> = {}

export class RequestContext {
  /** The request; {@link noRequest} once it has ended, so that a context in the request log keeps no connection. */
  incoming: Incoming
  readonly id: string
  /** The trace id of the request; without tracing, the one of the caller's `traceparent`, for the logs alone. */
  traceId: string | undefined
  /** When the listener received the request, by `performance.now()`. */
  readonly startMs = performance.now()
  /** The endpoint of the address; absent for pages and unknown addresses. Set by `FindEndpoint`, with the parameters. */
  endpoint: EndpointEntry | undefined
  /** The parameters of the path and of the query, as text. */
  params: Readonly<Record<string, string | undefined>> = none
  searchParams: Readonly<Record<string, string | ReadonlyArray<string>>> = none
  /** The caller, also of a refused request; absent before `Authenticate` has found it. */
  caller: Caller | undefined
  /** The caller as `CurrentCaller`; absent at public endpoints. Set by `Authorize`. */
  authorized: CurrentCaller["Service"] | undefined
  /** The rate limit that the caller has left, for the headers of the answer. Set by `LimitRate`. */
  allowance: Allowance | undefined
  /** Charges the caller for the work of the request. Set by `LimitRate`; absent where the rate limit refuses the request. */
  charge: ChargeWork | undefined
  /** The work of the request and its turn. */
  readonly usage: RequestUsage = makeUsage()
  /** When `Authorize` let the caller in, by `performance.now()`. */
  admittedAtMs: number | undefined
  /** When the request went on after `TakeTurn` had let other requests go first; absent where it did not. */
  enteredMs: number | undefined
  /** When `ReadBody` had the whole body. */
  bodyReadAtMs: number | undefined
  /** The parsed JSON body; absent where the request has none. Set by `ReadBody`. */
  body: unknown
  /** The body after its schema, or the error of the schema. Set by `ReadBody`. */
  payload: Result.Result<unknown, HttpApiSchemaError> = noBody
  /** The deprecated things that the request uses. Set by `FindDeprecated`; absent where nothing of the endpoint is. */
  deprecated: ReadonlyArray<DeprecatedUse> | undefined
  /** The file of the body, which is kept. Set by `ReceiveFile`. */
  file: KeptFile | undefined
  /** The step before the transaction of a write, in transactions of its own. Set by `ClearFirst`; absent where nothing does. */
  clearing: Effect.Effect<void, PartnerError> | undefined
  /** The JSON of the answer to a write. Set by `CallHandler`; `RunOnce` reads the id and the secret of the resource from it. */
  written: unknown
  /** Whether the answer is the stored one of an idempotency key. */
  isReplay = false
  /** The code and the problems of an error answer. */
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

  /** The view of a caller inside an organization; absent for others, whom `Authorize` refuses. */
  get view(): View | undefined {
    const { caller } = this
    if (caller?.kind !== "token") return undefined
    const { agencyId, clientId, organizationId } = caller.token
    return organizationId === undefined ? undefined : { organizationId, agencyId, clientId }
  }

  /** The organization that the token is for. */
  get organizationId(): OrganizationId | undefined {
    return this.caller?.kind === "token" ? this.caller.token.organizationId : undefined
  }
}

/** The request of effects outside of a request, and of a context whose request has ended. */
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

/** The context of the request under way. */
export const CurrentRequest = Context.Reference<RequestContext>("@partner-api/service/CurrentRequest", {
  defaultValue: () => new RequestContext(noRequest)
})
