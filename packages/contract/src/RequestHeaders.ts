/**
 * Headers with which a partner makes a request safe: a key to repeat it under, and the state it must find (extensions). The server
 * reads them before anything is decoded; here they are declared, for the document and for clients.
 */
import type { Access } from "@partner-api/domain/Token"
import * as Schema from "effect/Schema"

/** The form of an `X-Request-Id` that is taken over (decisions, Discovery). */
export const requestIdPattern = /^[A-Za-z0-9_-]{1,64}$/

/** The header of the key (decisions, Safe repetition). */
export const idempotencyKeyHeader = "Idempotency-Key"

/** Marks an answer as the stored one of an earlier request. */
export const idempotencyReplayedHeader = "Idempotency-Replayed"

/** The header with the points of a request that cost more than an ordinary one (decisions, Limits). */
export const rateLimitCostHeader = "RateLimit-Cost"

/** The ETag that examples of the documentation show. */
const exampleTag = '"mJ5hQ2xV8cN1rT7wZ4kLpA"'

/** The header of the person on whose behalf a client writes (recruiting 11). */
export const onBehalfOfHeader = "On-Behalf-Of"

/** The headers of every endpoint that writes a resource. */
export const writeHeaders = {
  "idempotency-key": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "Up to 255 printable ASCII characters. The same key with the same request gets the same answer, and has one effect",
      examples: ["import-7"],
      "x-extension": true
    })
  )
}

const personHeader = {
  "on-behalf-of": Schema.optionalKey(
    Schema.String.annotate({
      description:
        "The person on whose behalf you write: an `ACTIVE` user of the organization, or with a bound grant an `ACTIVE` recruiter of the agency; else 422. The audit log and histories have the id",
      examples: ["usr_00000001"],
      "x-extension": true
    })
  )
}

/** The headers of an endpoint that writes a resource. A resource of an organization also takes the person on whose behalf; no other resource has one. */
export const writeHeadersOf = ({ level }: Access): typeof writeHeaders =>
  level === "scoped" ? { ...writeHeaders, ...personHeader } : writeHeaders

/** The headers of endpoints that change a resource with a state. */
export const ifMatchHeader = {
  "if-match": Schema.optionalKey(
    Schema.String.annotate({
      description: "The ETag that the resource must have, else 412 and no change",
      examples: [exampleTag],
      "x-extension": true
    })
  )
}

/** The headers of endpoints that show one resource. */
export const ifNoneMatchHeader = {
  "if-none-match": Schema.optionalKey(
    Schema.String.annotate({
      description: "ETags that the caller has; 304 when one is right",
      examples: [exampleTag],
      "x-extension": true
    })
  )
}
