/**
 * What may be said of a single call. Every member has a default in the client's configuration.
 */

/** Options of every call. */
export interface CallOptions {
  /** Ends the call, its waits and its request. The call fails with `Aborted`. */
  readonly signal?: AbortSignal
  /** How long one attempt may take, in milliseconds. */
  readonly timeoutMs?: number
  /** How long the call may take with everything: tokens, attempts and waits between them, in milliseconds. */
  readonly deadlineMs?: number
  /** How often a failed attempt may be repeated. 0 turns repetition off. */
  readonly retries?: number
  /** Identifies the request in the logs of both sides: 1 to 64 of `A-Z a-z 0-9 _ -`. The service makes one when it is absent. */
  readonly requestId?: string
}

/** Options of calls that write. */
export interface KeyOptions {
  /**
   * The key under which the service does this once, whatever is repeated (decisions, Safe repetition). Made for each call where the
   * service takes keys; give your own when the repetition may come from another process, such as a job that is run again.
   */
  readonly idempotencyKey?: string
}

/** Options of calls that change something with a state. */
export interface MatchOptions {
  /** The `ETag` that the resource must still have; else the call fails with `PreconditionFailed` and changes nothing. */
  readonly ifMatch?: string
}

/** Options of calls that show one thing. */
export interface NoneMatchOptions {
  /** The `ETag` that you have; the call fails with `NotModified` when the resource still has it. */
  readonly ifNoneMatch?: string
}

/** All options there are, for code that serves every call alike. */
export interface AnyOptions extends CallOptions, KeyOptions, MatchOptions, NoneMatchOptions {}
