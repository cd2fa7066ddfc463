/**
 * Counts the cost of requests by client, for operators. Drops costs unless a layer provides a counter. No limit depends on it.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"

/** Counts the points of a request that has ended; the client of an unknown caller is absent. Must not fail and must not wait. */
export type CountCost = (clientId: ClientId | undefined, points: number) => void

/** The counter of costs; absent by default. */
export const CostSink = Context.Reference<CountCost | undefined>("@partner-api/service/CostSink", {
  defaultValue: () => undefined
})
