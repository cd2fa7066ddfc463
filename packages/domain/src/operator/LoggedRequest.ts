/**
 * The request log: what support needs to answer "your API refused my request". A request is reported without its body, its query and its
 * headers: names and types alone, no value that a partner has sent.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { ClientId, exampleClientId, OrganizationId } from "../Ids.ts"
import { problem, ProblemCode, ProblemLocation } from "../Problem.ts"
import { boundedText } from "../Text.ts"
import { exampleMoment, Timestamp, timestampFromMillis } from "../Timestamp.ts"
import { BodyMember } from "./BodyShape.ts"

/** Identifies a request in the log: its number. A request id does not, because partners choose theirs. */
export const LoggedRequestId = Schema.String.check(
  Schema.isPattern(/^[1-9]\d{0,15}$/u, problem("format", "must be the number of a request"))
)
  .annotate({ description: "The number of a request in the log", examples: ["4711"] })
  .pipe(Schema.brand("LoggedRequestId"))
export type LoggedRequestId = typeof LoggedRequestId.Type

/** A step on the way of a request. */
export const RequestStep = Schema.Literals(["admitted", "body_read", "answered"])
export type RequestStep = typeof RequestStep.Type

/** A mistake that was reported, without its sentence, which follows from the code. */
export const LoggedProblem = Schema.Struct({
  in: ProblemLocation,
  path: Schema.String.annotate({ description: "JSON Pointer (RFC 6901); `?` stands for a name that is not shown" }),
  code: ProblemCode
}).annotate({ identifier: "LoggedProblem", description: "A mistake that the answer has named", "x-extension": true })
export type LoggedProblem = typeof LoggedProblem.Type

/** The most mistakes that are reported of a request: a reader mends a few at a time. */
export const loggedProblemsMax = 10

/** The most names of query parameters that are reported of a request: the endpoint with the most has about ten. */
export const loggedParametersMax = 20

/** The allowance that was left to the caller when the request came. */
const LoggedAllowance = Schema.Struct({
  remaining: Schema.Int.annotate({ description: "The number of requests that were left at once", examples: [199] }),
  burst: Schema.Int.annotate({ description: "The maximum number of requests at once", examples: [200] })
}).annotate({ identifier: "LoggedAllowance", description: "The state of the rate limit", "x-extension": true })

/** A request of the log. */
export const LoggedRequest = Schema.Struct({
  id: LoggedRequestId,
  request_id: Schema.String.annotate({
    description: "The `X-Request-Id` of the answer",
    examples: ["0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90"]
  }),
  at: Timestamp.pipe(Schema.annotateEncoded({ description: "When it came" })),
  method: Schema.String.annotate({ examples: ["POST"] }),
  route: Schema.String.annotate({
    description: "The path of the endpoint with its parameters as `:name`; `unknown` where there is none",
    examples: ["unknown"]
  }),
  status: Schema.Int.annotate({
    description: "The status of the answer; 499 where the caller has gone",
    examples: [422]
  }),
  error: Schema.optionalKey(
    Schema.String.annotate({ description: "The code of the error", examples: ["unprocessable_entity"] })
  ),
  duration_ms: Schema.Finite.annotate({ description: "The duration, in milliseconds", examples: [3.2] }),
  is_replay: Schema.optionalKey(
    Schema.Literal(true).annotate({ description: "A stored answer was repeated, for an `Idempotency-Key`" })
  ),
  client_id: Schema.optionalKey(ClientId),
  organization_id: Schema.optionalKey(OrganizationId),
  trace_id: Schema.optionalKey(Schema.String.annotate({ description: "The trace (W3C Trace Context)" })),
  steps: Schema.Array(
    Schema.Struct({
      step: RequestStep,
      after_ms: Schema.Finite.annotate({ description: "When, in milliseconds after it came", examples: [0.4] })
    }).annotate({ identifier: "LoggedStep", description: "A step on the way of a request", "x-extension": true })
  ).annotate({ description: "The time line" }),
  problems: Schema.Array(LoggedProblem).annotate({ description: "The mistakes that the answer has named" }),
  query: Schema.Array(Schema.String).annotate({
    description: "The names of the query parameters",
    examples: [["limit"]]
  }),
  body: Schema.Array(BodyMember).annotate({ description: "The members of the body, of refused requests" }),
  rate_limit: Schema.optionalKey(LoggedAllowance)
}).annotate({
  identifier: "LoggedRequest",
  description: "A request and its answer, without values",
  examples: [
    {
      id: LoggedRequestId.make("4711"),
      request_id: "0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90",
      at: exampleMoment,
      method: "POST",
      route: "unknown",
      status: 422,
      error: "unprocessable_entity",
      duration_ms: 3.2,
      client_id: exampleClientId,
      organization_id: OrganizationId.make("org_acme"),
      steps: [
        { step: "admitted", after_ms: 0.4 },
        { step: "answered", after_ms: 3.2 }
      ],
      problems: [{ in: "body", path: "/email", code: "format" }],
      query: [],
      body: [
        { path: "", type: "object" },
        { path: "/email", type: "string" }
      ],
      rate_limit: { remaining: 199, burst: 200 }
    }
  ]
})
export type LoggedRequest = typeof LoggedRequest.Type

