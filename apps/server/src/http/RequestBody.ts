/**
 * Reads the body of a request within its bounds: media type, size, and for JSON what {@link readJson} asks.
 *
 * The bytes stay with the request, so that the schemas of the contract decode the very bytes that were checked here.
 */
import { JsonBody } from "@partner-api/contract/Security"
import { InvalidRequest, PayloadTooLarge, UnsupportedMediaType } from "@partner-api/domain/Errors"
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import { bodyBytesMax } from "../platform/Limits.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { readJson } from "./JsonText.ts"

const charset = /^charset="?utf-8"?$/i

/** Checks that a body is of a media type. Its only parameter may be `charset=UTF-8`. */
export const checkMediaType = (
  request: HttpServerRequest,
  mediaType: string
): Effect.Effect<void, UnsupportedMediaType> => {
  const [type = "", ...parameters] = (request.headers["content-type"] ?? "").split(";").map((part) => part.trim())
  const encoding = request.headers["content-encoding"] ?? "identity"
  return type.toLowerCase() === mediaType &&
    parameters.every((parameter) => charset.test(parameter)) &&
    encoding.toLowerCase() === "identity"
    ? Effect.void
    : Effect.fail(
        new UnsupportedMediaType({ message: `Send the body as ${mediaType}, in UTF-8 and without Content-Encoding.` })
      )
}

const tooLarge = new PayloadTooLarge({ message: `The body is larger than ${bodyBytesMax} bytes.` })

/** The bytes of a body, at most {@link bodyBytesMax} of them. One that says it is larger is not read at all. */
export const readBody = (request: HttpServerRequest): Effect.Effect<ArrayBuffer, InvalidRequest | PayloadTooLarge> =>
  Number(request.headers["content-length"] ?? 0) > bodyBytesMax
    ? Effect.fail(tooLarge)
    : request.arrayBuffer.pipe(
        Effect.provideService(MaxBodySize, ByteSize.bytes(bodyBytesMax)),
        Effect.mapError((error) =>
          error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge"
            ? tooLarge
            : new InvalidRequest({ message: "The body did not arrive whole." })
        )
      )

export const layer = Layer.succeed(JsonBody, (httpEffect) =>
  Effect.flatMap(HttpServerRequest, (request) =>
    checkMediaType(request, "application/json").pipe(
      Effect.andThen(readBody(request)),
      Effect.flatMap((bytes) => Effect.fromResult(readJson(bytes))),
      Effect.matchEffect({ onFailure: errorResponse, onSuccess: () => httpEffect })
    )
  )
)
