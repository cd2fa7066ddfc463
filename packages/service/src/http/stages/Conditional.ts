/**
 * Adds an ETag to the answer of a resource, the digest of its bytes (RFC 9110 §8.8.3), and answers a matching `If-None-Match` with 304.
 */
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { tagOf } from "../../crypto/Secrets.ts"
import { memoized } from "../../services/Memoization.ts"
import { knowsTag } from "../EntityTag.ts"
import type { Stage } from "../Stage.ts"

/** An answer with the ETag of its body; unchanged where it is no 200. */
const tagged = memoized((response: HttpServerResponse.HttpServerResponse) => {
  const { body, status } = response
  return status === 200 && body._tag === "Uint8Array"
    ? HttpServerResponse.setHeader(response, "etag", tagOf(body.text ?? body.body))
    : response
})

const notModified = memoized(({ headers }: HttpServerResponse.HttpServerResponse) =>
  HttpServerResponse.empty({ status: 304, headers: { etag: headers["etag"] } })
)

export const stage: Stage = (next, { conditional }) =>
  conditional
    ? (context) =>
        Effect.map(next(context), (response) => {
          const answer = tagged(response)
          const etag = answer.headers["etag"]
          return etag !== undefined && knowsTag(context.incoming, etag) ? notModified(answer) : answer
        })
    : next
