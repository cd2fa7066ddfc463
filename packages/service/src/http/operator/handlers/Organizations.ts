/**
 * Handlers of organizations and their records, as the employer sees them.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { AgencyFilter } from "@partner-api/domain/AgencyFilter"
import { Application } from "@partner-api/domain/Application"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { filterCodec, noFilters } from "@partner-api/domain/Filter"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { JobFilter } from "@partner-api/domain/JobFilter"
import type { OrganizationSummary } from "@partner-api/domain/operator/OrganizationView"
import type { FoundRows } from "@partner-api/domain/Pagination"
import { NormalTimestamp } from "@partner-api/domain/Timestamp"
import { UserFilter } from "@partner-api/domain/UserFilter"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as Schema from "effect/Schema"
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
import { serviceFailed } from "../../ErrorResponse.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"
import { pageOfWhole } from "./WholeList.ts"

const summaryOf = ({ clients, createdAt, id, name }: OrganizationOverview): OrganizationSummary => ({
  id,
  name,
  created_at: NormalTimestamp.make(createdAt),
  clients
})

/** The view of the employer. */
const viewOf = (organizationId: OrganizationId): View => ({ organizationId, agencyId: undefined })

/** Reads rows that are stored as partners get them. */
const decoded = <A>(record: Schema.Codec<A, unknown>) => {
  const decode = Schema.decodeEffect(Schema.fromJsonString(record))
  return ({ lookedTo, rows }: FoundRows<{ readonly json: string }>) =>
    Effect.map(
      Effect.forEach(rows, ({ position, row }) =>
        Effect.mapBoth(decode(row.json), {
          onFailure: () => serviceFailed,
          onSuccess: (shown) => ({ position, row: shown })
        })
      ),
      (all): FoundRows<A> => ({ rows: all, lookedTo })
    )
}

const decodeJobs = decoded(Job)
const decodeApplications = decoded(Application)

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
          Effect.map(organizations.all, (all) => pageOfWhole(all.map(summaryOf), page))
        )
      )
      .handle("get", ({ params }) =>
        Effect.map(organizations.show(params.organizationId), ({ counts, organization }) => ({
          ...summaryOf(organization),
          ...counts
        }))
      )
      .handle("jobs", (request) =>
        answerOperator(
          lists,
          filterCodec(JobFilter),
          (filter, page) => Effect.flatMap(jobs.page(viewOf(request.params.organizationId), filter, page), decodeJobs),
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
        answerOperator(
          lists,
          filterCodec(AgencyFilter),
          (filter, page) => agencies.page(viewOf(request.params.organizationId), filter, page),
          request.params.organizationId
        )(request)
      )
      .handle("fees", ({ params }) => agencies.getFees(viewOf(params.organizationId), params.agencyId))
      .handle("applications", (request) =>
        answerOperator(
          lists,
          filterCodec(ApplicationFilter),
          (filter, page) =>
            Effect.flatMap(applications.page(viewOf(request.params.organizationId), filter, page), decodeApplications),
          request.params.organizationId
        )(request)
      )
  })
)
