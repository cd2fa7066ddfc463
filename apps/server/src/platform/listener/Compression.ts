/**
 * Compresses answers for clients that accept it (RFC 9110 §12.5.3). The service marks compressible answers by `Vary`
 * (`packages/contract/src/Encoding.ts`); answers below {@link compressedBytesMin} stay uncompressed.
 *
 * An answer with an `ETag` does not change, so it is compressed once; another one is compressed each time, at the fastest level.
 */
import { promisify } from "node:util"
import * as Zlib from "node:zlib"
import { isCompressible } from "@partner-api/contract/Encoding"
import type { Incoming } from "@partner-api/service/http/Incoming"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { compressedBytesMin } from "../Limits.ts"

const coding = "gzip"

/** Whether an entry of `Accept-Encoding` accepts gzip: it names gzip or `*`, and its weight is not 0. */
const isWanted = (given: string): boolean => {
  const [name = "", ...parameters] = given.toLowerCase().split(";")
  const weight = parameters.map((parameter) => parameter.trim()).find((parameter) => parameter.startsWith("q="))
  return (name.trim() === coding || name.trim() === "*") && (weight === undefined || Number(weight.slice(2)) > 0)
}

/** Whether a request accepts compressed answers. An entry for gzip by name overrides one for `*`. */
export const takesCompressed = ({ headers }: Incoming): boolean => {
  const header = headers["accept-encoding"]
  if (header === undefined) return false
  const given = header.split(",")
  const byName = given.filter((one) => one.trim().toLowerCase().startsWith(coding))
  return (byName.length > 0 ? byName : given).some(isWanted)
}

const gzip = promisify<string | Uint8Array, Zlib.ZlibOptions, Uint8Array>(Zlib.gzip)

type BytesBody = Extract<HttpServerResponse.HttpServerResponse["body"], { readonly _tag: "Uint8Array" }>

/** Compresses on a thread of Node's pool. */
const compressOnPool = (body: BytesBody, level: number): Promise<Uint8Array> => gzip(body.text ?? body.body, { level })

/** The compressed bodies of answers that do not change, also while the pool makes them: many clients may request the first one at once. */
const kept = new WeakMap<BytesBody, Promise<Uint8Array>>()

const compressOnce = (body: BytesBody): Effect.Effect<Uint8Array> =>
  Effect.promise(() => {
    const known = kept.get(body)
    if (known !== undefined) return known
    const made = compressOnPool(body, Zlib.constants.Z_BEST_COMPRESSION)
    kept.set(body, made)
    return made
  })

/** The answer for a client that accepts compressed ones. */
export const compressed = (
  response: HttpServerResponse.HttpServerResponse
): Effect.Effect<HttpServerResponse.HttpServerResponse> => {
  const { body, headers, status } = response
  if (body._tag !== "Uint8Array" || !isCompressible(headers["vary"])) return Effect.succeed(response)
  if (body.contentLength < compressedBytesMin) return Effect.succeed(response)
  const made =
    headers["etag"] === undefined
      ? Effect.promise(() => compressOnPool(body, Zlib.constants.Z_BEST_SPEED))
      : compressOnce(body)
  return Effect.map(made, (bytes) =>
    HttpServerResponse.uint8Array(bytes, {
      status,
      contentType: body.contentType,
      headers: { ...headers, "content-encoding": coding }
    })
  )
}
