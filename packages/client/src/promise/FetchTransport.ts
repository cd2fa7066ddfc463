/**
 * Sends requests with `fetch`. One function reads from the first byte to the last, so one signal aborts all of it.
 *
 * Not Effect's `FetchHttpClient`: it and what it stands on are a sixth of the size of this entry, which has no other use for them.
 */
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { networkFailure } from "../core/transport/NetworkFailure.ts"
import { withProgress } from "../core/files/DownloadedFile.ts"
import {
  bytesMaxOf,
  isBounded,
  isTooLarge,
  type Transport,
  type TransportRequest
} from "../core/transport/Transport.ts"

/** The body as a web stream. Implementations of `fetch` for Node, such as node-fetch, have a stream of Node. */
const streamOf = (body: NonNullable<Response["body"]>): typeof body =>
  "getReader" in body ? body : ReadableStream.from<Uint8Array<ArrayBuffer>>(body)

/** The text of a body of at most `bytesMax` bytes; undefined for a larger one, whose rest is not fetched. */
const readText = async (
  response: Response,
  headers: Readonly<Record<string, string>>,
  bytesMax: number
): Promise<string | undefined> => {
  if (bytesMax > 0 && isBounded(headers)) return response.text()
  if (response.body === null) return ""
  const reader = streamOf(response.body).getReader()
  const decoder = new TextDecoder()
  let bytes = 0
  let text = ""
  for (;;) {
    const { done, value } = await reader.read()
    if (done) return text + decoder.decode()
    bytes += value.length
    if (bytes > bytesMax) {
      await reader.cancel()
      return undefined
    }
    text += decoder.decode(value, { stream: true })
  }
}

/** A file as the body of a request: as it is, or as a stream whose pieces are reported. Only Node's `fetch` requires `duplex`. */
const fileBody = (file: Blob, onProgress: TransportRequest["onProgress"]): RequestInit =>
  onProgress === undefined ? { body: file } : { body: withProgress(file, onProgress), duplex: "half" }

/** A transport over `fetch`; default the global one at the time of the request. */
export const fetchTransport =
  (fetch: typeof globalThis.fetch | undefined): Transport =>
  (request) => {
    const { body, file, headers, method, onProgress, url, wantsContent, within } = request
    return Effect.tryPromise({
      try: async (signal) => {
        const send = () =>
          (fetch ?? globalThis.fetch)(url, {
            method,
            headers,
            signal,
            redirect: "manual",
            ...(body === undefined ? {} : { body: Redacted.value(body) }),
            ...(file === undefined ? {} : fileBody(file, onProgress))
          })
        const response = await (within === undefined ? send() : within(send))
        const { status } = response
        const received = Object.fromEntries(response.headers)
        if (wantsContent === true && response.ok && response.body !== null)
          return { status, headers: received, text: "", content: streamOf(response.body) }
        if (!isTooLarge(received, status))
          return { status, headers: received, text: await readText(response, received, bytesMaxOf(status)) }
        if (response.body !== null) await streamOf(response.body).cancel()
        return { status, headers: received, text: undefined }
      },
      catch: networkFailure(request)
    })
  }
