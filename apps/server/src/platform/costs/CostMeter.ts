/**
 * Measures what the clients of this process cost: the CPU time of the process in an interval, divided by the points of the requests that ended in it.
 * A request only adds its points to a tally. Limits nobody.
 *
 * The CPU time has all threads and all work in it, also that between requests; that of PostgreSQL is not in it.
 */
import { CostSink } from "@partner-api/service/http/CostSink"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Meters } from "../metrics/Meters.ts"
import type { Settings } from "../Settings.ts"
import { CostReceiver } from "./CostReceiver.ts"
import { makeCostTally } from "./CostTally.ts"

/** The length of an interval: short enough that a client is seen while it is expensive, and long enough to cost nothing. */
const intervalMs = 10_000

/** The CPU time of this process since its start. */
const cpuMicros = (): number => {
  const { system, user } = process.cpuUsage()
  return system + user
}

const measure = Effect.gen(function* () {
  const receive = yield* CostReceiver
  const meters = yield* Meters
  const tally = makeCostTally()
  let [beforeMs, beforeMicros] = [performance.now(), cpuMicros()]
  const endInterval = Effect.sync(() => {
    const [nowMs, nowMicros] = [performance.now(), cpuMicros()]
    receive({ elapsedMs: nowMs - beforeMs, costs: tally.take(nowMicros - beforeMicros) })
    ;[beforeMs, beforeMicros] = [nowMs, nowMicros]
  })
  meters?.observe("partner_request_points_total", {}, tally.pointsOfAll)
  yield* Effect.forkScoped(Effect.forever(Effect.andThen(Effect.sleep(Duration.millis(intervalMs)), endInterval)))
  return tally.count
})

/** Measures for as long as the scope, where somebody looks: in the console, or at the metrics. */
export const layer = ({ metrics, operator }: Pick<Settings, "metrics" | "operator">) =>
  metrics === undefined && operator === undefined ? Layer.empty : Layer.effect(CostSink, measure)
