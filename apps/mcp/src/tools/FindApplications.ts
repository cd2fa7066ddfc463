/**
 * `find_applications`: applications by person, state, job or agency (extension `applications.read`). The platform's list has no filters,
 * so pages are read here and only what matches goes to the model.
 */
import type { Application } from "@partner-api/client/effect"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { contains, foundItems, foundSchema, maxPages, textLengthMax } from "./FoundItems.ts"
import { agencyId, cursor, inOrganization, jobId } from "./Inputs.ts"
import { briefApplication, listedApplicationSchema, personOf } from "./ShownApplication.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "find_applications"

const Person = Schema.String.check(Schema.isMinLength(1), Schema.isMaxLength(textLengthMax)).annotate({
  description: "Part of the person's name or email",
  examples: ["Hopper"]
})

interface Wanted {
  readonly person?: string
  readonly state?: string
  readonly job_id?: string
  readonly agency_id?: string
}

/** Whether an application is one of those that are wanted: all that is said must hold. */
const wantedBy = ({ agency_id, job_id, person, state }: Wanted) => {
  const words = person?.toLowerCase()
  return (application: Application): boolean =>
    (words === undefined || contains(personOf(application), words) || contains(application.candidate?.email, words)) &&
    (state === undefined || application.state === state) &&
    (job_id === undefined || application.job_id === job_id) &&
    (agency_id === undefined || application.agency_id === agency_id)
}

export const findApplications = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "applications.list"),
    name,
    title: "Find applications",
    description:
      "Finds people whom agencies submitted for jobs; what is said must all hold, nothing said lists all. UNCONFIRMED waits for the " +
      "person, AWAITING_SORT for the employer. When complete is false, go on with next_cursor and the same arguments.",
    toolset: "applications",
    input: inOrganization(platform, {
      person: Schema.optionalKey(Person),
      state: Schema.optionalKey(ApplicationState),
      job_id: Schema.optionalKey(jobId),
      agency_id: Schema.optionalKey(agencyId),
      max_pages: maxPages,
      cursor
    }),
    output: foundSchema(listedApplicationSchema),
    handler: (input, { progress }) =>
      Effect.gen(function* () {
        const { id, applications } = yield* organizationOf(platform, input.organization_id)
        return yield* foundItems({
          tool: name,
          noun: "applications",
          organizationId: id,
          cursor: input.cursor,
          pagesMax: input.max_pages,
          pages: (query) => applications.list(query).pages,
          matches: wantedBy(input),
          show: briefApplication,
          progress
        })
      })
  })
