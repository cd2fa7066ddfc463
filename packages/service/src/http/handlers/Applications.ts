/**
 * Handlers of the applications group.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { Applications as ApplicationsGroup } from "@partner-api/contract/Applications"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { applicationChangeOf } from "@partner-api/domain/ApplicationHistory"
import { filterCodec } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Applications } from "../../services/Applications.ts"
import { Lists } from "../../services/Lists.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerHistory, answerStored } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "applications",
  Effect.fnUntraced(function* (handlers) {
    const applications = yield* Applications
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerStored(lists, filterCodec(ApplicationFilter), applications.page),
      submit: Effect.fnUntraced(function* ({ payload }) {
        const application = yield* applications.submit(yield* CurrentOrganization, payload)
        const { path } = ApplicationsGroup.endpoints.get
        return answerCreated(application, publicUrl, path, { applicationId: application.id })
      }),
      get: ({ params }) => Effect.flatMap(CurrentOrganization, (view) => applications.get(view, params.applicationId)),
      update: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          applications.update(view, params.applicationId, payload, headers["if-match"])
        ),
      transition: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          applications.transition(view, params.applicationId, payload, headers["if-match"])
        ),
      history: (request) =>
        answerHistory(
          lists,
          (view, page) => applications.history(view, request.params.applicationId, page),
          applicationChangeOf
        )(request)
    })
  })
)
