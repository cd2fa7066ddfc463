/**
 * Why a command was not done, when it is not the service that refuses: what is the matter, and what to do.
 */
import * as Schema from "effect/Schema"

/** Neither member ever holds a secret. */
export class CommandFailure extends Schema.TaggedError<CommandFailure>()("CommandFailure", {
  message: Schema.String,
  remedy: Schema.String
}) {}
