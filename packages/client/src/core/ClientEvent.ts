/**
 * What a client tells while it works: for logs, metrics and spans.
 *
 * An allow-list. There are no headers, bodies, queries, credentials or names of people in it, so it can be written down as it is.
 */
import type { ErrorTag } from "./ClientError.ts"

interface OfCall {
  /** Numbers the calls of this client, so that what belongs together can be found. */
  readonly call: number
  /** The method that was called, such as `users.create`. */
  readonly operation: string
  readonly organizationId: string | undefined
}

/** A call began. Calls for tokens are calls too. */
export interface CallStarted extends OfCall {
  readonly type: "call_started"
}

/** A request was sent. */
export interface RequestSent extends OfCall {
  readonly type: "request_sent"
  /** 1 for the first. */
  readonly attempt: number
}

/** A request was answered, or failed. */
export interface RequestEnded extends OfCall {
  readonly type: "request_ended"
  readonly attempt: number
  readonly durationMs: number
  readonly status: number | undefined
  readonly error: ErrorTag | undefined
  readonly requestId: string | undefined
}

/** The client waits before the next attempt. */
export interface Waiting extends OfCall {
  readonly type: "waiting"
  /** How many attempts there were. */
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

/** Anything a client tells. */
export type ClientEvent = CallStarted | RequestSent | RequestEnded | Waiting | CallEnded
