/**
 * Handlers of the reasons for rejections and withdrawals.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { RejectionReasons as ReasonsGroup } from "@partner-api/contract/RejectionReasons"
import { noFilters } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Lists } from "../../services/Lists.ts"
import { RejectionReasons } from "../../services/RejectionReasons.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerFound } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "rejectionReasons",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* Lists
    const reasons = yield* RejectionReasons
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerFound(lists, noFilters, ({ organizationId }, _, page) => reasons.page(organizationId, page)),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) => reasons.get(organizationId, params.reasonId)),
      set: Effect.fnUntraced(function* ({ headers, params, payload }) {
        const { organizationId } = yield* CurrentOrganization
        const { isNew, reason } = yield* reasons.put(organizationId, params.reasonId, payload, headers["if-match"])
        return isNew ? answerCreated(reason, publicUrl, ReasonsGroup.endpoints.get.path, params) : reason
      }),
      remove: ({ params }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) => reasons.remove(organizationId, params.reasonId))
    })
  })
)
