/**
 * The answer of `doctor` to one question: good, worth a look, or bad, with what was seen and the remedy.
 */
import * as Effect from "effect/Effect"
import type { OperatorError } from "../../platform/OperatorError.ts"

/** `remedy` is the step to take, where there is one. */
export interface Finding {
  readonly check: string
  readonly state: "good" | "look" | "bad"
  readonly seen: string
  readonly remedy?: string
}

/** Makes a finding of something that cannot be used or read. */
export const toFinding = (check: string, error: OperatorError): Finding => ({
  check,
  state: "bad",
  seen: error.message,
  remedy: error.remedy
})

/** A failing check is a finding too; the others go on. */
export const orFinding =
  (check: string) =>
  <R>(
    found: Effect.Effect<ReadonlyArray<Finding>, OperatorError, R>
  ): Effect.Effect<ReadonlyArray<Finding>, never, R> =>
    Effect.catchTag(found, "OperatorError", (error) => Effect.succeed([toFinding(check, error)]))
