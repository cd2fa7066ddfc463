/**
 * The health of the service, for operators. The checks depend on where the service runs, so the server provides them.
 */
import type { OperatorHealth } from "@partner-api/domain/operator/HealthView"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The result of the latest check of everything. */
export class HealthReport extends Context.Service<HealthReport, Effect.Effect<OperatorHealth>>()(
  "@partner-api/service/HealthReport"
) {}
