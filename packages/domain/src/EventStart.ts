/**
 * The start of a walk of the change feed without a cursor: at the oldest event that is kept, after the latest one, or at a moment
 * (decisions, Journal; docs/decisions/0060-feed-start-at-a-moment.md).
 */
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { problem } from "./Problem.ts"
import { parseTimestamp, timestampToMillis, writtenLengthMax } from "./Timestamp.ts"

const words = ["oldest", "latest"]

const remedy = problem(
  "format",
  "must be oldest, latest or a date and time that exists, as RFC 3339, such as 2026-01-31T09:30:00.000Z"
)

const readStart = (text: string): Effect.Effect<string, SchemaIssue.InvalidValue> =>
  words.includes(text)
    ? Effect.succeed(text)
    : Option.match(parseTimestamp(text), {
        onNone: () => Effect.fail(new SchemaIssue.InvalidValue(remedy)),
        onSome: (timestamp) => Effect.succeed(timestamp)
      })

/** The start of a walk, as it stands in an address: `oldest`, `latest`, or any RFC 3339 text. */
export const EventStart = Schema.String.annotate({
  description:
    "The start without a cursor: `oldest`, the first event that is kept; `latest`, after the last one; or a moment (RFC 3339), the first event whose `timestamp` is at or after it",
  maxLength: writtenLengthMax,
  takesMoment: true,
  examples: ["latest", "2026-01-31T09:30:00.000Z"]
}).pipe(Schema.decodeTo(Schema.String, SchemaTransformation.transformEffect({ decode: readStart, encode: readStart })))

/** The moment at which a walk begins, in milliseconds since 1970: -∞ for the oldest event, ∞ for what comes after the latest. */
export const startMs = (start: string): number =>
  start === "oldest"
    ? Number.NEGATIVE_INFINITY
    : Option.match(parseTimestamp(start), { onNone: () => Number.POSITIVE_INFINITY, onSome: timestampToMillis })
