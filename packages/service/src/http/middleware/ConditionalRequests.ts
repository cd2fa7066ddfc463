/**
 * Names the state of a resource by the bytes it is answered with (RFC 9110 §8.8.3), and answers conditional requests for it.
 */
import { ConditionalRequests } from "@partner-api/contract/Middleware"
import { PreconditionFailed } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { tagOf } from "../../crypto/Secrets.ts"

/** The tags of a header: `*`, or quoted ones with commas between, each perhaps marked weak. */
const tagsIn = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim().replace(/^W\//, ""))

const matches = (header: string, tag: string): boolean => tagsIn(header).some((given) => given === "*" || given === tag)

const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

/** Refuses a change of a state that the caller does not know. A weak tag never matches here (RFC 9110 §13.1.1). */
export const checkIfMatch = (header: string | undefined, current: string): Effect.Effect<void, PreconditionFailed> =>
  header === undefined || header.split(",").some((given) => given.trim() === "*" || given.trim() === tagOf(current))
    ? Effect.void
    : Effect.fail(
        new PreconditionFailed({
          message: "The resource has changed since it was read: its ETag is not the one in If-Match. Read it again."
        })
      )

export const layer = Layer.succeed(ConditionalRequests, (httpEffect) =>
  Effect.flatMap(HttpServerRequest, (request) =>
    Effect.map(httpEffect, (response) => {
      const { body, status } = response
      if (status !== 200 || body._tag !== "Uint8Array") return response
      const etag = tagOf(body.body)
      const known = request.headers["if-none-match"]
      return isRead(request.method) && known !== undefined && matches(known, etag)
        ? HttpServerResponse.empty({ status: 304, headers: { etag } })
        : HttpServerResponse.setHeader(response, "etag", etag)
    })
  )
)
