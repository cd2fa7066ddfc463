/**
 * The end of a scenario that does not pass: the rule is broken, the scenario could not be run, or the server gave no answer.
 */
import * as Schema from "effect/Schema"

/** A rule is broken: what it requires, and what was seen instead. */
export class Broken extends Schema.TaggedError<Broken>()("Broken", {
  expected: Schema.String,
  saw: Schema.String
}) {}

/** Nothing was judged: why, and what would make the scenario run. */
export class NotRun extends Schema.TaggedError<NotRun>()("NotRun", {
  reason: Schema.String,
  remedy: Schema.String
}) {}

/** The server did not answer a request, or not in a form that could be read. */
export class NoAnswer extends Schema.TaggedError<NoAnswer>()("NoAnswer", {
  request: Schema.String,
  reason: Schema.String
}) {}

/** Any end but a good one. */
export type Failure = Broken | NotRun | NoAnswer
