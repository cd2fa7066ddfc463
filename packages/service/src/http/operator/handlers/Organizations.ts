/**
 * Handlers of organizations and their records, as the employer sees them.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { takenOrganization } from "@partner-api/domain/commands/Organization"
import { AgencyFilter } from "@partner-api/domain/AgencyFilter"
import { AgencyInvitationFilter } from "@partner-api/domain/AgencyInvitation"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import { filterCodec, isFiltered } from "@partner-api/domain/Filter"
import { OrganizationId } from "@partner-api/domain/Ids"
import { JobFilter } from "@partner-api/domain/JobFilter"
import {
  organizationCheck,
  OrganizationFilter,
  type OrganizationSummary
} from "@partner-api/domain/operator/OrganizationView"
import { foundById, mapFound } from "@partner-api/domain/Pagination"
import { NormalTimestamp, timestampFromMillis } from "@partner-api/domain/Timestamp"
import { UserFilter } from "@partner-api/domain/UserFilter"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { makeId } from "../../../crypto/Secrets.ts"
import { operatorViewer } from "@partner-api/domain/Viewer"
import type { View } from "../../../services/access/View.ts"
import { Agencies } from "../../../services/Agencies.ts"
import { AgencyInvitations } from "../../../services/AgencyInvitations.ts"
import { Applications } from "../../../services/Applications.ts"
import { Placements } from "../../../services/Placements.ts"
import {
  OrganizationAdministration,
  type OrganizationOverview
} from "../../../services/administration/OrganizationAdministration.ts"
import { Jobs } from "../../../services/Jobs.ts"
import { Lists } from "../../../services/Lists.ts"
import { RejectionReasons } from "../../../services/RejectionReasons.ts"
import { searchedPage } from "../../../services/operator/SearchedPage.ts"
import { Users } from "../../../services/Users.ts"
import { answerOperator, answerOperatorStored } from "../../handlers/ListAnswer.ts"

const summaryOf = ({ clients, createdAt, id, name }: OrganizationOverview): OrganizationSummary => ({
  id,
  name,
  created_at: NormalTimestamp.make(createdAt),
  clients
})

/** The view of the employer. */
const viewOf = (organizationId: OrganizationId): View => ({ organizationId, ...operatorViewer })

export const layer = handlersOf(
  OperatorApi,
  "organizations",
  Effect.fnUntraced(function* (handlers) {
    const organizations = yield* OrganizationAdministration
    const jobs = yield* Jobs
    const users = yield* Users
    const agencies = yield* Agencies
    const invitations = yield* AgencyInvitations
    const applications = yield* Applications
    const placements = yield* Placements
    const reasons = yield* RejectionReasons
    const lists = yield* Lists

    return handlers({
      list: answerOperator(lists, filterCodec(OrganizationFilter), (filter, page) =>
        isFiltered(filter)
          ? Effect.map(searchedPage(organizations.page, organizationCheck(filter), page), (found) =>
              mapFound(found, summaryOf)
            )
          : Effect.map(organizations.page(page), (rows) => foundById(rows.map(summaryOf)))
      ),
      create: Effect.fnUntraced(function* ({ payload: { name } }) {
        const id = OrganizationId.make(yield* makeId("org_"))
        const createdAt = timestampFromMillis(yield* Clock.currentTimeMillis)
        const isNew = yield* organizations.create({ id, name }, createdAt)
        if (!isNew) return yield* takenOrganization(id)
        return summaryOf({ id, name, createdAt, clients: 0 })
      }),
      rename: Effect.fnUntraced(function* ({ params: { organizationId }, payload: { name } }) {
        yield* organizations.rename(organizationId, name)
        return summaryOf(yield* organizations.overview(organizationId))
      }),
      get: ({ params }) =>
        Effect.map(organizations.show(params.organizationId), ({ counts, organization, settings }) => ({
          ...summaryOf(organization),
          settings,
          ...counts
        })),
      jobs: (request) =>
        answerOperatorStored(
          lists,
          filterCodec(JobFilter),
          (filter, page) => jobs.page(viewOf(request.params.organizationId), filter, page),
          request.params.organizationId
        )(request),
      users: (request) =>
        answerOperator(
          lists,
          filterCodec(UserFilter),
          (filter, page) => users.page(request.params.organizationId, filter, page),
          request.params.organizationId
        )(request),
      agencies: (request) =>
        answerOperatorStored(
          lists,
          filterCodec(AgencyFilter),
          (filter, page) => agencies.page(viewOf(request.params.organizationId), filter, page),
          request.params.organizationId
        )(request),
      fees: ({ params }) => agencies.getFees(viewOf(params.organizationId), params.agencyId),
      invitations: (request) =>
        answerOperator(
          lists,
          filterCodec(AgencyInvitationFilter),
          (filter, page) => invitations.page(request.params.organizationId, filter, page),
          request.params.organizationId
        )(request),
      reasons: Effect.fnUntraced(function* ({ params: { organizationId } }) {
        yield* organizations.get(organizationId)
        return { reasons: yield* reasons.counted(organizationId) }
      }),
      applications: (request) =>
        answerOperatorStored(
          lists,
          filterCodec(ApplicationFilter),
          (filter, page) => applications.marked(request.params.organizationId, filter, page),
          request.params.organizationId
        )(request),
      placements: (request) =>
        answerOperatorStored(
          lists,
          filterCodec(PlacementFilter),
          (filter, page) => placements.page(viewOf(request.params.organizationId), filter, page),
          request.params.organizationId
        )(request)
    })
  })
)
