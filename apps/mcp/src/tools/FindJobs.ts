/**
 * `find_jobs`: jobs by words or ids. The platform cannot search, so pages are read here and only what matches goes to the model.
 */
import { JobStatus } from "@partner-api/domain/Job"
import { limitMax } from "@partner-api/domain/Pagination"
import type { Job as UpstreamJob } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { fit } from "../protocol/answer/Budget.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { cursor, inOrganization, jobId, nextCursor } from "./Inputs.ts"
import { cannotGoOn, makeCursors, type Position, queryAt } from "./ItemPage.ts"
import { search } from "./JobSearch.ts"
import { type Item, shorten } from "./ShownItem.ts"
import { briefJobSchema, showJob } from "./ShownJob.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "find_jobs"

/** A thousand jobs in one call, a few seconds. */
const pagesMax = 10
const pagesDefault = 5
const idsMax = 50
const textLengthMax = 200

const SearchText = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(textLengthMax)).annotate({
  description: "Words as they stand in title, description or location; case does not matter",
  examples: ["engineer"]
})

interface Wanted {
  readonly text?: string
  readonly ids?: ReadonlyArray<string>
  readonly status?: string
}

const contains = (text: string | undefined, words: string): boolean => text?.toLowerCase().includes(words) ?? false

/** Whether a job is one of those that are wanted: all that is said must hold. */
const wantedBy = ({ text, ids, status }: Wanted) => {
  const words = text?.toLowerCase()
  return (job: UpstreamJob): boolean =>
    (words === undefined || [job.title, job.description, job.location].some((part) => contains(part, words))) &&
    (ids === undefined || ids.includes(job.id)) &&
    (status === undefined || job.status === status)
}

export const findJobs = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "jobs.list"),
    name,
    title: "Find jobs",
    description:
      "Finds jobs by text, ids or status; what is said must all hold. When complete is false, go on with next_cursor and the same " +
      "arguments. A page has 100 jobs. Not for reading all jobs: use list_jobs.",
    toolset: "jobs",
    input: inOrganization(platform, {
      text: Schema.optionalKey(SearchText),
      ids: Schema.optionalKey(Schema.Array(jobId).check(Schema.isMinLength(1), Schema.isMaxLength(idsMax))),
      status: Schema.optionalKey(JobStatus),
      max_pages: Schema.optionalKey(Schema.Int.check(Schema.isBetween({ minimum: 1, maximum: pagesMax }))),
      cursor,
      include_description: Schema.optionalKey(Schema.Boolean)
    }),
    output: Schema.Struct({
      matches: Schema.Array(briefJobSchema),
      scanned: Schema.Int,
      complete: Schema.Boolean,
      next_cursor: nextCursor
    }),
    handler: (input, { progress }) =>
      Effect.gen(function* () {
        const { id, jobs } = yield* organizationOf(platform, input.organization_id)
        const cursors = yield* makeCursors(name, id)
        const start = yield* cursors.read(input.cursor)
        const max = input.max_pages ?? pagesDefault
        // One narrow set of ids ends the walk when it is found; text may be anywhere.
        const ids = input.ids === undefined ? undefined : new Set(input.ids).size
        const found = yield* explain(
          search({
            pages: jobs.list(queryAt(start, limitMax)).pages,
            start,
            pagesMax: max,
            matches: wantedBy(input),
            show: showJob(input.include_description ?? false),
            isDone: (count) => ids !== undefined && input.cursor === undefined && count >= ids,
            progress: (pages, scanned) => progress(pages, max, `${scanned} jobs looked at`)
          }),
          { tool: name }
        )
        const isDone = ids !== undefined && input.cursor === undefined && found.matches.length >= ids
        /** The last match that is shown, when others do not fit. */
        const lastOf = (taken: number) => (taken < found.matches.length ? found.matches[taken - 1] : undefined)
        const restOf = (taken: number): Position => lastOf(taken)?.after ?? (isDone ? "end" : found.rest)
        const { output, taken } = fit<Item, object>({
          items: found.matches.map(({ item }) => item),
          shorten,
          render: (shown, shownCount) => {
            const rest = restOf(shownCount)
            return {
              matches: shown,
              scanned: lastOf(shownCount)?.scanned ?? found.scanned,
              complete: rest === "end",
              ...(typeof rest === "object" ? { next_cursor: cursors.write(rest) } : {})
            }
          }
        })
        return restOf(taken) === "lost"
          ? yield* cannotGoOn(`Ask for fewer jobs, or for max_pages up to ${pagesMax}.`, [name])
          : output
      })
  })
