/**
 * The HTTP response of a call: for logs, for conditional requests, and for members that this version of the library does not know.
 */

/** The response of a call. */
export interface CallResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body before it was decoded. */
  readonly body: unknown
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined
  /** The number of requests of this call, without those for tokens. */
  readonly attempts: number
}

/** The data of a call with its response. */
export interface WithResponse<Data> {
  readonly data: Data
  readonly response: CallResponse
}

/** The response of an answer. */
export const responseOf = (answer: Omit<CallResponse, "requestId">): CallResponse => ({
  status: answer.status,
  headers: answer.headers,
  body: answer.body,
  requestId: answer.headers["x-request-id"],
  attempts: answer.attempts
})
