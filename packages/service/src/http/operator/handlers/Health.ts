/**
 * Handler of the health of the service.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { HealthReport } from "../../../services/operator/HealthReport.ts"

export const layer = HttpApiBuilder.group(
  OperatorApi,
  "health",
  Effect.fnUntraced(function* (handlers) {
    const report = yield* HealthReport
    return handlers.handle("get", () => report)
  })
)
