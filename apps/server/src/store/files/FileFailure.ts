/**
 * The failure of a file storage as an error of the service. The log has the cause; the error does not.
 */
import { Unavailable } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"

/** After a storage of files that is away or full, the delay of `Retry-After`, in seconds. */
const retryAfterSeconds = 5

const unavailable = new Unavailable({
  message: "The service cannot reach its storage of files just now. Try again later, with the same Idempotency-Key.",
  retryAfterSeconds
})

/** Logs the cause of a failure, and fails with the error of the service. */
export const failed = (doing: string, cause: unknown): Effect.Effect<never, Unavailable> =>
  Effect.andThen(Effect.logError(`files: ${doing} failed`, cause), Effect.fail(unavailable))

/** Runs an operation of Node's on files; its failure is one of the service. */
export const attempt = <A>(doing: string, run: () => Promise<A>): Effect.Effect<A, Unavailable> =>
  Effect.catch(Effect.tryPromise({ try: run, catch: (cause) => ({ cause }) }), ({ cause }) => failed(doing, cause))
