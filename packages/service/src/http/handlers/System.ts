/**
 * Handlers of the system group: health, extensions, the OpenAPI document.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { extensions } from "@partner-api/contract/Endpoints"
import { openApiDocument } from "@partner-api/contract/OpenApiDocument"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Readiness } from "../../services/Readiness.ts"
import { DocumentedCaller } from "../DocumentedCaller.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { staticAnswer } from "../StaticAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "system",
  Effect.fnUntraced(function* (handlers) {
    const readiness = yield* Readiness
    const publicUrl = yield* PublicUrl
    const caller = yield* DocumentedCaller
    const document = yield* Effect.cached(
      Effect.sync(() =>
        staticAnswer(new TextEncoder().encode(JSON.stringify(openApiDocument(publicUrl, caller))), "application/json")
      )
    )

    return handlers({
      live: () => Effect.succeed({ status: "ok" }),
      ready: () => Effect.as(readiness.check, { status: "ok" }),
      extensions: () => Effect.succeed({ extensions }),
      openapi: () =>
        Effect.flatMap(CurrentRequest, ({ incoming }) => Effect.map(document, (answer) => answer(incoming)))
    })
  })
)
