/**
 * Handler of the health of the service.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { HealthReport } from "../../../services/operator/HealthReport.ts"
import { groupLayer } from "../../handlers/GroupLayer.ts"
import { ofEveryOperatorGroup } from "./GroupLayer.ts"

const group = HttpApiBuilder.group(
  OperatorApi,
  "health",
  Effect.fnUntraced(function* (handlers) {
    const report = yield* HealthReport
    return handlers.handle("get", () => report)
  })
)

export const layer = groupLayer(group, Context.pick(...ofEveryOperatorGroup, HealthReport))
