/**
 * Turns "no row" into the answer for it. What is unknown and what belongs to another organization are one and the same answer.
 */
import { NotFound } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The row, or this refusal. */
export const orRefuse =
  <Refusal>(refusal: Refusal) =>
  <A, E, R>(row: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A, E | Refusal, R> =>
    Effect.flatMap(row, (found) => (Option.isSome(found) ? Effect.succeed(found.value) : Effect.fail(refusal)))

/** The row, or {@link NotFound} with a sentence that names the kind of thing. */
export const orNotFound = (kind: string) =>
  orRefuse(new NotFound({ message: `There is no such ${kind} in this organization.` }))
