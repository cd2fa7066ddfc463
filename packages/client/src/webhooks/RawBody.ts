/**
 * The body of a request as the bytes that were signed. Reads no stream.
 */
import { WebhookFailure } from "./WebhookError.ts"

/** The body as it came. Text is that of its UTF-8. */
export type RawBody = string | Uint8Array | ArrayBuffer

/** Also buffers that another realm has made, as those of a test in Jest. */
const isArrayBuffer = (value: unknown): value is ArrayBuffer =>
  Object.prototype.toString.call(value) === "[object ArrayBuffer]"

/** The bytes of a body; undefined for anything that has none, such as JSON that a framework has parsed. */
export const bytesOf = (body: unknown): Uint8Array | undefined => {
  if (typeof body === "string") return new TextEncoder().encode(body)
  if (ArrayBuffer.isView(body)) return new Uint8Array(body.buffer, body.byteOffset, body.byteLength)
  return isArrayBuffer(body) ? new Uint8Array(body) : undefined
}

/** The refusal of a body that has no bytes. */
export const bodyNotRaw = (body: unknown): WebhookFailure<"BodyNotRaw"> =>
  new WebhookFailure(
    "BodyNotRaw",
    body === undefined || body === null
      ? "The body is missing: something has read it before, or nothing has."
      : `The body is not raw: it is ${Array.isArray(body) ? "an array" : `a value of the type ${typeof body}`}.`
  )
