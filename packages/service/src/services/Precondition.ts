/**
 * The precondition `If-Match` of a change: the caller knows the current state of the resource (RFC 9110 §13.1.1).
 */
import { PreconditionFailed } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import type { LazyArg } from "effect/Function"
import { namesTag, tagOf } from "../crypto/Secrets.ts"

/**
 * Refuses a change where `If-Match` does not have the ETag of the text of the resource in answers. A tag that a compressing proxy has marked
 * matches too, because its digest is compared. Without the header every state matches, and the text is not made: few requests have it.
 */
export const requireMatch = (
  ifMatch: string | undefined,
  textOf: LazyArg<string>
): Effect.Effect<void, PreconditionFailed> =>
  ifMatch === undefined || namesTag(ifMatch, tagOf(textOf()))
    ? Effect.void
    : Effect.fail(
        new PreconditionFailed({
          message: "The resource has changed since it was read: its ETag is not the one in If-Match. Read it again."
        })
      )
