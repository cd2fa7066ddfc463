/**
 * Moments of a command line: RFC 3339, or how long ago. The service gets RFC 3339.
 */
import { readMoment, timestampFromMillis } from "@partner-api/domain/Timestamp"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** How long ago: four digits are enough for years, and no moment before the first year comes of them. */
const ago = /^(\d{1,4})([mhd])$/

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The moments that a flag takes, for its description. */
export const momentForms = "such as 2026-01-31T09:30:00Z, or 10m, 2h or 3d ago"

const isUnit = (text: string): text is keyof typeof unitMs => text in unitMs

const read =
  (words: ReadonlyArray<string>) =>
  (text: string): Effect.Effect<string, SchemaIssue.InvalidValue> => {
    const [, amount = "", unit = ""] = ago.exec(text) ?? []
    if (isUnit(unit))
      return Effect.map(Clock.currentTimeMillis, (nowMs) => timestampFromMillis(nowMs - Number(amount) * unitMs[unit]))
    if (words.includes(text)) return Effect.succeed(text)
    const others = words.length === 0 ? "" : `${words.join(", ")} or `
    const message = `must be ${others}a date and time that exists, as RFC 3339, ${momentForms}`
    return Effect.mapError(readMoment(text), () => new SchemaIssue.InvalidValue({ message }))
  }

const momentOr = (words: ReadonlyArray<string>) =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transformEffect({ decode: read(words), encode: (text: string) => Effect.succeed(text) })
    )
  )

/** A moment. */
export const Moment = momentOr([])

/** Where the feed is read from: its ends, or a moment. */
export const FeedStart = momentOr(["oldest", "latest"])
