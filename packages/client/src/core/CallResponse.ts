/**
 * What came back beside the data: for logs, for conditions, and for members that this version of the library does not know.
 */

/** The answer behind a result. */
export interface CallResponse {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** The body as it came, before it was read into types. */
  readonly body: unknown
  /** Identifies the request in the logs of the service. */
  readonly requestId: string | undefined
  /** How many requests this call has sent, tokens not counted. */
  readonly attempts: number
}

/** A result together with its answer. */
export interface WithResponse<Data> {
  readonly data: Data
  readonly response: CallResponse
}

/** The answer of a call as its caller sees it. */
export const responseOf = (answer: Omit<CallResponse, "requestId">): CallResponse => ({
  status: answer.status,
  headers: answer.headers,
  body: answer.body,
  requestId: answer.headers["x-request-id"],
  attempts: answer.attempts
})
