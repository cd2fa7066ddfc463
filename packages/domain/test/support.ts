/**
 * What several tests share: decoding as the edge does it (every problem at once, no unknown members) and small generators.
 *
 * Knows no rule of the domain.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"

import type { Problem } from "../src/Problem.ts"
import { problemsOf } from "../src/Problems.ts"
import { strictDecoder, strictParsing } from "../src/StrictDecoder.ts"

/** How the edge decodes what partners send (decisions, Errors: all problems at once, unknown members are an error). */
export const strict = strictParsing

/** What is wrong with an input; nothing when the schema accepts it. */
export const problemsIn = <S extends Schema.ConstraintDecoder<unknown>>(
  schema: S,
  input: unknown,
  options?: SchemaAST.ParseOptions
): ReadonlyArray<Problem> =>
  Result.match(
    options === undefined
      ? strictDecoder(schema)(input, "body")
      : Result.mapError(Schema.decodeUnknownResult(schema, options)(input), (error) => problemsOf(error.issue, "body")),
    { onFailure: (problems) => problems, onSuccess: () => [] }
  )

/** The same, short enough for a table: `"/note length"`. */
export const faults = <S extends Schema.ConstraintDecoder<unknown>>(schema: S, input: unknown): ReadonlyArray<string> =>
  problemsIn(schema, input).map((problem) => `${problem.path} ${problem.code}`)

/** Integers from `minimum` to `maximum`. */
export const integer = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))

/** One of these. */
export const oneOf = <const Values extends ReadonlyArray<string>>(values: Values) =>
  Arbitrary.schema(Schema.Literals(values))

/** Values of either generator. */
export const either = <A, B>(left: Arbitrary.Arbitrary<A>, right: Arbitrary.Arbitrary<B>): Arbitrary.Arbitrary<A | B> =>
  Arbitrary.flatMap(Arbitrary.schema(Schema.Boolean), (isLeft): Arbitrary.Arbitrary<A | B> => (isLeft ? left : right))
