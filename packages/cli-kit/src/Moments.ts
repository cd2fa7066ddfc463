/**
 * Moments of a command line: a date and time, or how long ago. The program gets a date and time. What one is, each program knows itself.
 */
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as SchemaTransformation from "effect/SchemaTransformation"

/** The age of a moment: four digits are enough for years, and no moment before the first year comes of them. */
const ago = /^(\d{1,4})([mhd])$/

const unitMs = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** The moments that a flag takes, for its description. */
export const momentForms = "such as 2026-01-31T09:30:00Z, or 10m, 2h or 3d ago"

/** The forms in which a program reads a date and time, and writes one. */
export interface DateTimes {
  readonly read: (text: string) => Effect.Effect<string, SchemaIssue.Issue>
  readonly fromMillis: (timeMs: number) => string
}

const isUnit = (text: string): text is keyof typeof unitMs => text in unitMs

const read =
  ({ fromMillis, read: readDateTime }: DateTimes, words: ReadonlyArray<string>) =>
  (text: string): Effect.Effect<string, SchemaIssue.InvalidValue> => {
    const [, amount = "", unit = ""] = ago.exec(text) ?? []
    if (isUnit(unit))
      return Effect.map(Clock.currentTimeMillis, (nowMs) => fromMillis(nowMs - Number(amount) * unitMs[unit]))
    if (words.includes(text)) return Effect.succeed(text)
    const others = words.length === 0 ? "" : `${words.join(", ")} or `
    const message = `must be ${others}a date and time that exists, as RFC 3339, ${momentForms}`
    return Effect.mapError(readDateTime(text), () => new SchemaIssue.InvalidValue({ message }))
  }

/** A moment, or one of these words. */
export const momentOr = (dateTimes: DateTimes, words: ReadonlyArray<string>) =>
  Schema.String.pipe(
    Schema.decodeTo(
      Schema.String,
      SchemaTransformation.transformEffect({
        decode: read(dateTimes, words),
        encode: (text: string) => Effect.succeed(text)
      })
    )
  )
