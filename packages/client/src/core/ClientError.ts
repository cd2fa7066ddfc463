/**
 * Every failure of a call: one closed union, discriminated by `_tag`.
 *
 * An error of the service keeps the tag, code and details it has in the domain; the other errors come from the client. An error never holds
 * credentials, and nothing of the request; the headers of the answer are not printed with it. A program may contain these classes twice, so
 * they are recognised by a brand, by `instanceof` too.
 */
import { errorStatus, partnerErrors } from "@partner-api/contract/PartnerErrors"
import { explanationOf } from "@partner-api/domain/Errors"
import type { Problem, ServiceErrorCode, ServiceErrorTag } from "./Model.ts"

/** The outcome of a request: it was never sent, the service refused it, or its result is unknown. */
export type Outcome = "not_sent" | "rejected" | "unknown"

interface Fault {
  readonly code: string
  readonly description: string
  readonly remedy: string
}

/** The remedy when something else than this API answers. */
export const addressRemedy = "Check `baseUrl`, and what stands between you and the service, such as a proxy."

/** The failures that only a client sees. */
export const clientFaults = {
  Network: {
    code: "network",
    description: "The service could not be reached, or the connection broke.",
    remedy:
      "Check `baseUrl` and that the service runs, or try again later. For a write without an idempotency key, look first whether it was done: see `outcome`."
  },
  Tls: {
    code: "tls",
    description:
      "No secure connection to the service: its certificate is not trusted, or the handshake failed. The message says which.",
    remedy: "Do what `remedy` of the error says. Another attempt does not help."
  },
  Timeout: {
    code: "timeout",
    description: "An attempt took longer than `timeoutMs`, or the whole call longer than `deadlineMs`.",
    remedy: "Allow more time, or try again later. For a write, look first whether it was done: see `outcome`."
  },
  Aborted: {
    code: "aborted",
    description: "The caller's signal ended the call.",
    remedy: "Nothing, if that was meant. For a write, look whether it was done: see `outcome`."
  },
  QueueFull: {
    code: "queue_full",
    description: "Too many calls wait for their turn under the rate limit. The call was not sent.",
    remedy: "Make fewer calls at once: a few workers, each of which awaits its call, use all of the limit."
  },
  NotModified: {
    code: "not_modified",
    description: "The resource still has the `ETag` of `ifNoneMatch`.",
    remedy: "Use what you have."
  },
  Redirected: {
    code: "redirected",
    description: "The service answered with a redirect. Credentials are not carried to another address.",
    remedy: "Set `baseUrl` to the address the service has now."
  },
  UntrustedNext: {
    code: "untrusted_next",
    description: "The address of the next page is that of another list, or the pages run in a circle.",
    remedy: "Report it to the operator of the service; nothing was sent there."
  },
  UnexpectedResponse: {
    code: "unexpected_response",
    description:
      "The answer is not one of this API: another status, not JSON, too large, or without members it must have.",
    remedy: addressRemedy
  },
  InvalidConfiguration: {
    code: "invalid_configuration",
    description: "The client was set up in a way that cannot work.",
    remedy: "Correct the setting that the message names."
  }
} as const satisfies Record<string, Fault>

/** The kind of a failure. */
export type ErrorTag = ServiceErrorTag | keyof typeof clientFaults

/** The code of a failure: `error` on the wire, or a code of the client's own. */
export type ErrorCode = ServiceErrorCode | (typeof clientFaults)[keyof typeof clientFaults]["code"]

/** The contents of a failure. */
export interface Failure {
  readonly tag: ErrorTag
  readonly message: string
  readonly outcome: Outcome
  /** The code of the answer when it is not one of this API. */
  readonly code?: string | undefined
  readonly status?: number | undefined
  readonly details?: ReadonlyArray<Problem> | undefined
  readonly requestId?: string | undefined
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly retryAfterMs?: number | undefined
  /** The remedy, where the kind of the failure alone has none. */
  readonly remedy?: string | undefined
  /** The error that led to it. It is printed with the failure, so it holds no credentials. */
  readonly cause?: unknown
}

/** The call, for its errors. */
export interface FailedCall {
  readonly operation: string | undefined
  readonly attempts: number
}

type Explained = Fault & { readonly retryable: boolean }

const explanations: ReadonlyMap<string, Explained> = new Map([
  ...partnerErrors.map((error): [string, Explained] => [
    error.fields._tag.schema.literal,
    { ...explanationOf(error), code: error.fields.code.schema.literal }
  ]),
  ...Object.entries(clientFaults).map(([tag, fault]): [string, Explained] => [
    tag,
    { ...fault, retryable: tag === "Network" || tag === "Timeout" }
  ])
])

/** When a kind occurs, as a sentence. */
export const descriptionOf = (tag: ErrorTag): string => explanations.get(tag)?.description ?? ""

/** Whether a retry of the same request may succeed. */
export const retryable = (tag: ErrorTag): boolean => explanations.get(tag)?.retryable ?? false

/** The longest `message`: it may quote text of another server. */
const messageLengthMax = 500

const brand: unique symbol = Symbol.for("@partner-api/client/ClientError")

