/**
 * Handlers of the applications group.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { Applications as ApplicationsGroup } from "@partner-api/contract/Applications"
import { confirmationsPagePath } from "@partner-api/contract/Confirmations"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { ApplicationChange, applicationChangeOf } from "@partner-api/domain/ApplicationHistory"
import { filterCodec } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { handlersOf } from "../Handlers.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Applications } from "../../services/Applications.ts"
import { CandidateErasure } from "../../services/administration/CandidateErasure.ts"
import { CandidateChecks } from "../../services/CandidateChecks.ts"
import { Confirmations } from "../../services/Confirmations.ts"
import { Lists } from "../../services/Lists.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerHistory, answerStored, answerText } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "applications",
  Effect.fnUntraced(function* (handlers) {
    const applications = yield* Applications
    const candidates = yield* CandidateErasure
    const checks = yield* CandidateChecks
    const confirmations = yield* Confirmations
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    /** The address of a link. The token stands in the fragment, which browsers send to no server. */
    const urlOf = (token: Redacted.Redacted) => `${publicUrl}${confirmationsPagePath}#${Redacted.value(token)}`

    return handlers({
      list: answerStored(lists, filterCodec(ApplicationFilter), applications.page),
      submit: Effect.fnUntraced(function* ({ payload }) {
        const application = yield* applications.submit(yield* CurrentOrganization, payload)
        const { path } = ApplicationsGroup.endpoints.get
        return answerCreated(application, publicUrl, path, { applicationId: application.id })
      }),
      check: Effect.fnUntraced(function* ({ payload }) {
        const { id } = yield* CurrentRequest
        return yield* checks.check(yield* CurrentOrganization, payload, id)
      }),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          Effect.map(applications.get(view, params.applicationId), answerText)
        ),
      update: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          applications.update(view, params.applicationId, payload, headers["if-match"])
        ),
      transition: ({ headers, params, payload }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          applications.transition(view, params.applicationId, payload, headers["if-match"])
        ),
      requestConfirmation: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) => confirmations.request(view, params.applicationId, urlOf)),
      eraseCandidate: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) => candidates.eraseOwn(view, params.applicationId)),
      history: (request) =>
        answerHistory(
          lists,
          ApplicationChange,
          (view, page) => applications.history(view, request.params.applicationId, page),
          applicationChangeOf
        )(request)
    })
  })
)
