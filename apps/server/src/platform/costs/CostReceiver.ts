/**
 * The receiver of the costs of a process in an interval: the process itself where it is alone, or the first process of several.
 */
import { Cost } from "@partner-api/domain/operator/ClientCost"
import * as Context from "effect/Context"
import * as Schema from "effect/Schema"

/** The costs of the clients of a process in an interval. */
export const CostInterval = Schema.Struct({
  elapsedMs: Schema.Finite,
  costs: Schema.Array(Cost)
})
export type CostInterval = typeof CostInterval.Type

/** Takes what an interval has cost. Must not fail and must not wait. */
export class CostReceiver extends Context.Service<CostReceiver, (interval: CostInterval) => void>()(
  "@partner-api/server/CostReceiver"
) {}
