/**
 * Turns "no row" into an error. A resource of another organization gives the same error as an unknown one.
 */
import { NotFound } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The row, or a refusal where there is none. */
export const orRefuse =
  <Refusal>(refusal: Refusal) =>
  <A, E, R>(row: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A, E | Refusal, R> =>
    Effect.flatMap(row, (found) => (Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(refusal)))

/** The row, or {@link NotFound} with a message that names the kind of resource. */
export const orNotFound = (kind: string) =>
  orRefuse(new NotFound({ message: `There is no such ${kind} in this organization.` }))
