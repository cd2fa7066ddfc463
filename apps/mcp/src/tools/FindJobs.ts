/**
 * `find_jobs`: jobs by words or ids. The platform cannot search, so pages are read here and only what matches goes to the model.
 */
import { JobStatus } from "@partner-api/domain/Job"
import type { Job as UpstreamJob } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { contains, foundItems, foundSchema, maxPages, textLengthMax } from "./FoundItems.ts"
import { cursor, inOrganization, jobId } from "./Inputs.ts"
import { briefJobSchema, showJob } from "./ShownJob.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "find_jobs"

const idsMax = 50

const SearchText = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(textLengthMax)).annotate({
  description: "Words as they stand in title, description or location; case does not matter",
  examples: ["engineer"]
})

interface Wanted {
  readonly text?: string
  readonly ids?: ReadonlyArray<string>
  readonly status?: string
}

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
      "arguments. A page has 100 jobs.",
    toolset: "jobs",
    input: inOrganization(platform, {
      text: Schema.optionalKey(SearchText),
      ids: Schema.optionalKey(Schema.Array(jobId).check(Schema.isMinLength(1), Schema.isMaxLength(idsMax))),
      status: Schema.optionalKey(JobStatus),
      max_pages: maxPages,
      cursor,
      include_description: Schema.optionalKey(Schema.Boolean)
    }),
    output: foundSchema(briefJobSchema),
    handler: (input, { progress }) =>
      Effect.gen(function* () {
        const { id, jobs } = yield* organizationOf(platform, input.organization_id)
        // One narrow set of ids ends the walk when it is found; text may be anywhere.
        const ids = input.ids === undefined ? undefined : new Set(input.ids).size
        return yield* foundItems({
          tool: name,
          noun: "jobs",
          organizationId: id,
          cursor: input.cursor,
          pagesMax: input.max_pages,
          pages: (query) => jobs.list(query).pages,
          matches: wantedBy(input),
          show: showJob(input.include_description ?? false),
          ...(ids === undefined || input.cursor !== undefined ? {} : { enough: ids }),
          progress
        })
      })
  })
