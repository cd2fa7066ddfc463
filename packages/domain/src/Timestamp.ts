/**
 * Moments on the wire: RFC 3339, UTC, `Z`, three fractional digits. Any offset is accepted and normalised (decisions, Resources).
 *
 * A timestamp is kept as its normalised text: it sorts as it is and is written as it is. Finer fractions than milliseconds are
 * cut off, never rounded, so that a moment never moves into the future.
 */
import * as DateTime from "effect/DateTime"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaGetter from "effect/SchemaGetter"
import * as SchemaTransformation from "effect/SchemaTransformation"

import { impersonal } from "./Personal.ts"
import { problem } from "./Problem.ts"

const remedy = "must be a date and time that exists, as RFC 3339, such as 2026-01-31T09:30:00.000Z"
const written = /^(\d{4}-\d{2}-\d{2})[Tt](\d{2}:\d{2}:\d{2})(?:\.(\d{1,30}))?([Zz]|[+-]\d{2}:\d{2})$/

/** The longest text of a moment, in characters: the date, the time, 30 fractional digits and an offset. */
export const writtenLengthMax = 56

const normalised = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/

/** A moment in its normalised text. */
export const NormalTimestamp = Schema.String.check(
  Schema.isPattern(normalised, { ...problem("format", remedy), ...impersonal })
).pipe(Schema.brand("Timestamp"))

/** The moment that examples of the documentation show. */
export const exampleMoment = NormalTimestamp.make("2026-01-31T09:30:00.000Z")

// Each write makes and reads several of these texts. Through `DateTime`, that took a thirtieth of the processor time of a write.

/** The text of a moment given in milliseconds since 1970. */
export const timestampFromMillis = (timeMs: number): Timestamp =>
  // oxlint-disable-next-line no-restricted-globals -- The moment is given: no clock is read.
  NormalTimestamp.make(new Date(timeMs).toISOString())

/** The milliseconds since 1970 of a timestamp. */
// oxlint-disable-next-line no-restricted-globals -- The moment is given: no clock is read.
export const timestampToMillis = (timestamp: Timestamp): number => Date.parse(timestamp)

const offsetMs = (offset: string): number => {
  if (offset === "Z" || offset === "z") return 0
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6))
  return (offset.startsWith("-") ? -1 : 1) * minutes * 60_000
}

/** Reads RFC 3339 text; none when it is not such a text or names a moment that does not exist, such as 30 February. */
export const parseTimestamp = (text: string): Option.Option<Timestamp> => {
  const match = written.exec(text)
  if (match === null) return Option.none()
  const [, day = "", time = "", fraction = "", offset = ""] = match
  const local = `${day}T${time}.${fraction.padEnd(3, "0").slice(0, 3)}Z`
  return DateTime.make(local).pipe(
    // A calendar that rolls 30 February over into March would read something else than was written.
    Option.filter((moment) => DateTime.formatIso(moment) === local),
    Option.filter(() => /^(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/.test(offset)),
    Option.map((moment) => moment.epochMilliseconds - offsetMs(offset)),
    Option.filter((timeMs) => timeMs >= yearOneMs && timeMs <= lastMs),
    Option.map(timestampFromMillis)
  )
}

const yearOneMs = -62_135_596_800_000
const lastMs = 253_402_300_799_999

/** An offset whose `+` has become a blank: in the query of an address it stands for one. */
const lostPlus = /[Tt].*\d \d{2}:\d{2}$/

const lostPlusRemedy = "has a blank in place of +; write + as %2B, or the moment in UTC, with Z"

/** Normalises RFC 3339 text, as a part of a schema. */
export const readMoment = (text: string): Effect.Effect<string, SchemaIssue.InvalidValue> =>
  Option.match(parseTimestamp(text), {
    onNone: () =>
      Effect.fail(new SchemaIssue.InvalidValue(problem("format", lostPlus.test(text) ? lostPlusRemedy : remedy))),
    onSome: (timestamp) => Effect.succeed(timestamp)
  })

/** A moment: decodes any RFC 3339 text, encodes the normalised one. */
export const Timestamp = Schema.String.annotate({
  format: "date-time",
  description: "RFC 3339; answers are in UTC with milliseconds",
  maxLength: writtenLengthMax,
  examples: ["2026-01-31T09:30:00.000Z"]
}).pipe(
  Schema.decodeTo(
    NormalTimestamp,
    SchemaTransformation.makeTransformation({
      decode: SchemaGetter.transformEffect(readMoment),
      encode: SchemaGetter.passthrough<string>()
    })
  )
)
export type Timestamp = typeof NormalTimestamp.Type
