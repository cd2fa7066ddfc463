/**
 * The port that sends one request: `fetch` in the Promise entry, Effect's `HttpClient` in the Effect entry.
 *
 * A transport follows no redirect, reads at most `bytesMaxOf` bytes of a body, and closes the connection when it is interrupted.
 */
import type * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import type { Failure } from "../ClientError.ts"
import type { FileProgress } from "../files/FileMethods.ts"
import { bodyBytesMax } from "../ClientConfig.ts"

/** A request with its body. */
export interface TransportRequest {
  readonly method: string
  readonly url: string
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** Redacted, because it may hold credentials or people. */
  readonly body: Redacted.Redacted | undefined
  /** The file that is the body; `body` is undefined then. */
  readonly file?: Blob | undefined
  /** Whether the body of a success is wanted as a stream. */
  readonly wantsContent?: boolean | undefined
  /** Called for each piece of the file that is sent. */
  readonly onProgress?: ((progress: FileProgress) => void) | undefined
  /** Runs the sending, where somebody follows it. */
  readonly within?: (<A>(run: () => A) => A) | undefined
}

const withBody = (request: TransportRequest, mediaType: string, text: string): TransportRequest => ({
  ...request,
  headers: { ...request.headers, "content-type": mediaType },
  body: Redacted.make(text, { label: "body" })
})

/** The same request with a body that is JSON already. */
export const withText = (request: TransportRequest, text: string): TransportRequest =>
  withBody(request, "application/json", text)

/** The same request with a body of JSON. */
export const withJson = (request: TransportRequest, json: unknown): TransportRequest =>
  withText(request, JSON.stringify(json))

/** The same request with a form. */
export const withForm = (request: TransportRequest, form: Readonly<Record<string, string>>): TransportRequest =>
  withBody(request, "application/x-www-form-urlencoded", new URLSearchParams(form).toString())

/** An answer with its body. */
export interface TransportAnswer {
  readonly status: number
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>
  /** None when the body is larger than {@link bytesMaxOf} allows. */
  readonly text: string | undefined
  /** The body as a stream, where it was wanted; `text` is empty then. */
  readonly content?: ReadableStream<Uint8Array<ArrayBuffer>>
}

/** Sends one request. */
export type Transport = (request: TransportRequest) => Effect.Effect<TransportAnswer, Failure>

/** The largest body of an error that is read: more than any of this API has. */
const errorBytesMax = 64 * 1024

/** Whether an answer is a redirect. A browser hides the status of a redirect that is not followed: it is 0. */
export const isRedirect = (status: number): boolean => status < 200 || (status >= 300 && status < 400)

/** The largest body that is read for a status. The body of a redirect is not read. */
export const bytesMaxOf = (status: number): number =>
  isRedirect(status) ? 0 : status < 300 ? bodyBytesMax : errorBytesMax

/** Whether `Content-Length` bounds the body. That of a compressed body does not. */
export const isBounded = (headers: Readonly<Record<string, string>>): boolean =>
  headers["content-length"] !== undefined && headers["content-encoding"] === undefined

/** Whether the headers announce a body larger than the limit. */
export const isTooLarge = (headers: Readonly<Record<string, string>>, status: number): boolean =>
  Number(headers["content-length"] ?? "0") > bytesMaxOf(status)
