/**
 * `find_jobs`: jobs by words, status, facts or ids. The platform searches where it has filters; elsewhere its pages are read here. Jobs whose
 * ids are given are read one by one where that is possible.
 */
import { JobStatus } from "@partner-api/domain/Job"
import { equalJobFilters, JobFilter, searchedInJob } from "@partner-api/domain/JobFilter"
import { problem } from "@partner-api/domain/Problem"
import { meetsQuery, SearchQuery } from "@partner-api/domain/Search"
import type { ClientError, Job, OrganizationShape, Page } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import * as Struct from "effect/Struct"
import { organizationOf, type Platform } from "../upstream/Platform.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata, hasFilters, hasOperation } from "./ContractMetadata.ts"
import { foundItems, foundSchema, matchesDefault, maxPages } from "./FoundItems.ts"
import { cursor, inOrganization, jobId, limitOf } from "./Inputs.ts"
import type { PageQuery } from "./ItemPage.ts"
import { listedJobs } from "./JobView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "find_jobs"
const operation = "jobs.list"

const idsMax = 50

/** Reads under way at the same time: a caller has a share of the platform's rate limit, and of this server's connections. */
const readsAtOnceMax = 5

const SearchText = SearchQuery.annotate({
  description: "Words, or their beginnings, of title, location, description or external id",
  examples: ["engineer"]
})

interface Wanted extends Pick<JobFilter, (typeof equalJobFilters)[number]> {
  readonly text?: string
  readonly ids?: ReadonlyArray<string>
  readonly status?: JobStatus
}

/** The arguments that a job must have as they are. */
const facts = Struct.pick(JobFilter.fields, equalJobFilters)

/** Whether a job meets every condition of the arguments. */
const wantedBy =
  ({ text, ids, status, ...others }: Wanted) =>
  (job: Job): boolean =>
    (text === undefined || meetsQuery(text, searchedInJob(job))) &&
    (ids === undefined || ids.includes(job.id)) &&
    (status === undefined || job.status === status) &&
    equalJobFilters.every((member) => others[member] === undefined || others[member] === job[member])

/** The jobs with these ids that there are, as one page. */
const byIds = ({ jobs }: OrganizationShape, ids: ReadonlyArray<string>): Stream.Stream<Page<Job>, ClientError> =>
  Stream.fromEffect(
    Effect.map(
      Effect.forEach(
        new Set(ids),
        (id) =>
          Effect.catchTag(
            Effect.map(jobs.get(id), (job) => [job]),
            "NotFound",
            () => Effect.succeed<ReadonlyArray<Job>>([])
          ),
        { concurrency: readsAtOnceMax }
      ),
      (found) => ({ content: found.flat(), next: null, nextCursor: null, count: found.length })
    )
  )

/** Returns the source of the jobs, the filters that the platform applies, and the condition that this server applies. */
const sourceOf = (platform: Platform, organization: OrganizationShape, wanted: Wanted) => {
  const { ids, status, text, ...others } = wanted
  const matches = wantedBy(wanted)
  if (ids !== undefined && hasOperation(platform, "jobs.get")) {
    return { filters: {}, matches, pages: () => byIds(organization, ids) }
  }
  const filters = hasFilters(platform, operation)
    ? { ...others, ...(text === undefined ? {} : { q: text }), ...(status === undefined ? {} : { status: [status] }) }
    : {}
  return {
    filters,
    matches: ids === undefined && hasFilters(platform, operation) ? undefined : matches,
    pages: (query: PageQuery) => organization.jobs.list({ ...query, ...filters }).pages
  }
}

export const findJobs = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Find jobs",
    description:
      "Finds jobs by text, status, facts or ids; what is said must all hold. Unless complete, go on with next_cursor and the same arguments.",
    toolset: "jobs",
    input: inOrganization(platform, {
      text: Schema.optionalKey(SearchText),
      ids: Schema.optionalKey(
        Schema.Array(jobId).check(
          Schema.isMinLength(1, problem("length", "must have an id")),
          Schema.isMaxLength(idsMax, problem("length", `must have at most ${idsMax} ids`))
        )
      ),
      status: Schema.optionalKey(JobStatus),
      ...facts,
      limit: limitOf(matchesDefault),
      max_pages: maxPages,
      fields: listedJobs.argument,
      cursor
    }),
    output: foundSchema,
    handler: ({ cursor, fields, limit, max_pages, organization_id, ...wanted }, { progress }) =>
      Effect.gen(function* () {
        const organization = yield* organizationOf(platform, organization_id)
        const { filters, matches, pages } = sourceOf(platform, organization, wanted)
        return yield* foundItems({
          walk: { tool: name, operation, organizationId: organization.id, filters, chosen: wanted },
          noun: "jobs",
          cursor,
          limit,
          pagesMax: max_pages,
          pages,
          matches,
          show: (job) => listedJobs.show(job, fields),
          // One narrow set of ids ends the walk when it is found; text may be anywhere.
          enough: wanted.ids === undefined || cursor !== undefined ? undefined : new Set(wanted.ids).size,
          progress
        })
      })
  })
