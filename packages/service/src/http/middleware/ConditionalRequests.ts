/**
 * Names the state of a resource by the bytes it is answered with (RFC 9110 §8.8.3), and answers conditional reads of it.
 */
import { ConditionalRequests } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import { tagOf } from "../../crypto/Secrets.ts"

/** The tags of a header: `*`, or quoted ones with commas between, each perhaps marked weak. */
const tagsIn = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim().replace(/^W\//, ""))

const matches = (header: string, tag: string): boolean => tagsIn(header).some((given) => given === "*" || given === tag)

const isRead = (method: string): boolean => method === "GET" || method === "HEAD"

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
