/**
 * The requests and responses of the test server's `fetch`: follows redirects as the request sets them, and ends when its signal aborts.
 */
import type { Answer } from "./Answer.ts"

/** A request that has arrived whole. */
export interface Arrival {
  readonly method: string
  readonly url: URL
  readonly headers: Headers
  readonly redirect: Request["redirect"]
  readonly signal: AbortSignal | undefined
  /** Reads the body; once. */
  readonly read: () => Promise<Uint8Array<ArrayBuffer>>
}

const nothing = new Uint8Array()

/** Reads what `fetch` was called with. Throws what `fetch` throws. */
export const arrive = (input: string | URL | Request, init: RequestInit | undefined): Arrival => {
  // A Request of our own would listen to the caller's signal for ever.
  const { signal, ...rest } = init ?? {}
  const request = new Request(input, rest)
  const own = input instanceof Request ? input.signal : undefined
  return {
    method: request.method,
    url: new URL(request.url),
    headers: request.headers,
    redirect: request.redirect,
    signal: signal ?? own,
    read: async () => (request.body === null ? nothing : new Uint8Array(await request.arrayBuffer()))
  }
}

/** Statuses that have no body (RFC 9110 §6.4.1). */
const bodiless = new Set([204, 205, 304])

/** Writes an answer as the response to a request. */
export const respond = (answer: Answer, { method, url, signal }: Arrival): Response => {
  const { status, headers, body } = answer
  const shown = method === "HEAD" || bodiless.has(status) ? undefined : body
  const response = new Response(
    // As the body of a response, a stream ends with the reason of the signal.
    shown instanceof ReadableStream && signal !== undefined
      ? shown.pipeThrough(new TransformStream(), { signal })
      : (shown ?? null),
    { status, headers }
  )
  Object.defineProperty(response, "url", { value: url.href })
  return response
}
