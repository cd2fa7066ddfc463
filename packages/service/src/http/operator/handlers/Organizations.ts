/**
 * Handlers of organizations and their records, as the employer sees them.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { AgencyFilter } from "@partner-api/domain/AgencyFilter"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { filterCodec, noFilters } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { JobFilter } from "@partner-api/domain/JobFilter"
import type { OrganizationSummary } from "@partner-api/domain/operator/OrganizationView"
import { foundById } from "@partner-api/domain/Pagination"
import { NormalTimestamp } from "@partner-api/domain/Timestamp"
import { UserFilter } from "@partner-api/domain/UserFilter"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type { View } from "../../../services/access/View.ts"
import { Agencies } from "../../../services/Agencies.ts"
import { Applications } from "../../../services/Applications.ts"
import {
  OrganizationAdministration,
  type OrganizationOverview
} from "../../../services/administration/OrganizationAdministration.ts"
import { Jobs } from "../../../services/Jobs.ts"
import { Lists } from "../../../services/Lists.ts"
import { Users } from "../../../services/Users.ts"
import { answerOperator, answerOperatorStored } from "../../handlers/ListAnswer.ts"

const summaryOf = ({ clients, createdAt, id, name }: OrganizationOverview): OrganizationSummary => ({
  id,
  name,
  created_at: NormalTimestamp.make(createdAt),
  clients
})

/** The view of the employer. */
const viewOf = (organizationId: OrganizationId): View => ({ organizationId, agencyId: undefined })

export const layer = HttpApiBuilder.group(
  OperatorApi,
  "organizations",
  Effect.fnUntraced(function* (handlers) {
    const organizations = yield* OrganizationAdministration
    const jobs = yield* Jobs
    const users = yield* Users
    const agencies = yield* Agencies
    const applications = yield* Applications
    const lists = yield* Lists

    return handlers
      .handle(
        "list",
        answerOperator(lists, noFilters, (_, page) =>
          Effect.map(organizations.page(page), (rows) => foundById(rows.map(summaryOf)))
        )
      )
      .handle("get", ({ params }) =>
        Effect.map(organizations.show(params.organizationId), ({ counts, organization }) => ({
          ...summaryOf(organization),
          ...counts
        }))
      )
      .handle("jobs", (request) =>
        answerOperatorStored(
          lists,
          filterCodec(JobFilter),
          (filter, page) => jobs.page(viewOf(request.params.organizationId), filter, page),
          request.params.organizationId
        )(request)
      )
      .handle("users", (request) =>
        answerOperator(
          lists,
          filterCodec(UserFilter),
          (filter, page) => users.page(request.params.organizationId, filter, page),
          request.params.organizationId
        )(request)
      )
      .handle("agencies", (request) =>
        answerOperatorStored(
          lists,
          filterCodec(AgencyFilter),
          (filter, page) => agencies.page(viewOf(request.params.organizationId), filter, page),
          request.params.organizationId
        )(request)
      )
      .handle("fees", ({ params }) => agencies.getFees(viewOf(params.organizationId), params.agencyId))
      .handle("applications", (request) =>
        answerOperatorStored(
          lists,
          filterCodec(ApplicationFilter),
          (filter, page) => applications.page(viewOf(request.params.organizationId), filter, page),
          request.params.organizationId
        )(request)
      )
  })
)
