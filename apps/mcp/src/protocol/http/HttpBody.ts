/**
 * The body of a request: within its limit, and JSON.
 *
 * Effect's MCP server has no limit and answers 200 to a body that is not JSON. The bytes stay with the request, so it reads the body that
 * was checked here.
 */
import * as ByteSize from "effect/ByteSize"
import * as Effect from "effect/Effect"
import { MaxBodySize } from "effect/http/HttpIncomingMessage"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import type * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Schema from "effect/Schema"
import { refusal } from "./HttpRefusal.ts"
import { depthProblem } from "../JsonDepth.ts"
import { messageBytesMax } from "../MessageSize.ts"

const tooLarge = refusal(413, "invalid", `A body has at most ${messageBytesMax} bytes.`, { connection: "close" })
const broken = refusal(400, "invalid", "The body did not arrive whole.", { connection: "close" })
const noJson = refusal(400, "parse", "The body is not JSON.")

const parse = Schema.decodeUnknownEffect(Schema.fromJsonString(Schema.Unknown))

/** The JSON of a body, or why there is none. */
export const readMessage = (
  request: HttpServerRequest
): Effect.Effect<unknown, HttpServerResponse.HttpServerResponse> =>
  Number(request.headers["content-length"] ?? 0) > messageBytesMax
    ? Effect.fail(tooLarge)
    : request.text.pipe(
        Effect.provideService(MaxBodySize, ByteSize.bytes(messageBytesMax)),
        Effect.mapError((error) =>
          error.reason._tag === "RequestParseError" && error.reason.reason === "BodyTooLarge" ? tooLarge : broken
        ),
        Effect.flatMap((text) => {
          const problem = depthProblem(text)
          return problem === undefined
            ? Effect.mapError(parse(text), () => noJson)
            : Effect.fail(refusal(400, "invalid", problem))
        })
      )
