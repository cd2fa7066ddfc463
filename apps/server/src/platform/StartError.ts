/**
 * Why the program does not start: one sentence that names the setting or file, and one that says what to do.
 */
import * as Schema from "effect/Schema"

export class StartError extends Schema.TaggedError<StartError>()("StartError", {
  message: Schema.String,
  remedy: Schema.String
}) {}
