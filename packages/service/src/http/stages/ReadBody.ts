/**
 * Reads the JSON body of a request: checks media type, size, encoding and number of values, parses it strictly ({@link parseJson}), checks the size limits of
 * the schema (`inputLimitsOf`), and decodes it by the schema. Puts the body into the context, parsed and decoded.
 *
 * Does not refuse a body that the schema refuses: `CallHandler` does, after the other parts of the request. A handler reads a body of another media type
 * itself, by the functions of this file.
 */
import { bodyBytesMaxOf } from "@partner-api/contract/BodyBound"
import { JsonBody } from "@partner-api/contract/Middleware"
import {
  InvalidRequest,
  PayloadTooLarge,
  type RequestTimeout,
  UnsupportedMediaType
} from "@partner-api/contract/ProtocolErrors"
import { type EndpointEntry, isStrict } from "@partner-api/contract/Reflection"
import { extentOf, jsonDepthMax, parseJson, readText } from "@partner-api/contract/StrictJson"
import type { UnprocessableEntity } from "@partner-api/domain/Errors"
import { inputLimitsOf } from "@partner-api/domain/InputLimits"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { unprocessable } from "../ErrorResponse.ts"
import type { Incoming } from "../Incoming.ts"
import { PublicBodies } from "../PublicBodies.ts"
import type { RequestContext } from "../RequestContext.ts"
import { payloadOf } from "../RequestParts.ts"
import type { Answering, Stage } from "../Stage.ts"

/** The spellings of UTF-8, and of ASCII, which is a part of it. */
const charset = /^charset\s*=\s*"?(?:utf-?8|(?:us-)?ascii)"?$/i

/** A name of a parameter that a message may repeat: at most 40 characters, which is longer than any that is in use. */
const parameterName = /^[\w-]{1,40}(?==|$)/

const nameOf = (parameter: string): string => parameterName.exec(parameter)?.[0] ?? "one without a plain name"

/** The mistake in `Content-Encoding`; undefined where the body is as it is. */
export const encodingMistakeIn = (headers: Incoming["headers"]): string | undefined => {
  const encoding = (headers["content-encoding"] ?? "").trim().toLowerCase()
  return encoding === "" || encoding === "identity"
    ? undefined
    : "Send the body as it is, without Content-Encoding: a compressed one is not read."
}

/** The mistake in `Content-Type` or `Content-Encoding`; undefined where both are right. Empty parameters are allowed: clients send `application/json;`. */
const mistakeIn = ({ headers }: Incoming, mediaTypes: ReadonlyArray<string>): string | undefined => {
  const given = headers["content-type"]
  const expected = mediaTypes.join(" or ")
  if (given === undefined) return `Send the body with a Content-Type, which is ${expected}.`
  const [type = "", ...parameters] = given.split(";").map((part) => part.trim())
  if (!mediaTypes.includes(type.toLowerCase())) return `Send the body as ${expected}, and name that in Content-Type.`
  const other = parameters.find((parameter) => parameter !== "" && !charset.test(parameter))
  if (other !== undefined) {
    return nameOf(other).toLowerCase() === "charset"
      ? "Send the body in UTF-8: Content-Type names another charset."
      : `Leave the parameter of Content-Type out that is not charset: ${nameOf(other)}.`
  }
  return encodingMistakeIn(headers)
}

/** Checks that a body is of one of some media types, in UTF-8 and not compressed (decisions, Errors). */
export const checkMediaType = (
  incoming: Incoming,
  ...mediaTypes: ReadonlyArray<string>
): Effect.Effect<void, UnsupportedMediaType> => {
  const mistake = mistakeIn(incoming, mediaTypes)
  return mistake === undefined ? Effect.void : Effect.fail(new UnsupportedMediaType({ message: mistake }))
}

const tooLarge = (bytesMax: number) => new PayloadTooLarge({ message: `The body is larger than ${bytesMax} bytes.` })

/** Reads a body within the bound of its endpoint. Refuses a larger `Content-Length` before it reads any byte. */
export const readBody = (
  context: RequestContext,
  endpoint: HttpApiEndpoint.Top
): Effect.Effect<ArrayBuffer, InvalidRequest | PayloadTooLarge> => {
  const { body, headers } = context.incoming
  const bytesMax = bodyBytesMaxOf(endpoint) ?? 0
  if (Number(headers["content-length"] ?? 0) > bytesMax) return Effect.fail(tooLarge(bytesMax))
  return Effect.mapBothEager(body.read(bytesMax), {
    onFailure: ({ _tag }) =>
      _tag === "BodyTooLarge" ? tooLarge(bytesMax) : new InvalidRequest({ message: "The body did not arrive whole." }),
    onSuccess: (bytes) => {
      context.bodyReadAtMs = performance.now()
      context.usage.work.bytesIn = bytes.byteLength
      return bytes
    }
  })
}

