/**
 * Handles the requests of pages and no others: there is no endpoint, and nobody needs a token. For tests of the listener.
 */
import { type Page, layerOf } from "@partner-api/service/http/Pages"
import { Pipeline } from "@partner-api/service/http/Pipeline"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"

export const layer = (...pages: ReadonlyArray<Page>) =>
  Pipeline.pagesLayer.pipe(
    Layer.provide([layerOf(Effect.succeed(pages)), Layer.succeed(PublicUrl, "http://127.0.0.1")])
  )
