/**
 * Handles the requests of pages and no others: there is no endpoint, and nobody needs a token. For tests of the listener.
 */
import { type Page, layerOf } from "@partner-api/service/http/Pages"
import { Pipeline } from "@partner-api/service/http/Pipeline"
import { partnerApi } from "@partner-api/service/http/ServedApi"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import * as Effect from "effect/Effect"
import * as HttpApi from "effect/http-api/HttpApi"
import * as Layer from "effect/Layer"

/** An API without endpoints. */
const noApi = HttpApi.make("none")

export const layer = (...pages: ReadonlyArray<Page>) =>
  Pipeline.layerOf(partnerApi, noApi, [], Effect.succeed([])).pipe(
    Layer.provide([layerOf(Effect.succeed(pages)), Layer.succeed(PublicUrl, "http://127.0.0.1")])
  )