/** Reads a body at a public endpoint, within the bound of the endpoint and the common bound of all such bodies (`PublicBodies.ts`). */
export class PublicBody extends Context.Service<
  PublicBody,
  (
    context: RequestContext,
    endpoint: HttpApiEndpoint.Top
  ) => Effect.Effect<ArrayBuffer, InvalidRequest | PayloadTooLarge | RequestTimeout>
>()("@partner-api/service/PublicBody") {
  static readonly layer = Layer.effect(
    PublicBody,
    Effect.map(PublicBodies, ({ read }) => PublicBody.of((context, endpoint) => read(readBody(context, endpoint))))
  ).pipe(Layer.provide(PublicBodies.layer))
}

/** The check of the size limits of a body by the schema of its endpoint; an endpoint that ignores unknown members has none. */
const sizeCheckOf = (entry: EndpointEntry): ReturnType<typeof inputLimitsOf> => {
  const [schema] = entry.payload.get("application/json")?.schemas ?? []
  return schema === undefined || !isStrict(entry) ? () => [] : inputLimitsOf(schema)
}

/**
 * The most values of a JSON body: the largest one of the contract has some hundred. To parse and check a small value costs more than to read its bytes, so
 * `extentOf` counts the values before the body is parsed.
 */
export const valuesMax = 4_000

const tooManyValues = unprocessable([
  { in: "body", path: "", code: "length", message: `must have at most ${valuesMax} values` }
])

/** Parses a body as JSON. The refusal of a body that is too deep comes before that of a body with too many values. */
const parseBody = (bytes: ArrayBuffer) =>
  Result.flatMap(readText(bytes), (text): Result.Result<unknown, InvalidRequest | UnprocessableEntity> => {
    const extent = extentOf(text)
    return extent.values > valuesMax && extent.depth <= jsonDepthMax
      ? Result.fail(tooManyValues)
      : parseJson(text, extent)
  })

/**
 * The size from which a body is large: to check it takes milliseconds. Large bodies are checked one at a time, and the event loop reads other requests
 * between two of them.
 */
const largeBodyBytes = 16_384

/** Whether a request has a large body, or one that does not state its length. */
export const isLargeBody = ({ headers }: Incoming): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > largeBodyBytes

/** The stage of endpoints that declare a JSON body (`JsonBody`). */
export const stage = Effect.gen(function* () {
  const ofPublic = yield* PublicBody
  const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)
  return ((next, entry) => {
    const { declaration: endpoint, metadata, payload } = entry
    if (!endpoint.middlewares.has(JsonBody)) return next
    const mediaTypes = [...payload.keys()]
    const isPublic = metadata.access.level === "public"
    const sizeProblems = sizeCheckOf(entry)
    const decode = payloadOf(entry)
    /** Parses the body into the context, and returns the refusal of a body beyond its size limits. */
    const parse = (context: RequestContext, bytes: ArrayBuffer): UnprocessableEntity | InvalidRequest | undefined => {
      const parsed = parseBody(bytes)
      if (Result.isFailure(parsed)) return parsed.failure
      context.body = parsed.success
      const problems = sizeProblems(parsed.success, "body")
      return problems.length > 0 ? unprocessable(problems) : undefined
    }
    /** Decodes the parsed body into the context. */
    const decodeParsed = (context: RequestContext): void => {
      if (decode !== undefined) context.payload = decode(context.body)
    }
    return (context) => {
      const mistake = mistakeIn(context.incoming, mediaTypes)
      if (mistake !== undefined) return Effect.fail(new UnsupportedMediaType({ message: mistake }))
      const read = isPublic || context.caller === undefined ? ofPublic : readBody
      return Effect.flatMapEager(read(context, endpoint), (bytes): Answering => {
        if (bytes.byteLength <= largeBodyBytes) {
          const refusal = parse(context, bytes)
          if (refusal !== undefined) return Effect.fail(refusal)
          decodeParsed(context)
          return next(context)
        }
        // To decode it takes as long as to parse it. The event loop answers others before each, and before the next stage.
        const parsing = Effect.map(Effect.yieldNow, () => parse(context, bytes))
        return oneAtATime(parsing).pipe(
          Effect.tap((refusal) => (refusal === undefined ? Effect.yieldNow : Effect.fail(refusal))),
          Effect.tap(() => Effect.sync(() => decodeParsed(context))),
          Effect.andThen(Effect.yieldNow),
          Effect.andThen(() => next(context))
        )
      })
    }
  }) satisfies Stage
})
