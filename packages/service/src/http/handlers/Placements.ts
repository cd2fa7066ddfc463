/**
 * Handlers of placements.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { filterCodec } from "@partner-api/domain/Filter"
import { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import { PlacementChange, placementChangeOf } from "@partner-api/domain/PlacementHistory"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { Lists } from "../../services/Lists.ts"
import { Placements } from "../../services/Placements.ts"
import { answerHistory, answerStored, answerText } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "placements",
  Effect.fnUntraced(function* (handlers) {
    const placements = yield* Placements
    const lists = yield* Lists

    return handlers({
      list: answerStored(lists, filterCodec(PlacementFilter), placements.page),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) => Effect.map(placements.get(view, params.placementId), answerText)),
      transition: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          placements.transition(view, params.placementId, payload, headers["if-match"])
        ),
      history: (request) =>
        answerHistory(
          lists,
          PlacementChange,
          (view, page) => placements.history(view, request.params.placementId, page),
          placementChangeOf
        )(request)
    })
  })
)
