/**
 * The costs of the clients of this node: of its processes in their last intervals, and in the last hour. Kept in memory, so it begins anew with the
 * start. Measures no time (`CostMeter.ts`), and limits nobody.
 */
import { expensiveClientsMax, mostExpensive, shownCost } from "@partner-api/domain/operator/ClientCost"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { CostReport } from "@partner-api/service/services/operator/CostReport"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { Meters } from "../metrics/Meters.ts"
import { hourSinceMs, makeCostHour } from "./CostHour.ts"
import { type CostInterval, CostReceiver } from "./CostReceiver.ts"

/** A node without workers has one process; workers count from 1. */
const ownProcess = 0

/** The CPU time that the most expensive client took in the last intervals of all processes, as a share of one core. */
const busiestOf = (intervals: Iterable<CostInterval>): number => {
  const perSecond = [...intervals].flatMap(({ costs, elapsedMs }) =>
    costs.map((cost) => ({ ...cost, cpuMicros: (cost.cpuMicros * 1_000) / elapsedMs }))
  )
  const [busiest] = mostExpensive(perSecond, 1)
  return busiest === undefined ? 0 : busiest.cpuMicros / 1_000_000
}

export class NodeCosts extends Context.Service<
  NodeCosts,
  {
    /** A process of the node has ended an interval. */
    readonly add: (process: number, interval: CostInterval) => void
    /** A process has ended. What its requests have cost stays in the hour. */
    readonly leave: (process: number) => void
  }
>()("@partner-api/server/NodeCosts") {
  /** Whatever is built together shares it: what receives the costs, and what shows them to operators. */
  static readonly layer = Layer.effectContext(
    Effect.gen(function* () {
      const clock = yield* Clock.Clock
      const meters = yield* Meters
      const startedMs = clock.currentTimeMillisUnsafe()
      const hour = makeCostHour()
      const intervals = new Map<number, CostInterval>()
      meters?.observe("partner_busiest_client_cpu_ratio", {}, () => busiestOf(intervals.values()))
      const report = Effect.map(Clock.currentTimeMillis, (nowMs) => ({
        since: timestampFromMillis(Math.max(startedMs, hourSinceMs(nowMs))),
        clients: mostExpensive(hour.all(), expensiveClientsMax).map(shownCost)
      }))
      return Context.make(NodeCosts, {
        add: (process, interval) => {
          intervals.set(process, interval)
          hour.add(interval.costs, clock.currentTimeMillisUnsafe())
        },
        leave: (process) => void intervals.delete(process)
      }).pipe(Context.add(CostReport, report))
    })
  )

  /** Receives the costs of this process, where it is the only one of the node. */
  static readonly ownReceiver = Layer.effect(
    CostReceiver,
    NodeCosts.useSync(
      ({ add }) =>
        (interval: CostInterval) =>
          add(ownProcess, interval)
    )
  ).pipe(Layer.provide(NodeCosts.layer))
}
