/**
 * Why a command was not done, when it is not the service that refuses: what is the matter, and what to do.
 */
import * as Schema from "effect/Schema"

/** No member ever holds a secret. */
export class CommandFailure extends Schema.TaggedError<CommandFailure>()("CommandFailure", {
  message: Schema.String,
  /** Lines between the two, such as what to choose from. */
  choices: Schema.optionalKey(Schema.Array(Schema.String)),
  remedy: Schema.String,
  /** For programs; `not_done` without it. */
  code: Schema.optionalKey(Schema.String),
  /** The key to run a write again with. */
  idempotencyKey: Schema.optionalKey(Schema.String),
  /** The failure of the call behind it. */
  cause: Schema.optionalKey(Schema.Unknown)
}) {}
