/**
 * The clock of a node beside that of PostgreSQL: what the log and the metric say of it (docs/incidents.md, The clock of a node is wrong).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Logger from "effect/Logger"
import * as Redacted from "effect/Redacted"
import * as TestClock from "effect/testing/TestClock"
import { makeMeters, Meters } from "../../src/platform/metrics/Meters.ts"
import { makeClockWatch } from "../../src/store/postgres/ClockWatch.ts"
import * as PostgresClient from "../../src/store/postgres/PostgresClient.ts"
import { databases } from "../Postgres.ts"

const hourMs = 3_600_000

/** So long the statement may take on a busy machine: the clock of the test stands still meanwhile. */
const statementSecondsMax = 20
const name = "partner_database_clock_difference_seconds"

/** What is logged and measured while the clock of the node is off by each of these in turn. */
const watchWith = async (offsetsMs: ReadonlyArray<number>) => {
  const url = Redacted.make(await databases().create())
  const lines: Array<string> = []
  const meters = makeMeters()
  const measured: Array<number> = []
  await Effect.gen(function* () {
    const look = yield* makeClockWatch
    for (const offsetMs of offsetsMs) {
      yield* TestClock.setTime(Date.now() + offsetMs)
      yield* look
      const found = (yield* meters.scrape).find((one) => one.name === name)
      measured.push(found?.values[0] ?? Number.NaN)
    }
  }).pipe(
    Effect.provideService(Meters, meters),
    Effect.provide([
      PostgresClient.layer({ url, connections: 1, startWaitMs: 0, isBounded: true }),
      Logger.layer([Logger.make(({ message }) => void lines.push(String(message)))]),
      TestClock.layer({ warningDelay: "1 hour" })
    ]),
    Effect.runPromise
  )
  return { lines, measured }
}

describe("the clock of a node", () => {
  it("that goes wrong and right again is a line in the log each time, and a difference (docs/incidents.md)", async () => {
    const { lines, measured } = await watchWith([0, -hourMs, -hourMs, 0, 2 * hourMs])
    for (const [index, expected] of [0, 3_600, 3_600, 0, 7_200].entries()) {
      assert.approximately(measured[index] ?? Number.NaN, expected, statementSecondsMax)
    }
    assert.lengthOf(lines, 3)
    assert.match(
      lines[0] ?? "",
      /^the clock of this machine is 3,[56]\d\d s behind that of the database\. Set the clock /
    )
    assert.match(lines[1] ?? "", /agrees with that of the database again$/)
    assert.match(lines[2] ?? "", /^the clock of this machine is 7,\d{3} s ahead of that of the database\. /)
  })

  it("that is right, or nearly, is no line (docs/incidents.md)", async () => {
    const { lines, measured } = await watchWith([0, 30_000, -30_000])
    assert.deepStrictEqual(lines, [])
    assert.isBelow(Math.max(...measured), 60)
  })
})
