/**
 * The most expensive clients, for operators. The CPU time of the process is known only where the service runs, so the server provides it.
 */
import type { ExpensiveClients } from "@partner-api/domain/operator/ClientCost"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** Looks at the last hour. */
export class CostReport extends Context.Service<CostReport, Effect.Effect<ExpensiveClients>>()(
  "@partner-api/service/CostReport"
) {}