/** A failure of the kind `Tag`. {@link ClientError} is the union of all kinds. */
export class ClientFailure<Tag extends ErrorTag = ErrorTag> extends Error {
  readonly [brand] = true
  /** The kind. Compare it, or use `isPartnerError`. */
  readonly _tag: Tag
  /** Stable, for programs: the member `error` of the answer, or a code of the client's own. */
  readonly code: ErrorCode | (string & {})
  /** The HTTP status, when there was an answer. */
  readonly status: number | undefined
  /** Every mistake the service found in the request. */
  readonly details: ReadonlyArray<Problem>
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined
  /** The headers of the answer, names in lower case; none without an answer. They are not printed, and not in `toJSON()`. */
  declare readonly headers: Readonly<Record<string, string>>
  /** The method that was called, such as `users.create`. */
  readonly operation: string | undefined
  /** The number of requests that were sent for this call, without those for tokens. */
  readonly attempts: number
  /** The time that the service requests to wait, in milliseconds. */
  readonly retryAfterMs: number | undefined
  /** Whether what was requested may have been done. */
  readonly outcome: Outcome
  /** The remedy. */
  readonly remedy: string
  /** The page that explains this kind: a file of this package, as it lies in `node_modules`, and its section. */
  readonly docs: string

  constructor(tag: Tag, failure: Failure, call: FailedCall) {
    super(
      failure.message.slice(0, messageLengthMax),
      failure.cause === undefined ? undefined : { cause: failure.cause }
    )
    const explanation = explanations.get(tag)
    // The name by which programs know an aborted call, as that of fetch.
    this.name = tag === "Aborted" ? "AbortError" : tag
    this._tag = tag
    this.code = failure.code ?? explanation?.code ?? ""
    this.status = failure.status
    this.details = failure.details ?? []
    this.requestId = failure.requestId
    this.operation = call.operation
    this.attempts = call.attempts
    this.retryAfterMs = failure.retryAfterMs
    this.outcome = failure.outcome
    this.remedy = failure.remedy ?? explanation?.remedy ?? ""
    Object.defineProperty(this, "headers", { value: failure.headers ?? {} })
    this.docs = `@partner-api/client/docs/api.md#${tag.toLowerCase()}`
  }

  /** The error as plain data. */
  toJSON(): Readonly<Record<string, unknown>> {
    const { _tag, attempts, code, details, message, operation, outcome, remedy, requestId, retryAfterMs, status } = this
    return { _tag, code, message, status, details, requestId, operation, attempts, retryAfterMs, outcome, remedy }
  }
}

/** Any failure of a call. `switch (error._tag)` discriminates the kinds. */
export type ClientError = { readonly [Tag in ErrorTag]: ClientFailure<Tag> }[ErrorTag]

const has = (value: object, key: PropertyKey): boolean => Reflect.get(value, key) === true

/** Whether a value is a failure of this library, of the given kind when one is named. */
export function isPartnerError(value: unknown): value is ClientError
export function isPartnerError<Tag extends ErrorTag>(value: unknown, tag: Tag): value is ClientFailure<Tag>
export function isPartnerError(value: unknown, tag?: ErrorTag): boolean {
  return (
    typeof value === "object" &&
    value !== null &&
    has(value, brand) &&
    (tag === undefined || Reflect.get(value, "_tag") === tag)
  )
}

/**
 * A copy of the error with the stack of `site`, where the program made the call. Several calls may fail with one error, so the error
 * itself is not changed.
 */
export const calledAt = (error: ClientError, site: Error): ClientError => {
  const { _tag: tag, cause, headers, message } = error
  const here = clientError({ ...error, tag, cause, headers, message }, error)
  const frames = site.stack?.split("\n").slice(1).join("\n") ?? ""
  here.stack = `${here.name}: ${here.message}\n${frames}`
  return here
}

/** Makes the error of a failure. */
export const clientError = (failure: Failure, call: FailedCall): ClientError => {
  const error: unknown = new ClientFailure(failure.tag, failure, call)
  // The constructor types one tag; the guard widens it to the union of all tags.
  return isPartnerError(error) ? error : new ClientFailure("UnexpectedResponse", failure, call)
}

/** The members from which a program makes an error, such as a mock that throws one. A member that it leaves out has a default of the kind. */
export interface MadeFailure extends Partial<Omit<Failure, "tag">>, Partial<FailedCall> {}

/** The status with which the service answers a kind; none of a kind that only a client sees. */
const statusOf = (tag: ErrorTag): number | undefined => new Map<string, number>(Object.entries(errorStatus)).get(tag)

/** Everything that an error has, of what a program gives: status, message and outcome as the service answers this kind. */
export const madeFailure = (tag: ErrorTag, given: MadeFailure): readonly [Failure, FailedCall] => {
  const { attempts = 1, message = descriptionOf(tag), operation, status = statusOf(tag) } = given
  const { outcome = status === undefined || status >= 500 ? "unknown" : "rejected" } = given
  return [
    { ...given, tag, message, status, outcome },
    { operation, attempts }
  ]
}

/** A class of failures, for `instanceof`: a failure is an instance, whichever copy of the library made it. */
export interface ErrorClass<Kind extends ClientFailure> {
  new (given?: MadeFailure): Kind
  [Symbol.hasInstance](value: unknown): value is Kind
}

/** The class of the failures of one kind. */
export const errorClass = <Tag extends ErrorTag>(tag: Tag): ErrorClass<ClientFailure<Tag>> =>
  class extends ClientFailure<Tag> {
    constructor(given: MadeFailure = {}) {
      super(tag, ...madeFailure(tag, given))
    }
    static override [Symbol.hasInstance](value: unknown): value is ClientFailure<Tag> {
      return isPartnerError(value, tag)
    }
  }
