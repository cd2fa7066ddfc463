/**
 * Turns "no row" into the answer for it. What is unknown and what belongs to another organization are one and the same answer.
 */
import { NotFound } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"

/** The row, or {@link NotFound} with a sentence that names the kind of thing. */
export const orNotFound =
  (kind: string) =>
  <A, E, R>(row: Effect.Effect<Option.Option<A>, E, R>): Effect.Effect<A, E | NotFound, R> =>
    Effect.flatMap(
      row,
      Option.match({
        onNone: () => Effect.fail(new NotFound({ message: `There is no such ${kind} in this organization.` })),
        onSome: (value) => Effect.succeed(value)
      })
    )
