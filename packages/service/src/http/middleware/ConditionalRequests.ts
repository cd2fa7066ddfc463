/**
 * Names the state of a resource by the bytes it is answered with (RFC 9110 §8.8.3), and answers conditional reads of it.
 */
import { ConditionalRequests } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { tagOf } from "../../crypto/Secrets.ts"
import { knowsTag } from "../EntityTag.ts"

export const layer = Layer.succeed(ConditionalRequests, (httpEffect) =>
  Effect.flatMap(HttpServerRequest, (request) =>
    Effect.map(httpEffect, (response) => {
      const { body, status } = response
      if (status !== 200 || body._tag !== "Uint8Array") return response
      const etag = tagOf(body.text ?? body.body)
      return knowsTag(request, etag)
        ? HttpServerResponse.empty({ status: 304, headers: { etag } })
        : HttpServerResponse.setHeader(response, "etag", etag)
    })
  )
)
