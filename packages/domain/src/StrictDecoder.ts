/**
 * Reads an input by its schema and accepts nothing else: unknown members are mistakes, and all mistakes are reported at once, up to
 * `problemsMax` (decisions, Errors).
 *
 * Length is judged before elements, so the work for a wrong input is bounded by its schema. It does not depend on the source of an input.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { inputLimitsOf } from "./InputLimits.ts"
import type { Problem, ProblemLocation } from "./Problem.ts"
import { problemsOf } from "./Problems.ts"

/** The options by which requests and records are read: unknown members are mistakes, and every mistake is reported. */
export const strictParsing = { onExcessProperty: "error", errors: "all" } as const

/** Makes the reader of a schema: the value, or what is wrong with the input. */
export const strictDecoder = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S
): ((input: unknown, part: ProblemLocation) => Result.Result<S["Type"], ReadonlyArray<Problem>>) => {
  const excess = inputLimitsOf(schema)
  const decode = Schema.decodeUnknownResult(schema, strictParsing)
  return (input, part) => {
    const problems = excess(input, part)
    return problems.length > 0
      ? Result.fail(problems)
      : Result.mapError(decode(input), (error) => problemsOf(error.issue, part, input))
  }
}
