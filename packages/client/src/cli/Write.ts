/**
 * A write that can be retried: it always has an idempotency key. When its outcome is unknown, the message names the key for the retry.
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { type ClientError, isPartnerError } from "../core/ClientError.ts"
import { CommandFailure } from "./CommandFailure.ts"
import { printInterrupted } from "./Failures.ts"
import { messageOf } from "./FailureText.ts"

const unknownOutcome = (key: string): string =>
  `Whether it was done is not known: look, or run the same command with --idempotency-key ${key}; a service that takes keys does it once.`

/** Makes the call of an operation with the given key; default a new one. */
export const write = <A, E, R>(
  operation: string,
  requestedKey: Option.Option<string>,
  call: (key: string) => Effect.Effect<A, ClientError | E, R>
): Effect.Effect<A, ClientError | CommandFailure | E, R> => {
  const key = Option.getOrElse(requestedKey, () => globalThis.crypto.randomUUID())
  return call(key).pipe(
    // A failure to get a token has another operation: nothing was written then.
    Effect.mapError((error) =>
      isPartnerError(error) && error.operation === operation && error.outcome === "unknown"
        ? new CommandFailure({
            message: messageOf(error),
            remedy: unknownOutcome(key),
            idempotencyKey: key,
            cause: error
          })
        : error
    ),
    Effect.onInterrupt(() => printInterrupted(unknownOutcome(key), key))
  )
}
