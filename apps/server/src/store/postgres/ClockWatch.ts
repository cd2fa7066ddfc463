/**
 * Compares the clock of a node with that of its database, which all nodes share, for as long as the node runs: a line in the log when they begin to
 * differ by too much, another when they agree again, and the difference as a metric. On SQLite there is no other clock to compare with.
 *
 * Changes no clock and refuses nothing: nodes give tokens their lifetime by their own clocks.
 */
import * as Clock from "effect/Clock"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schedule from "effect/Schedule"
import { SqlClient } from "effect/sql/SqlClient"
import { clockRemedy, clockToleranceMs } from "../../platform/ClockTolerance.ts"
import { Meters } from "../../platform/metrics/Meters.ts"
import { onlyNumber } from "../sql/kit/Statements.ts"

/** The time between two comparisons of the clocks: one statement, and an alert a minute after a clock was set wrong. */
const intervalMs = 60_000

/** The time of the database, in milliseconds since 1970. */
const databaseMs = (sql: SqlClient) =>
  Effect.flatMap(sql`SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS BIGINT)`.values, onlyNumber)

/** By how much at least the database is ahead of this machine: less than 0 when it is behind. The statement takes time, which is no difference. */
const aheadMs = Effect.fnUntraced(function* (sql: SqlClient) {
  const beforeMs = yield* Clock.currentTimeMillis
  const thereMs = yield* databaseMs(sql)
  const afterMs = yield* Clock.currentTimeMillis
  return thereMs > afterMs ? thereMs - afterMs : Math.min(0, thereMs - beforeMs)
})

const seconds = (ms: number): string => `${Math.round(Math.abs(ms) / 1_000).toLocaleString("en")} s`

/** Compares the clocks each time that it runs. A database that does not answer is no finding of this one. */
export const makeClockWatch = Effect.gen(function* () {
  const sql = yield* SqlClient
  const meters = yield* Meters
  let isOff = false
  let differenceMs: number | undefined
  meters?.observe("partner_database_clock_difference_seconds", {}, () =>
    differenceMs === undefined ? undefined : differenceMs / 1_000
  )
  return aheadMs(sql).pipe(
    Effect.tapError(() => Effect.sync(() => (differenceMs = undefined))),
    Effect.flatMap((ahead) => {
      const [wasOff, by] = [isOff, seconds(ahead)]
      differenceMs = Math.abs(ahead)
      isOff = differenceMs > clockToleranceMs
      if (isOff === wasOff) return Effect.void
      return isOff
        ? Effect.logWarning(
            `the clock of this machine is ${by} ${ahead > 0 ? "behind" : "ahead of"} that of the database. ${clockRemedy}`
          )
        : Effect.logInfo("the clock of this machine agrees with that of the database again")
    }),
    Effect.ignore
  )
})

const watching = Effect.flatMap(makeClockWatch, (look) =>
  Effect.forkScoped(Effect.repeat(look, Schedule.spaced(Duration.millis(intervalMs))))
)

export const layer = Layer.effectDiscard(
  Effect.flatMap(SqlClient, (sql) =>
    sql.onDialectOrElse({ pg: () => Effect.asVoid(watching), orElse: () => Effect.void })
  )
)
