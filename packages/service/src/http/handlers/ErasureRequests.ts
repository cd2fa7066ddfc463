/**
 * Handlers of erasure requests.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { ErasureRequests as ErasureRequestsGroup } from "@partner-api/contract/ErasureRequests"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { noFilters } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { ErasureRequests } from "../../services/ErasureRequests.ts"
import { Lists } from "../../services/Lists.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerFound } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "erasureRequests",
  Effect.fnUntraced(function* (handlers) {
    const requests = yield* ErasureRequests
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerFound(lists, noFilters, ({ organizationId }, _, page) => requests.page(organizationId, page)),
      create: Effect.fnUntraced(function* ({ payload }) {
        const request = yield* requests.create(yield* CurrentOrganization, payload)
        const { path } = ErasureRequestsGroup.endpoints.get
        return answerCreated(request, publicUrl, path, { erasureRequestId: request.id })
      }),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          requests.get(organizationId, params.erasureRequestId)
        )
    })
  })
)
