/**
 * `list_assignments`: the agencies that a job is assigned to, or the jobs that are assigned to an agency, with their terms (extension
 * `jobs.assignments`). Changes nothing: `assign_job` does.
 */
import type { JobAssignment } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { badArguments } from "../protocol/tool/Arguments.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { agencyId, cursor, inOrganization, jobId, limitOf, nextCursor } from "./Inputs.ts"
import { itemPage, type ListFrom } from "./ItemPage.ts"
import { briefSchema, compact } from "./ItemView.ts"
import { limitDefault } from "./ListTools.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "list_assignments"

/** The list of assignments: those of a job, or those of an agency. */
interface Whose {
  readonly operation: "jobs.assignments" | "agencies.assignments"
  /** The argument that names it. */
  readonly about: "/job_id" | "/agency_id"
  readonly next: ReadonlyArray<string>
  readonly list: ListFrom<JobAssignment>
}

const eitherOr = badArguments(name, [
  { path: "/job_id", problem: "or agency_id must be given, and not both", example: "job_00000001" }
])

export const listAssignments = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "jobs.assignments"),
    name,
    title: "List assignments",
    description:
      "Lists the agencies that a job is assigned to, or the jobs of an agency, with instructions and limits.",
    toolset: "jobs",
    input: inOrganization(platform, {
      job_id: Schema.optionalKey(jobId),
      agency_id: Schema.optionalKey(agencyId),
      limit: limitOf(limitDefault),
      cursor
    }),
    output: Schema.Struct({ assignments: Schema.Array(briefSchema([])), next_cursor: nextCursor }),
    handler: ({ agency_id, cursor, job_id, limit = limitDefault, organization_id }) =>
      Effect.gen(function* () {
        if ((job_id === undefined) === (agency_id === undefined)) return yield* eitherOr
        const { agencies, id, jobs } = yield* organizationOf(platform, organization_id)
        const whose: Whose =
          job_id === undefined
            ? {
                operation: "agencies.assignments",
                about: "/agency_id",
                next: ["list_agencies"],
                list: (query) => agencies.assignments(agency_id ?? "", query)
              }
            : {
                operation: "jobs.assignments",
                about: "/job_id",
                next: ["find_jobs", "list_jobs"],
                list: (query) => jobs.assignments(job_id, query)
              }
        const { about, list, next, operation } = whose
        return yield* itemPage(
          {
            walk: { tool: name, operation, organizationId: id, filters: {}, chosen: { job_id, agency_id } },
            cursor,
            limit,
            list,
            about,
            next,
            show: (assignment) => compact(assignment, ["job_id", "agency_id"])
          },
          (page) => ({ assignments: page.items, ...page.next })
        )
      })
  })