/** A request before the log has numbered it, with moments and durations as they were measured. */
export interface NewLoggedRequest {
  readonly requestId: string
  /** When it came, in milliseconds since 1970. */
  readonly atMs: number
  readonly method: string
  readonly route: string
  readonly status: number
  /** The code of the error; absent where none was answered. */
  readonly error: string | undefined
  readonly durationMs: number
  readonly isReplay: boolean
  readonly clientId: ClientId | undefined
  readonly organizationId: OrganizationId | undefined
  readonly traceId: string | undefined
  /** The time from its arrival to its admission; absent where it was not, or needed no token. */
  readonly admittedMs: number | undefined
  /** The time from its arrival to the end of its body; absent where none was. */
  readonly bodyReadMs: number | undefined
  /** At most {@link loggedProblemsMax}. */
  readonly problems: ReadonlyArray<LoggedProblem>
  /** The names of the query parameters, each once, at most {@link loggedParametersMax}. */
  readonly query: ReadonlyArray<string>
  readonly body: ReadonlyArray<BodyMember>
  /** The names of what it has used that is deprecated, as the contract has them. The log counts them; a logged request does not show them. */
  readonly deprecated: ReadonlyArray<string>
  /** The allowance that was left to the caller; absent where that is not known. */
  readonly rateLimit: typeof LoggedAllowance.Type | undefined
}

/** A duration in milliseconds, to the microsecond. */
const toMicroseconds = (durationMs: number): number => Math.round(durationMs * 1_000) / 1_000

const stepAt = (step: RequestStep, afterMs: number | undefined) =>
  afterMs === undefined ? [] : [{ step, after_ms: toMicroseconds(afterMs) }]

/** A request of the log, with its number. */
export const loggedRequest = (id: LoggedRequestId, entry: Omit<NewLoggedRequest, "deprecated">): LoggedRequest => ({
  id,
  request_id: entry.requestId,
  at: timestampFromMillis(entry.atMs),
  method: entry.method,
  route: entry.route,
  status: entry.status,
  ...(entry.error === undefined ? {} : { error: entry.error }),
  duration_ms: toMicroseconds(entry.durationMs),
  ...(entry.isReplay ? { is_replay: true } : {}),
  ...(entry.clientId === undefined ? {} : { client_id: entry.clientId }),
  ...(entry.organizationId === undefined ? {} : { organization_id: entry.organizationId }),
  ...(entry.traceId === undefined ? {} : { trace_id: entry.traceId }),
  steps: [
    ...stepAt("admitted", entry.admittedMs),
    ...stepAt("body_read", entry.bodyReadMs),
    ...stepAt("answered", entry.durationMs)
  ],
  problems: entry.problems,
  query: entry.query,
  body: entry.body,
  ...(entry.rateLimit === undefined ? {} : { rate_limit: entry.rateLimit })
})

/** The lowest and the highest status that a filter takes: of `4xx`, 400 and 499; of `4xx-5xx`, 400 and 599. */
export const statusesOf = (status: string): { readonly least: number; readonly most: number } => {
  const [least = "", most = least] = status.split("-")
  return { least: Number(least.replaceAll("x", "0")), most: Number(most.replaceAll("x", "9")) }
}

/** The longest text that a request is looked for by: longer than any route. */
const textMax = 200

/** A status, a class of them such as `4xx`, or a range of both such as `4xx-5xx`, as a query has it. */
const StatusText = Schema.String.check(
  Schema.isPattern(
    /^[1-5](?:\d\d|xx)(?:-[1-5](?:\d\d|xx))?$/u,
    problem("format", "must be a status such as 422, a class such as 4xx, or a range such as 4xx-5xx")
  )
)

/** A duration in milliseconds as a query has it: digits, up to eleven days. */
const DurationText = Schema.String.check(
  Schema.isPattern(/^(?:0|[1-9]\d{0,8})$/u, problem("format", "must be a whole number of milliseconds, such as 500"))
).pipe(Schema.decodeTo(Schema.Int, SchemaTransformation.numberFromString))

/** Filters of the request log; every one that is given must be met. */
export const LoggedRequestFilter = Schema.Struct({
  request_id: Schema.optionalKey(
    boundedText(1, textMax).annotate({
      description: "Requests of this `X-Request-Id`",
      examples: ["0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90"]
    })
  ),
  client_id: Schema.optionalKey(ClientId),
  organization_id: Schema.optionalKey(OrganizationId),
  route: Schema.optionalKey(
    boundedText(1, textMax).annotate({ description: "Requests of this route", examples: ["unknown"] })
  ),
  method: Schema.optionalKey(
    boundedText(1, 16).annotate({ description: "Requests of this method", examples: ["POST"] })
  ),
  status: Schema.optionalKey(
    StatusText.annotate({
      description: "Answers with this status, of this class, or within this range of both",
      examples: ["4xx"]
    })
  ),
  min_duration_ms: Schema.optionalKey(
    DurationText.pipe(
      Schema.annotateEncoded({
        description: "Answers that took at least this long, in milliseconds",
        examples: ["500"]
      })
    )
  ),
  error: Schema.optionalKey(boundedText(1, textMax).annotate({ description: "Answers with this error code" })),
  since: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded({ description: "Requests from then on" }))),
  until: Schema.optionalKey(Timestamp.pipe(Schema.annotateEncoded({ description: "Requests before then" })))
})
export type LoggedRequestFilter = typeof LoggedRequestFilter.Type
