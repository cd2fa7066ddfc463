/**
 * Handlers of the jobs group.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { Jobs as JobsGroup } from "@partner-api/contract/Jobs"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { filterCodec, noFilters } from "@partner-api/domain/Filter"
import { JobFilter } from "@partner-api/domain/JobFilter"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { JobAssignments } from "../../services/JobAssignments.ts"
import { Jobs } from "../../services/Jobs.ts"
import { Lists } from "../../services/Lists.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { answerStored, answerText } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "jobs",
  Effect.fnUntraced(function* (handlers) {
    const jobs = yield* Jobs
    const assignments = yield* JobAssignments
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerStored(lists, filterCodec(JobFilter), jobs.page),
      create: Effect.fnUntraced(function* ({ payload }) {
        const { organizationId } = yield* CurrentOrganization
        const job = yield* jobs.create(organizationId, payload)
        return answerCreated(job, publicUrl, JobsGroup.endpoints.get.path, { jobId: job.id })
      }),
      get: ({ params }) =>
        Effect.flatMap(CurrentOrganization, (view) => Effect.map(jobs.get(view, params.jobId), answerText)),
      update: ({ params, payload, headers }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          jobs.update(organizationId, params.jobId, payload, headers["if-match"])
        ),
      assignments: (request) =>
        answerStored(lists, noFilters, (view, _, page) => assignments.ofJob(view, request.params.jobId, page))(request),
      getAssignment: ({ params }) => Effect.flatMap(CurrentOrganization, (view) => assignments.get(view, params)),
      assign: Effect.fnUntraced(function* ({ headers, params, payload }) {
        const { organizationId } = yield* CurrentOrganization
        const { assignment, isNew } = yield* assignments.put(organizationId, params, payload, headers["if-match"])
        return isNew ? answerCreated(assignment, publicUrl, JobsGroup.endpoints.getAssignment.path, params) : assignment
      }),
      unassign: ({ params }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) => assignments.remove(organizationId, params))
    })
  })
)
