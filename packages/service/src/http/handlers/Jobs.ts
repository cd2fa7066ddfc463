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
import { type JobPage, Jobs } from "../../services/Jobs.ts"
import { Lists } from "../../services/Lists.ts"
import { answerCreated } from "./CreatedAnswer.ts"
import { openPage } from "./ListAnswer.ts"
import { groupLayer, ofEveryGroup } from "./GroupLayer.ts"

const filters = filterCodec(JobFilter)

const encoder = new TextEncoder()
const beginning = `{"content":[`
const beginningBytes = encoder.encode(beginning)

/** Bytes that the engine has joined are not made into text and back. */
const answer = ({ count, items }: JobPage, next: string | null): HttpServerResponse.HttpServerResponse => {
  const options = { contentType: "application/json", ...(next === null ? {} : { headers: { link: nextLink(next) } }) }
  const end = `],"next":${JSON.stringify(next)},"count":${count}}`
  if (typeof items === "string") return HttpServerResponse.text(beginning + items + end, options)
  const endBytes = encoder.encode(end)
  const body = new Uint8Array(beginningBytes.length + items.length + endBytes.length)
  body.set(beginningBytes)
  body.set(items, beginningBytes.length)
  body.set(endBytes, beginningBytes.length + items.length)
  return HttpServerResponse.uint8Array(body, options)
}

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
          return answer(found, page.next(found.nextAfter))
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
