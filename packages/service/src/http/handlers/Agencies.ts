/**
 * Handlers of the agencies group: agencies and their fees.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { Agencies as AgenciesGroup } from "@partner-api/contract/Agencies"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { AgencyFilter } from "@partner-api/domain/AgencyFilter"
import { FeesChange, feesChangeOf } from "@partner-api/domain/FeesHistory"
import { filterCodec, noFilters } from "@partner-api/domain/Filter"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Agencies } from "../../services/Agencies.ts"
import { JobAssignments } from "../../services/JobAssignments.ts"
import { Lists } from "../../services/Lists.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerHistory, answerStored, answerText } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "agencies",
  Effect.fnUntraced(function* (handlers) {
    const agencies = yield* Agencies
    const assignments = yield* JobAssignments
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerStored(lists, filterCodec(AgencyFilter), agencies.page),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { organizationId } = yield* CurrentOrganization
        const agency = yield* agencies.create(organizationId, payload)
        return answerCreated(agency, publicUrl, AgenciesGroup.endpoints.get.path, { agencyId: agency.id })
      }),
      update: ({ params, payload, headers }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          agencies.update(organizationId, params.agencyId, payload, headers["if-match"])
        ),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) => Effect.map(agencies.get(view, params.agencyId), answerText)),
      getFees: ({ params }) => Effect.flatMap(CurrentOrganization, (view) => agencies.getFees(view, params.agencyId)),
      setFees: ({ params, payload, headers }) =>
        Effect.flatMap(CurrentOrganization, (view) =>
          agencies.setFees(view, params.agencyId, payload, headers["if-match"])
        ),
      previewFees: ({ params, payload }) =>
        Effect.flatMap(CurrentOrganization, (view) => agencies.previewFees(view, params.agencyId, payload)),
      feesHistory: (request) =>
        answerHistory(
          lists,
          FeesChange,
          (view, page) => agencies.feesHistory(view, request.params.agencyId, page),
          feesChangeOf
        )(request),
      assignments: (request) =>
        answerStored(lists, noFilters, (view, _, page) => assignments.ofAgency(view, request.params.agencyId, page))(
          request
        )
    })
  })
)
