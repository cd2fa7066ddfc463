/**
 * How the service stands, for operators. What can be found out depends on where the service runs, so the server provides it.
 */
import type { OperatorHealth } from "@partner-api/domain/operator/HealthView"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** How everything was when it was looked at last. */
export class HealthReport extends Context.Service<HealthReport, Effect.Effect<OperatorHealth>>()(
  "@partner-api/service/HealthReport"
) {}
