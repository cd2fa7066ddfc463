/**
 * Why the program does not start: one sentence that names the setting or file, and its remedy.
 */
import * as Schema from "effect/Schema"

export class OperatorError extends Schema.TaggedError<OperatorError>()("OperatorError", {
  message: Schema.String,
  remedy: Schema.String
}) {}
