import { assert, describe, it } from "vitest"
import { agoText, durationText, fromLocalField, momentText, offsetText, toLocalField } from "../src/parts/Time.tsx"

const now = Date.parse("2026-06-15T12:00:00.000Z")

describe("moments", () => {
  it.for([
    ["2026-06-15T09:30:05.123Z", "09:30:05"],
    ["2026-06-14T23:30:05.000Z", "Jun 14, 23:30:05"],
    ["2025-01-31T09:30:00.000Z", "Jan 31, 2025, 09:30:00"]
  ] as const)("shows %s as %s", ([moment, text]) => {
    assert.strictEqual(momentText(moment, now, "en-US", "UTC"), text)
  })

  it("shows the day of the reader's own time, not that of UTC", () => {
    assert.strictEqual(momentText("2026-06-14T23:30:05.000Z", now, "en-US", "Asia/Tokyo"), "08:30:05")
  })

  it.for([
    ["UTC", "UTC"],
    ["Europe/Berlin", "UTC+2"],
    ["Asia/Kolkata", "UTC+5:30"]
  ] as const)("names the zone %s as %s (docs/console)", ([timeZone, text]) => {
    assert.strictEqual(offsetText(now, timeZone), text)
  })

  it.for([
    ["2026-06-15T11:59:30.000Z", "just now"],
    ["2026-06-15T11:20:00.000Z", "40 min ago"],
    ["2026-06-12T12:00:00.000Z", "3 days ago"]
  ] as const)("says how long ago %s was: %s", ([moment, text]) => {
    assert.strictEqual(agoText(moment, now), text)
  })

  it("comes back from a field of local time to the second", () => {
    assert.strictEqual(fromLocalField(toLocalField("2026-06-15T09:30:05.000Z")), "2026-06-15T09:30:05.000Z")
    assert.deepStrictEqual([toLocalField(undefined), toLocalField("soon")], ["", ""])
    assert.deepStrictEqual([fromLocalField(""), fromLocalField("soon")], [undefined, undefined])
  })
})

describe("durations", () => {
  it.for([
    [0.42, "0.4 ms"],
    [3.2, "3.2 ms"],
    [148.4, "148 ms"],
    [1_500, "1.5 s"],
    [90_000, "2 min"],
    [7_200_000, "2 h"],
    [259_200_000, "3 days"]
  ] as const)("shows %d as %s", ([durationMs, text]) => {
    assert.strictEqual(durationText(durationMs), text)
  })
})
