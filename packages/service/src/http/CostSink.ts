/**
 * Where the cost of each request is counted by client, for operators; nowhere, unless a layer says otherwise. No limit follows from it.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"

/** Counts the points of a request that has ended; the client of an unknown caller is absent. Must not fail and must not wait. */
export type CountCost = (clientId: ClientId | undefined, points: number) => void

/** Where costs are counted; absent where nobody looks at them. */
export const CostSink = Context.Reference<CountCost | undefined>("@partner-api/service/CostSink", {
  defaultValue: () => undefined
})
