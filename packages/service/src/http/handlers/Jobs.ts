/**
 * Handlers of the jobs group. The list is the hot path: it answers with the stored JSON, byte for byte, and is the one handler
 * that writes its answer itself. A test decodes those bytes with the declared schema.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { nextLink } from "@partner-api/contract/declare/List"
import { Jobs as JobsGroup } from "@partner-api/contract/Jobs"
import { CurrentOrganization } from "@partner-api/contract/Middleware"
import { filterCodec } from "@partner-api/domain/Filter"
import { JobFilter } from "@partner-api/domain/JobFilter"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import { PublicUrl } from "../../PublicUrl.ts"
import { type JobRow, Jobs } from "../../services/Jobs.ts"
import { Lists } from "../../services/Lists.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { openPage } from "./ListAnswer.ts"
import { groupLayer, ofEveryGroup } from "./GroupLayer.ts"

const filters = filterCodec(JobFilter)

const answer = (rows: ReadonlyArray<JobRow>, next: string | null): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(
    `{"content":[${rows.map((row) => row.json).join(",")}],"next":${JSON.stringify(next)},"count":${rows.length}}`,
    { contentType: "application/json", ...(next === null ? {} : { headers: { link: nextLink(next) } }) }
  )

const group = HttpApiBuilder.group(
  PartnerApi,
  "jobs",
  Effect.fnUntraced(function* (handlers) {
    const jobs = yield* Jobs
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers
      .handle(
        "list",
        Effect.fnUntraced(function* (request) {
          const { view, page } = yield* openPage(lists, request, filters)
          const found = yield* jobs.page(view, page.filter, page)
          const { rows, next } = page.close(found.rows, ({ position }) => position, found.lookedTo)
          return answer(
            rows.map(({ row }) => row),
            next
          )
        })
      )
      .handle(
        "create",
        Effect.fnUntraced(function* ({ payload }) {
          const { organizationId } = yield* CurrentOrganization
          const job = yield* jobs.create(organizationId, payload)
          return answerCreated(job, publicUrl, JobsGroup.endpoints.get.path, { jobId: job.id })
        })
      )
      .handle("get", ({ params }) => Effect.flatMap(CurrentOrganization, (view) => jobs.get(view, params.jobId)))
      .handle("update", ({ params, payload, headers }) =>
        Effect.flatMap(CurrentOrganization, ({ organizationId }) =>
          jobs.update(organizationId, params.jobId, payload, headers["if-match"])
        )
      )
  })
)

export const layer = groupLayer(group, Context.pick(...ofEveryGroup, Jobs, Lists, PublicUrl))
