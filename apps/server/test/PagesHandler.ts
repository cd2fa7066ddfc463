/**
 * Handles the requests of a router's pages and no others: there is no endpoint, and nobody needs a token. For tests of the listener.
 */
import { Admission } from "@partner-api/service/http/Admission"
import { EndpointRoutes } from "@partner-api/service/http/EndpointRoutes"
import { partnerApi } from "@partner-api/service/http/GuardedApi"
import { RequestHandler } from "@partner-api/service/http/RequestHandler"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"

export const layer = RequestHandler.layerOf(partnerApi).pipe(
  Layer.provide([
    Layer.succeed(EndpointRoutes, new Map()),
    Layer.succeed(Admission, () => Result.succeed(undefined)),
    Layer.succeed(PublicUrl, "http://127.0.0.1")
  ])
)
