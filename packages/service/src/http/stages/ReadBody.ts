/**
 * Reads the body of a request within its bounds: media type, size, and for JSON what {@link parseJson} and the schema's size ask.
 *
 * The bytes stay with the request, so that the schemas of the contract decode the very bytes that were checked here.
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
import type { Answering, Stage } from "../Stage.ts"

/** UTF-8 and ASCII, which is a part of it, as clients spell them. */
const charset = /^charset\s*=\s*"?(?:utf-?8|(?:us-)?ascii)"?$/i

/** The longest name of a parameter that an answer repeats: those that are in use are shorter. */
const parameterName = /^[\w-]{1,40}(?==|$)/

const nameOf = (parameter: string): string => parameterName.exec(parameter)?.[0] ?? "one without a plain name"

/** What is wrong with the headers that describe a body. Parameters that are empty say nothing: `application/json;` is a habit of clients. */
const mistakeIn = ({ headers }: Incoming, mediaTypes: ReadonlyArray<string>): string | undefined => {
  const given = headers["content-type"]
  const asked = mediaTypes.join(" or ")
  if (given === undefined) return `Send the body with a Content-Type, which is ${asked}.`
  const [type = "", ...parameters] = given.split(";").map((part) => part.trim())
  if (!mediaTypes.includes(type.toLowerCase())) return `Send the body as ${asked}, and name that in Content-Type.`
  const other = parameters.find((parameter) => parameter !== "" && !charset.test(parameter))
  if (other !== undefined) {
    return nameOf(other).toLowerCase() === "charset"
      ? "Send the body in UTF-8: Content-Type names another charset."
      : `Leave the parameter of Content-Type out that is not charset: ${nameOf(other)}.`
  }
  const encoding = (headers["content-encoding"] ?? "").trim().toLowerCase()
  return encoding === "" || encoding === "identity"
    ? undefined
    : "Send the body as it is, without Content-Encoding: a compressed one is not read."
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

/** The bytes of a body at an endpoint that has let its caller in, within the endpoint's bound. One that says it is larger is not read at all. */
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
      context.share.work.bytesIn = bytes.byteLength
      return bytes
    }
  })
}

/** The bytes of a body at an endpoint that needs no token, within its bound and that of all of them together. */
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

/** The search for excess in the JSON bodies of an endpoint; none where unknown members are ignored. */
const jsonExcessOf = (entry: EndpointEntry): ReturnType<typeof inputLimitsOf> => {
  const [schema] = entry.payload.get("application/json")?.schemas ?? []
  return schema === undefined || !isStrict(entry) ? () => [] : inputLimitsOf(schema)
}

/**
 * The most values of a JSON body: the largest one of the contract has some hundred. Parsing and checking a small value costs more than its
 * bytes do, so they are counted before anything parses them.
 */
export const valuesMax = 4_000

const tooManyValues = unprocessable([
  { in: "body", path: "", code: "length", message: `must have at most ${valuesMax} values` }
])

/** Reads the bytes of a body as JSON. One that nests too deep is refused for that, however many values it has. */
const parseBody = (bytes: ArrayBuffer) =>
  Result.flatMap(readText(bytes), (text): Result.Result<unknown, InvalidRequest | UnprocessableEntity> => {
    const extent = extentOf(text)
    return extent.values > valuesMax && extent.depth <= jsonDepthMax
      ? Result.fail(tooManyValues)
      : parseJson(text, extent)
  })

/**
 * A body larger than this takes milliseconds to check. Such bodies are checked one at a time, and other requests are answered between
 * two of them.
 */
const largeBodyBytes = 16_384

/** Whether a request has a large body, or one that does not state its length. */
export const isLargeBody = ({ headers }: Incoming): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > largeBodyBytes

/** Reads the JSON body of an endpoint that declares it (`JsonBody`). Other bodies are read by their handlers. */
export const stage = Effect.gen(function* () {
  const ofPublic = yield* PublicBody
  const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)
  return ((next, entry) => {
    const { declaration: endpoint, metadata, payload } = entry
    if (!endpoint.middlewares.has(JsonBody)) return next
    const mediaTypes = [...payload.keys()]
    const read = metadata.access.level === "public" ? ofPublic : readBody
    const excessOf = jsonExcessOf(entry)
    /** Parses the body and checks its bounds. */
    const check = (context: RequestContext, bytes: ArrayBuffer): UnprocessableEntity | InvalidRequest | undefined => {
      const parsed = parseBody(bytes)
      if (Result.isFailure(parsed)) return parsed.failure
      context.body = parsed.success
      const problems = excessOf(parsed.success, "body")
      return problems.length > 0 ? unprocessable(problems) : undefined
    }
    return (context) => {
      const mistake = mistakeIn(context.incoming, mediaTypes)
      if (mistake !== undefined) return Effect.fail(new UnsupportedMediaType({ message: mistake }))
      return Effect.flatMapEager(read(context, endpoint), (bytes): Answering => {
        if (bytes.byteLength <= largeBodyBytes) {
          const refusal = check(context, bytes)
          return refusal === undefined ? next(context) : Effect.fail(refusal)
        }
        const checked = Effect.map(Effect.yieldNow, () => check(context, bytes))
        return Effect.flatMap(oneAtATime(checked), (refusal) =>
          refusal === undefined ? next(context) : Effect.fail(refusal)
        )
      })
    }
  }) satisfies Stage
})
