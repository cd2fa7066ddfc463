/**
 * The request log and what follows from it: single requests, the traffic of a period, and who uses what is deprecated.
 */
import { DeprecatedUsage } from "@partner-api/domain/operator/DeprecatedUsage"
import { LoggedRequest, LoggedRequestFilter, LoggedRequestId } from "@partner-api/domain/operator/LoggedRequest"
import { Traffic, TrafficPeriod } from "@partner-api/domain/operator/Traffic"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { filteredList } from "../declare/List.ts"
import { metadataOf } from "../declare/Declaration.ts"
import { read } from "../declare/Read.ts"
import { UnprocessableEntity } from "../WireErrors.ts"
import { OperatorAccess, viewer } from "./OperatorAccess.ts"

const traffic = HttpApiEndpoint.get("traffic", "/operator/v1/traffic", {
  disableCodecs: true,
  query: { period: TrafficPeriod },
  success: Traffic,
  error: [UnprocessableEntity]
}).annotateMerge(
  metadataOf(
    {
      title: "Get the traffic of a period",
      description: "Requests, errors, durations and deliveries of a period up to now, for plots.",
      access: viewer
    },
    { paginated: false, retry: "safe" }
  )
)

const deprecated = HttpApiEndpoint.get("deprecated", "/operator/v1/deprecated_uses", {
  disableCodecs: true,
  success: DeprecatedUsage
}).annotateMerge(
  metadataOf(
    {
      title: "Get who uses what is deprecated",
      description:
        "Clients that use a deprecated endpoint or member, with how many requests of the log do and when the newest came. A bounded number of requests is counted, the newest first. What the log leaves out of a flood is not counted, and neither are requests that are refused before their body is read.",
      access: viewer
    },
    { paginated: false, retry: "safe" }
  )
)

export class Requests extends HttpApiGroup.make("requests")
  .add(
    filteredList("list", "/operator/v1/requests", {
      title: "List requests",
      description:
        "Requests of partners, the newest first, page by page. A page may be empty and have a next one, because a bounded number of requests is looked at.",
      access: viewer,
      items: LoggedRequest,
      filter: LoggedRequestFilter.fields
    }),
    read("get", "/operator/v1/requests/:loggedRequestId", {
      title: "Get a request",
      description: "One request with its time line, its mistakes and the members of its body.",
      access: viewer,
      params: { loggedRequestId: LoggedRequestId },
      success: LoggedRequest
    }),
    traffic,
    deprecated
  )
  .middleware(OperatorAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Requests", description: "The requests of partners, and their outcomes" })
  ) {}
