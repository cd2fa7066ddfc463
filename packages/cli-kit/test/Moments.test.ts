/**
 * Moments of a command line: a date and time, or how long ago.
 */
import { assert, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as SchemaIssue from "effect/SchemaIssue"
import * as TestClock from "effect/testing/TestClock"
import { momentOr } from "../src/Moments.ts"

const dateTimes = {
  read: (text: string) =>
    Number.isNaN(Date.parse(text))
      ? Effect.fail(new SchemaIssue.InvalidValue({ message: "is none" }))
      : Effect.succeed(new Date(text).toISOString()),
  fromMillis: (timeMs: number) => new Date(timeMs).toISOString()
}
const decode = Schema.decodeUnknownEffect(momentOr(dateTimes, ["latest"]))

it.effect.each([
  ["10m", "2026-01-31T09:20:00.000Z"],
  ["2h", "2026-01-31T07:30:00.000Z"],
  ["3d", "2026-01-28T09:30:00.000Z"],
  ["2026-01-31T10:30:00+01:00", "2026-01-31T09:30:00.000Z"],
  ["latest", "latest"]
] as const)("%s is %s at half past nine (docs/cli, docs/operators/clients)", ([text, moment]) =>
  Effect.gen(function* () {
    yield* TestClock.setTime(Date.UTC(2026, 0, 31, 9, 30))
    assert.strictEqual(yield* decode(text), moment)
  })
)

it.effect.each(["90s", "10s", "12345d", "-1h", "yesterday", ""])("%s is refused, with the forms there are", (text) =>
  Effect.gen(function* () {
    const { message } = yield* Effect.flip(decode(text))
    assert.include(message, "must be latest or a date and time that exists, as RFC 3339, such as")
    assert.include(message, "or 10m, 2h or 3d ago")
  })
)
