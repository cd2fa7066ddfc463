/**
 * The precondition of a change: the caller knows the state that is about to change (RFC 9110 §13.1.1).
 */
import { PreconditionFailed } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import { namesTag, tagOf } from "../crypto/Secrets.ts"

/**
 * Refuses a change when `If-Match` does not name `stored`, the bytes that the resource is answered with. The digest names the state,
 * so a tag that a compressing proxy has changed names it too. Without the header every state matches.
 */
export const requireMatch = (ifMatch: string | undefined, stored: string): Effect.Effect<void, PreconditionFailed> =>
  ifMatch === undefined || namesTag(ifMatch, tagOf(stored))
    ? Effect.void
    : Effect.fail(
        new PreconditionFailed({
          message: "The resource has changed since it was read: its ETag is not the one in If-Match. Read it again."
        })
      )
