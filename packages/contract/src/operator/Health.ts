/**
 * The health of the service: the findings of `partner-api doctor`.
 */
import { OperatorHealth } from "@partner-api/domain/operator/HealthView"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadataOf } from "../declare/Declaration.ts"
import { OperatorAccess, viewer } from "./OperatorAccess.ts"

const get = HttpApiEndpoint.get("get", "/operator/v1/health", {
  disableCodecs: true,
  success: OperatorHealth
}).annotateMerge(
  metadataOf(
    {
      title: "Get the health",
      description: "Versions, database, and the findings of `partner-api doctor`.",
      access: viewer
    },
    { paginated: false, retry: "safe" }
  )
)

export class Health extends HttpApiGroup.make("health")
  .add(get)
  .middleware(OperatorAccess)
  .annotateMerge(OpenApi.annotations({ title: "Health", description: "The health of the service" })) {}
