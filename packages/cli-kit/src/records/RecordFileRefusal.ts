/**
 * Why a file is not read: what is the matter, and what to do.
 */
import * as Schema from "effect/Schema"

export class RecordFileRefusal extends Schema.TaggedError<RecordFileRefusal>()("RecordFileRefusal", {
  message: Schema.String,
  remedy: Schema.String
}) {}
