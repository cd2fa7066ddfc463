/**
 * Headers that the edge of the service adds to answers, so that no endpoint declares them: the description of each in the OpenAPI document, and which
 * answers have which.
 */
import type * as Schema from "effect/Schema"
import { deprecatedUsesOf } from "./DeprecatedUse.ts"
import { deprecationHeader, linkHeader, sunsetHeader } from "./DeprecationHeaders.ts"
import type { EndpointEntry } from "./Reflection.ts"
import { rateLimitCostHeader } from "./RequestHeaders.ts"

type JsonObject = Schema.JsonObject

/** Marks a part of the document that the specification does not have. */
export const extension = { "x-extension": true }

/** The headers by name. */
export const sharedHeaders: JsonObject = {
  "X-Request-Id": { description: "Names this answer in logs", schema: { type: "string" }, ...extension },
  "WWW-Authenticate": { description: "The challenge (RFC 9110 §11.6.1)", schema: { type: "string" }, ...extension },
  "RateLimit-Policy": {
    description: "The limit of the caller: `q` requests in `w` seconds",
    schema: { type: "string" },
    ...extension
  },
  RateLimit: {
    description: "The rest of the allowance: `r` requests, all again in `t` seconds",
    schema: { type: "string" },
    ...extension
  },
  [rateLimitCostHeader]: {
    description: "The number of requests that this one counts for; absent where it counts for one",
    schema: { type: "integer", minimum: 2 },
    ...extension
  },
  ETag: { description: "Names the state of the resource (RFC 9110 §8.8.3)", schema: { type: "string" }, ...extension },
  "Idempotency-Replayed": {
    description: "`true`: the kept answer of an earlier request",
    schema: { type: "string" },
    ...extension
  },
  [deprecationHeader]: {
    description: "Since when what the request uses is deprecated (RFC 9745): `@` and seconds since 1970",
    schema: { type: "string" },
    ...extension
  },
  [sunsetHeader]: {
    description: "From when on what the request uses may be gone (RFC 8594)",
    schema: { type: "string" },
    ...extension
  },
  [linkHeader]: {
    description: 'The page about what is deprecated, with `rel="deprecation"`; its `title` is what to do',
    schema: { type: "string" },
    ...extension
  },
  "Retry-After": { description: "Seconds to wait", schema: { type: "integer", minimum: 0 }, ...extension }
}

/** Whether a request is taken off an allowance: it shows which client sends it, with a token or with the credentials themselves. */
const hasAllowance = ({ metadata: { access, credentials } }: EndpointEntry): boolean =>
  (access.level !== "public" && access.level !== "operator") || credentials === true

/** Whether an answer has an `ETag`. */
export const namesState = ({ conditional, metadata }: EndpointEntry): boolean =>
  conditional || metadata.isStatic === true

/** References to the headers of an answer, by its status and endpoint. */
export const sharedHeadersOf = (status: string, endpoint: EndpointEntry | undefined): JsonObject => {
  const isGood = /^[23]/.test(status)
  return Object.fromEntries(
    [
      "X-Request-Id",
      ...(endpoint !== undefined && hasAllowance(endpoint) && (isGood || status === "429")
        ? ["RateLimit", "RateLimit-Policy", rateLimitCostHeader]
        : []),
      ...(endpoint !== undefined && namesState(endpoint) && isGood ? ["ETag"] : []),
      ...(endpoint?.acceptsIdempotencyKey === true && isGood ? ["Idempotency-Replayed"] : []),
      ...(endpoint !== undefined && deprecatedUsesOf(endpoint).length > 0
        ? [deprecationHeader, sunsetHeader, linkHeader]
        : []),
      ...(status === "401" || (status === "403" && endpoint?.metadata.access.level !== "credentials")
        ? ["WWW-Authenticate"]
        : []),
      ...(status === "429" || status === "503" || status === "default" ? ["Retry-After"] : [])
    ].map((name) => [name, { $ref: `#/components/headers/${name}` }])
  )
}
