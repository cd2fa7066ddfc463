/**
 * Reads the body of a request within its bounds: media type, size, and for JSON what {@link parseJson} and the schema's size ask.
 *
 * The bytes stay with the request, so that the schemas of the contract decode the very bytes that were checked here.
 */
import { bodyBytesMaxOf } from "@partner-api/contract/BodyBound"
import { EndpointMetadata } from "@partner-api/contract/EndpointMetadata"
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
import { excessOf } from "@partner-api/domain/Excess"
import * as ByteSize from "effect/ByteSize"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as Semaphore from "effect/Semaphore"
import { CurrentRequest } from "../CurrentRequest.ts"
import { StrangerBodies } from "../StrangerBodies.ts"
import { errorResponse, unprocessable } from "../ErrorResponse.ts"

const charset = /^charset="?utf-8"?$/i

/** Checks that a body is of one of some media types. Its only parameter may be `charset=UTF-8`. */
export const checkMediaType = (
  request: HttpServerRequest,
  ...mediaTypes: ReadonlyArray<string>
): Effect.Effect<void, UnsupportedMediaType> => {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").split(";").map((part) => part.trim())
  const encoding = request.headers["content-encoding"] ?? "identity"
  return mediaTypes.includes(type.toLowerCase()) &&
    parameters.every((parameter) => charset.test(parameter)) &&
    encoding.toLowerCase() === "identity"
    ? Effect.void
    : Effect.fail(
        new UnsupportedMediaType({
          message: `Send the body as ${mediaTypes.join(" or ")}, in UTF-8 and without Content-Encoding.`
        })
      )
}

const tooLarge = (bytesMax: number) => new PayloadTooLarge({ message: `The body is larger than ${bytesMax} bytes.` })

/** The bytes of a body, at most `bytesMax` of them. One that says it is larger is not read at all. */
const readBytes = (
  request: HttpServerRequest,
  bytesMax: number
): Effect.Effect<ArrayBuffer, InvalidRequest | PayloadTooLarge> =>
  Number(request.headers["content-length"] ?? 0) > bytesMax
    ? Effect.fail(tooLarge(bytesMax))
    : request.arrayBuffer.pipe(
        Effect.provideService(MaxBodySize, ByteSize.bytes(bytesMax)),
        Effect.mapError((error) =>
          error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
            ? tooLarge(bytesMax)
            : new InvalidRequest({ message: "The body did not arrive whole." })
        )
      )

/** The bytes of a body at an endpoint that has let its caller in, within the endpoint's bound. */
export const readBody = (request: HttpServerRequest, endpoint: HttpApiEndpoint.Top) =>
  Effect.flatMap(CurrentRequest, (record) =>
    Effect.map(readBytes(request, bodyBytesMaxOf(endpoint) ?? 0), (bytes) => {
      record.bodyReadAtMs = performance.now()
      record.share.work.bytesIn = bytes.byteLength
      return bytes
    })
  )

/** The bytes of a body at an endpoint that needs no token, within its bound and that of all strangers. */
export class StrangerBody extends Context.Service<
  StrangerBody,
  (
    request: HttpServerRequest,
    endpoint: HttpApiEndpoint.Top
  ) => Effect.Effect<ArrayBuffer, InvalidRequest | PayloadTooLarge | RequestTimeout>
>()("@partner-api/service/StrangerBody") {
  static readonly layer = Layer.effect(
    StrangerBody,
    Effect.map(StrangerBodies, ({ read }) => StrangerBody.of((request, endpoint) => read(readBody(request, endpoint))))
  ).pipe(Layer.provide(StrangerBodies.layer))
}

/** The search for excess in the JSON bodies of an endpoint; none where unknown members are ignored. */
const jsonExcessOf = (entry: EndpointEntry): ReturnType<typeof excessOf> => {
  const [schema] = entry.payload.get("application/json")?.schemas ?? []
  return schema === undefined || !isStrict(entry) ? () => [] : excessOf(schema)
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
export const isLargeBody = ({ headers }: HttpServerRequest): boolean =>
  headers["transfer-encoding"] !== undefined || Number(headers["content-length"] ?? 0) > largeBodyBytes

/** The middleware for the endpoints of an API. */
export const layerOf = (endpoints: ReadonlyArray<EndpointEntry>) =>
  Layer.effect(
    JsonBody,
    Effect.gen(function* () {
      const ofStranger = yield* StrangerBody
      const oneAtATime = (yield* Semaphore.make(1)).withPermits(1)
      const read = (request: HttpServerRequest, endpoint: HttpApiEndpoint.Top) =>
        Context.getUnsafe(endpoint.annotations, EndpointMetadata).access.level === "public"
          ? ofStranger(request, endpoint)
          : readBody(request, endpoint)
      const excess = new Map(endpoints.map((entry) => [entry.declaration, jsonExcessOf(entry)]))
      return JsonBody.of((httpEffect, { endpoint }) =>
        Effect.flatMap(HttpServerRequest, (request) =>
          checkMediaType(request, ...endpoint.payload.keys()).pipe(
            Effect.andThen(read(request, endpoint)),
            Effect.flatMap((bytes) => {
              const check = Effect.flatMap(
                Effect.suspend(() => Effect.fromResult(parseBody(bytes))),
                (json) => {
                  const problems = excess.get(endpoint)?.(json, "body") ?? []
                  return Effect.flatMap(CurrentRequest, (record) => {
                    record.body = json
                    return problems.length > 0 ? Effect.fail(unprocessable(problems)) : Effect.void
                  })
                }
              )
              return bytes.byteLength > largeBodyBytes ? oneAtATime(Effect.andThen(Effect.yieldNow, check)) : check
            }),
            Effect.matchEffect({ onFailure: errorResponse, onSuccess: () => httpEffect })
          )
        )
      )
    })
  )
