/**
 * The options of a single call. Limits default to those of the client. Types only: those who use promises need nothing of Effect for them.
 */

/** Headers by their names. */
export type ExtraHeaders = Readonly<Record<string, string | undefined>>

/** A value of a query; a list comes once for each of its values. */
export type QueryValue = string | number | boolean | ReadonlyArray<string | number | boolean>

/** Query parameters by their names. */
export type ExtraQuery = Readonly<Record<string, QueryValue | undefined>>

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, its waits and its request. The call fails with `Aborted`. */
  readonly signal?: AbortSignal
  /** The timeout of one attempt, in milliseconds. */
  readonly timeoutMs?: number
  /** The deadline of the call with its tokens, attempts and waits, in milliseconds. */
  readonly deadlineMs?: number
  /** The maximum number of retries. 0 turns retries off. */
  readonly retries?: number
  /** Identifies the request in the logs of both sides: 1 to 64 of `A-Z a-z 0-9 _ -`. The service makes one by default. */
  readonly requestId?: string
  /** More headers of the request, for what this library does not know. */
  readonly headers?: ExtraHeaders
  /** More query parameters of the request; of a list, of its first page. */
  readonly query?: ExtraQuery
}

/** Options of calls that write. */
export interface KeyOptions {
  /**
   * The key under which the service does this once, however often it is sent (decisions, Safe repetition). The client makes one for
   * each call where the service accepts keys. Give your own when another process may retry the write, such as a job that is run again.
   */
  readonly idempotencyKey?: string
}

/** Options of calls that write in an organization. */
export interface PersonOptions {
  /**
   * The person on whose behalf the call is made: the id of an ACTIVE user of the organization, or with a grant that is bound to an agency, of an ACTIVE
   * recruiter of it. The audit log and histories have it (recruiting 11). Calls that take none ignore the one of `withOptions`.
   */
  readonly onBehalfOf?: string
}

/** Options of writes that can be conditional. */
export interface MatchOptions {
  /** The `ETag` that the resource must have; otherwise the call fails with `PreconditionFailed` and changes nothing. */
  readonly ifMatch?: string
}

/** Options of reads that can be conditional. */
export interface NoneMatchOptions {
  /** The `ETag` of the copy you have; the call fails with `NotModified` when the resource has the same. */
  readonly ifNoneMatch?: string
}

/** Every option of a call, for code that serves all operations alike. */
export interface AnyOptions extends CallOptions, KeyOptions, PersonOptions, MatchOptions, NoneMatchOptions {}

/** The options of a call that a client can have as its defaults. */
export type DefaultOptions = Pick<CallOptions, "timeoutMs" | "deadlineMs" | "retries" | "headers"> & PersonOptions

/** The method of a request. */
export type RequestMethod = "GET" | "POST" | "PATCH" | "PUT" | "DELETE"

/** Options of `request`. */
export interface RequestOptions extends AnyOptions {
  /** The body, sent as JSON. */
  readonly body?: unknown
  /**
   * The token that is sent: that of the organization, your primary one, or none. By default the one that the endpoint needs when the library knows
   * it; else the token of the organization, or the primary one when no organization is named.
   */
  readonly token?: "organization" | "primary" | "none"
}
