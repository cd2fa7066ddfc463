/**
 * `list_jobs`: the jobs of an organization, page by page.
 */
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { cursor, inOrganization, limit, limitDefault, nextCursor } from "./Inputs.ts"
import { itemPage } from "./ItemPage.ts"
import { jobSchema, showJob } from "./ShownJob.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "list_jobs"

export const listJobs = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "jobs.list"),
    name,
    title: "List jobs",
    description:
      "Lists jobs by id, without descriptions unless asked. Use it to look through all; to search use find_jobs. Go on with " +
      "next_cursor until there is none. Amounts are minor units of currency.",
    toolset: "jobs",
    input: inOrganization(platform, {
      limit,
      cursor,
      include_description: Schema.optionalKey(Schema.Boolean)
    }),
    output: Schema.Struct({ jobs: Schema.Array(jobSchema), next_cursor: nextCursor }),
    handler: (input) =>
      Effect.flatMap(organizationOf(platform, input.organization_id), ({ id, jobs }) =>
        itemPage(
          {
            tool: name,
            organizationId: id,
            cursor: input.cursor,
            limit: input.limit ?? limitDefault,
            fetch: (query) => explain(jobs.list(query).page, { tool: name }),
            show: showJob(input.include_description ?? false)
          },
          ({ items, next }) => ({ jobs: items, ...next })
        )
      )
  })
