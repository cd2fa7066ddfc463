/**
 * Handlers of the messages group.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { noFilters } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { Lists } from "../../services/Lists.ts"
import { Messages } from "../../services/Messages.ts"
import { answerStored } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "messages",
  Effect.fnUntraced(function* (handlers) {
    const lists = yield* Lists
    const messages = yield* Messages

    return handlers({
      list: (request) =>
        answerStored(lists, noFilters, (view, _, page) => messages.page(view, request.params.applicationId, page))(
          request
        ),
      create: ({ params, payload }) =>
        Effect.flatMap(CurrentOrganization, (view) => messages.create(view, params.applicationId, payload))
    })
  })
)
