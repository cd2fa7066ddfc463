/**
 * Two looks at the store of which neither needs what the other finds. An engine behind a network sends both at once (docs/decisions, 157); one in the
 * process runs them one after the other.
 *
 * Looks read, or lock what they read. What both lock, `first` locks first.
 */
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/**
 * Runs two looks. The failure of `first` counts before that of `second`, which may have run in vain. A look writes nothing and counts no work, and needs no
 * answer that is known only later.
 */
export type RunTogether = <A, E, R, B, E2, R2>(
  first: Effect.Effect<A, E, R>,
  second: Effect.Effect<B, E2, R2>
) => Effect.Effect<readonly [first: A, second: B], E | E2 | StoreError, R | R2>

/** Runs two looks one after the other: `second` does not run where `first` fails. */
export const inTurn: RunTogether = (first, second) =>
  Effect.flatMap(first, (one) => Effect.map(second, (other) => [one, other] as const))

/** Runs any number of looks of one kind. The failure of the first that fails counts. */
export const allTogether = <A, E, R>(
  together: RunTogether,
  looks: ReadonlyArray<Effect.Effect<A, E, R>>
): Effect.Effect<ReadonlyArray<A>, E | StoreError, R> =>
  looks.reduceRight<Effect.Effect<ReadonlyArray<A>, E | StoreError, R>>(
    (rest, look) => Effect.map(together(look, rest), ([found, others]) => [found, ...others]),
    Effect.succeed([])
  )

/** Runs two looks: one after the other, unless an engine provides another way. */
export const Together = Context.Reference<RunTogether>("@partner-api/service/Together", { defaultValue: () => inTurn })
