/**
 * Why a command was not done, when it is not the service that refuses: what is the matter, and what to do.
 */
import * as Schema from "effect/Schema"

/** No member ever holds a secret. */
export class CommandFailure extends Schema.TaggedError<CommandFailure>()("CommandFailure", {
  message: Schema.String,
  /** Lines between the two, such as what to choose from. */
  choices: Schema.optionalKey(Schema.Array(Schema.String)),
  remedy: Schema.String
}) {}
