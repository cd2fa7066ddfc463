/**
 * Moments on the wire (decisions, Resources): any RFC 3339 text in, one spelling out.
 *
 * Expected moments are computed with `Date` from numbers, never by reading the text under test.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Arbitrary from "effect/Arbitrary"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"

import { NormalTimestamp, parseTimestamp, Timestamp, timestampFromMillis, timestampToMillis } from "../src/Timestamp.ts"
import { either, faults, integer, oneOf } from "./support.ts"

const read = (text: string): string => Option.getOrElse(parseTimestamp(text), () => "refused")
const two = (number: number) => String(Math.abs(number)).padStart(2, "0")

/** A text of RFC 3339 and the moment it names; `possible` is false for days such as 30 February. */
const written = Arbitrary.all({
  date: Arbitrary.all([integer(1, 9_999), integer(1, 12), integer(1, 31)]),
  time: Arbitrary.all([integer(0, 23), integer(0, 59), integer(0, 59)]),
  fraction: Arbitrary.map(Arbitrary.array(integer(0, 9), { maxLength: 9 }), (digits) => digits.join("")),
  separator: oneOf(["T", "t"]),
  offset: either(
    oneOf(["Z", "z"]),
    Arbitrary.all({ sign: oneOf(["+", "-"]), hours: integer(0, 23), minutes: integer(0, 59) })
  )
}).pipe(
  Arbitrary.map(({ date: [year, month, day], time: [hours, minutes, seconds], fraction, separator, offset }) => {
    const moment = new Date(0)
    moment.setUTCFullYear(year, month - 1, day)
    const possible = moment.getUTCDate() === day
    moment.setUTCHours(
      hours,
      minutes,
      seconds,
      Number((BigInt(fraction || "0") * 1_000n) / 10n ** BigInt(fraction.length))
    )
    const ahead = typeof offset === "string" ? 0 : (offset.hours * 60 + offset.minutes) * (offset.sign === "-" ? -1 : 1)
    moment.setUTCMinutes(moment.getUTCMinutes() - ahead)
    const zone = typeof offset === "string" ? offset : `${offset.sign}${two(offset.hours)}:${two(offset.minutes)}`
    const text =
      `${String(year).padStart(4, "0")}-${two(month)}-${two(day)}${separator}${two(hours)}:${two(minutes)}:${two(seconds)}` +
      (fraction === "" ? "" : `.${fraction}`) +
      zone
    return { text, possible, iso: moment.toISOString() }
  }),
  // An offset may push the very ends of the calendar out of it; those have a table below.
  Arbitrary.filter(({ iso }) => /^\d{4}-/.test(iso) && !iso.startsWith("0000"))
)
const moments = integer(-62_135_596_800_000, 253_402_300_799_999)

describe("a timestamp (decisions, Resources)", () => {
  it.prop(
    "of any offset becomes the same moment in UTC, finer fractions cut; an impossible day is refused",
    { written },
    ({ written: { text, possible, iso } }) => assert.strictEqual(read(text), possible ? iso : "refused"),
    { arbitrary: { runs: 2_000 } }
  )

  it.prop("once normalised stays as it is", { moments }, ({ moments }) => {
    const text = timestampFromMillis(moments)
    assert.match(text, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/)
    assert.strictEqual(read(text), text)
    assert.strictEqual(timestampToMillis(text), moments)
    assert.strictEqual(text, new Date(moments).toISOString())
  })

  it.prop("sorts as text as it does in time", { one: moments, step: integer(0, 100_000) }, ({ one, step }) => {
    const other = Math.min(one + step, 253_402_300_799_999)
    assert.strictEqual(timestampFromMillis(one) < timestampFromMillis(other), one < other)
    assert.strictEqual(timestampFromMillis(one) === timestampFromMillis(other), one === other)
  })

  it.for([
    ["2026-01-31T09:30:00Z", "2026-01-31T09:30:00.000Z"],
    ["2026-01-31T09:30:00.1Z", "2026-01-31T09:30:00.100Z"],
    ["2026-01-31T09:30:00.1239999Z", "2026-01-31T09:30:00.123Z"],
    ["1969-12-31T23:59:59.9999Z", "1969-12-31T23:59:59.999Z"],
    ["2026-01-01T00:30:00+01:00", "2025-12-31T23:30:00.000Z"],
    ["2025-12-31T23:30:00-01:00", "2026-01-01T00:30:00.000Z"],
    ["2026-01-01T00:00:00-00:00", "2026-01-01T00:00:00.000Z"],
    ["2024-02-29T12:00:00+23:59", "2024-02-28T12:01:00.000Z"],
    ["0001-01-01T00:00:00Z", "0001-01-01T00:00:00.000Z"],
    ["9999-12-31T23:59:59.999Z", "9999-12-31T23:59:59.999Z"]
  ])("%s is read as %s", ([text = "", expected]) => assert.strictEqual(read(text), expected))

  it.for([
    "2026-02-30T00:00:00Z",
    "2025-02-29T00:00:00Z",
    "1900-02-29T00:00:00Z",
    "2026-04-31T00:00:00Z",
    "2026-13-01T00:00:00Z",
    "2026-00-01T00:00:00Z",
    "2026-01-00T00:00:00Z",
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2016-12-31T23:59:60Z",
    "2026-01-01T00:00:00+24:00",
    "2026-01-01T00:00:00+01:60",
    "2026-01-01T00:00:00+0100",
    "2026-01-01T00:00:00+01",
    "2026-01-01T00:00:00",
    "2026-01-01T00:00Z",
    "2026-01-01 00:00:00Z",
    "2026-01-01T00:00:00.Z",
    "2026-01-01T00:00:00,5Z",
    "2026-01-01",
    "26-01-01T00:00:00Z",
    "+002026-01-01T00:00:00Z",
    " 2026-01-01T00:00:00Z",
    "2026-01-01T00:00:00Z\n",
    "٢٠٢٦-01-01T00:00:00Z",
    "1767225600000",
    "",
    "0000-12-31T23:59:59Z",
    "0001-01-01T00:00:00+00:01",
    "9999-12-31T23:59:59-00:01"
  ])("%j is refused", (text) => assert.strictEqual(read(text), "refused"))

  it("decodes any offset, encodes the normalised text, and refuses what is no text", () => {
    const timestamp = Schema.decodeUnknownSync(Timestamp)("2026-01-31T10:30:00+01:00")
    assert.strictEqual(timestamp, NormalTimestamp.make("2026-01-31T09:30:00.000Z"))
    assert.strictEqual(Schema.encodeSync(Timestamp)(timestamp), "2026-01-31T09:30:00.000Z")
    assert.deepStrictEqual(faults(Timestamp, "yesterday"), [" format"])
    assert.deepStrictEqual(faults(Timestamp, 1_767_225_600_000), [" type"])
    assert.deepStrictEqual(faults(Timestamp, null), [" type"])
  })
})

describe("an offset (decisions, Resources)", () => {
  it.for(["+24:00", "-00:60", "+01:00Z", "Z+01:00", "+1:00", ""])(
    "that RFC 3339 does not have is refused: %s",
    (offset) => assert.strictEqual(read(`2026-01-31T09:30:00${offset}`), "refused")
  )
})
