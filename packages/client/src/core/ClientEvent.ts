/**
 * The events of a client: for logs, metrics and spans.
 *
 * An allow-list: no event holds headers, bodies, queries, credentials or names of people, so all of it can be logged.
 */
import type { ErrorTag } from "./ClientError.ts"

interface OfCall {
  /** The number of the call in this client, which correlates its events. */
  readonly call: number
  /** The method that was called, such as `users.create`. */
  readonly operation: string
  readonly organizationId: string | undefined
}

/** A call started. Requests for tokens are calls too. */
export interface CallStarted extends OfCall {
  readonly type: "call_started"
}

interface OfRequest extends OfCall {
  readonly method: string
  /** The path of the request, without its query. */
  readonly path: string
}

/** A request was sent. */
export interface RequestSent extends OfRequest {
  readonly type: "request_sent"
  /** 1 for the first. */
  readonly attempt: number
}

/** A request was answered, or failed. */
export interface RequestEnded extends OfRequest {
  readonly type: "request_ended"
  readonly attempt: number
  readonly durationMs: number
  /** None when there was no answer. */
  readonly status: number | undefined
  readonly error: ErrorTag | undefined
  readonly requestId: string | undefined
}

/** The call waits for its turn under the rate limit. */
export interface Queued extends OfCall {
  readonly type: "queued"
  /** The number of calls before it. */
  readonly ahead: number
}

/** The client waits before the next attempt. */
export interface Waiting extends OfCall {
  readonly type: "waiting"
  /** The number of the failed attempt. */
  readonly attempt: number
  readonly waitMs: number
  readonly error: ErrorTag
}

/** A call ended. */
export interface CallEnded extends OfCall {
  readonly type: "call_ended"
  readonly attempts: number
  readonly durationMs: number
  readonly error: ErrorTag | undefined
}

/** Any event of a client. */
export type ClientEvent = CallStarted | Queued | RequestSent | RequestEnded | Waiting | CallEnded
