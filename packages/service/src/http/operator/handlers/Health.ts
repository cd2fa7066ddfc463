/**
 * Handler of the health of the service.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { HealthReport } from "../../../services/operator/HealthReport.ts"

export const layer = handlersOf(
  OperatorApi,
  "health",
  Effect.fnUntraced(function* (handlers) {
    const report = yield* HealthReport
    return handlers({
      get: () => report
    })
  })
)
