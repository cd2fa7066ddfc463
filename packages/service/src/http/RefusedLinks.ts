/**
 * Counts refused links as failed logins of their address, so that nobody tries links one after the other.
 */
import { NotFound } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import { RateLimits } from "../services/access/RateLimits.ts"
import { ClientAddress } from "./ClientAddress.ts"
import { CurrentRequest } from "./RequestContext.ts"

/** Makes what stands around the use of a link. */
export const makeCountRefused = Effect.gen(function* () {
  const limits = yield* RateLimits
  const addressOf = yield* ClientAddress
  return <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E, R>) =>
    Effect.tapError(effect, (error) =>
      error instanceof NotFound
        ? Effect.flatMap(CurrentRequest, ({ incoming }) => limits.failedLogin(addressOf(incoming)))
        : Effect.void
    )
})
