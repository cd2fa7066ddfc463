/**
 * Text that people write: trimmed or kept, with a length counted in characters (Unicode code points, as JSON Schema counts).
 *
 * Says nothing of what the text means.
 */
import * as Schema from "effect/Schema"
import * as SchemaTransformation from "effect/SchemaTransformation"

import type { ProblemCode } from "./Problem.ts"

/** Annotations of a check that tell the edge which kind of problem it is and what to send instead. */
export const problem = (code: ProblemCode, message: string) => ({ problem: code, message })

const between = (min: number, max: number) =>
  Schema.isBetweenCodePoints(
    min,
    max,
    problem("length", min === 0 ? `must have at most ${max} characters` : `must have ${min} to ${max} characters`)
  )

/** Text kept as it is, of `min` to `max` characters. */
export const boundedText = (min: number, max: number) => Schema.String.check(between(min, max))

/** Text without white space at its ends; what is sent with some is trimmed. Of `min` to `max` characters after that. */
export const trimmedText = (min: number, max: number) =>
  Schema.String.annotate({
    description: "Counted without white space at the ends, which is removed",
    minLength: min,
    maxLength: max
  }).pipe(Schema.decodeTo(boundedText(min, max), SchemaTransformation.trim()))
