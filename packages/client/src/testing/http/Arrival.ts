/**
 * Requests as `fetch` is given them, and responses as it gives them back: bodies within their bounds, redirects as they were asked
 * for, and an end whenever the signal says so.
 */
import { readText } from "@partner-api/contract/StrictJson"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import { PayloadTooLarge } from "@partner-api/contract/ProtocolErrors"
import * as Result from "effect/Result"
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

/** The text of a body of at most `bodyBytesMax` bytes. */
export const textOf = (bytes: Uint8Array, bodyBytesMax: number): string | PartnerError => {
  if (bytes.byteLength > bodyBytesMax) {
    return new PayloadTooLarge({ message: `The body is larger than ${bodyBytesMax} bytes.` })
  }
  return Result.merge(readText(bytes))
}

/** A stream that ends with the reason of a signal, as the body of a response does. */
const abortable = (body: ReadableStream<Uint8Array>, signal: AbortSignal): ReadableStream<Uint8Array> => {
  const reader = body.getReader()
  let stop = () => {}
  return new ReadableStream<Uint8Array>({
    start: (controller) => {
      const onAbort = () => {
        controller.error(signal.reason)
        void reader.cancel(signal.reason).catch(() => {})
      }
      if (signal.aborted) return onAbort()
      signal.addEventListener("abort", onAbort, { once: true })
      stop = () => signal.removeEventListener("abort", onAbort)
    },
    pull: (controller) =>
      reader.read().then(
        ({ done, value }) => {
          if (!done) return controller.enqueue(value)
          stop()
          controller.close()
        },
        (error: unknown) => {
          stop()
          controller.error(error)
        }
      ),
    cancel: (reason) => {
      stop()
      return reader.cancel(reason)
    }
  })
}

/** Statuses that have no body (RFC 9110 §6.4.1). */
const bodiless = new Set([204, 205, 304])

/** Writes an answer as the response to a request. */
export const respond = (answer: Answer, { method, url, signal }: Arrival): Response => {
  const { status, headers, body } = answer
  const shown = method === "HEAD" || bodiless.has(status) ? undefined : body
  const response = new Response(
    shown instanceof ReadableStream && signal !== undefined ? abortable(shown, signal) : (shown ?? null),
    { status, headers }
  )
  Object.defineProperty(response, "url", { value: url.href })
  return response
}
