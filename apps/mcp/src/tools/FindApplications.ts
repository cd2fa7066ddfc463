/**
 * `find_applications`: applications by person, state, job or agency (extension `applications.read`). The platform filters where it can;
 * names, and everything on a platform without filters, are compared here.
 */
import type { Application } from "@partner-api/client/effect"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import { Email, normalizeEmail } from "@partner-api/domain/Email"
import { boundedText } from "@partner-api/domain/Text"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { organizationOf, type Platform } from "../upstream/Platform.ts"
import { contractMetadata, hasFilters } from "./ContractMetadata.ts"
import { foundItems, foundSchema, matchesDefault, maxPages } from "./FoundItems.ts"
import { agencyId, cursor, inOrganization, jobId, limitOf } from "./Inputs.ts"
import { readNames } from "./Names.ts"
import { briefApplication, listedApplications, personOf } from "./ApplicationView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "find_applications"
const operation = "applications.list"

/** The longest part of a name that is looked for. */
const textMax = 200

const SearchText = boundedText(1, textMax).annotate({
  description: "Part of the person's name or email",
  examples: ["Hopper"]
})

interface Wanted {
  readonly text?: string
  readonly email?: string
  readonly state?: ApplicationState
  readonly job_id?: string
  readonly agency_id?: string
}

/** Whether a text holds words that are in lower case already. */
const contains = (text: string | undefined, words: string): boolean => text?.toLowerCase().includes(words) ?? false

/** Whether an application meets every condition of the arguments. */
const wantedBy = ({ agency_id, email, job_id, state, text }: Wanted) => {
  const words = text?.toLowerCase()
  const address = email === undefined ? undefined : normalizeEmail(email)
  return (application: Application): boolean =>
    (words === undefined || contains(personOf(application), words) || contains(application.candidate?.email, words)) &&
    (address === undefined || normalizeEmail(application.candidate?.email ?? "") === address) &&
    (state === undefined || application.state === state) &&
    (job_id === undefined || application.job_id === job_id) &&
    (agency_id === undefined || application.agency_id === agency_id)
}

const filtersOf = (platform: Platform, { state, ...wanted }: Wanted) =>
  hasFilters(platform, operation)
    ? { ...Struct.omit(wanted, ["text"]), ...(state === undefined ? {} : { state: [state] }) }
    : {}

export const findApplications = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Find applications",
    description:
      "Finds people whom agencies submitted for jobs; what is said must all hold. UNCONFIRMED waits for the person, AWAITING_SORT for " +
      "the employer. Unless complete, go on with next_cursor and the same arguments.",
    toolset: "applications",
    input: inOrganization(platform, {
      text: Schema.optionalKey(SearchText),
      email: Schema.optionalKey(Email),
      state: Schema.optionalKey(ApplicationState),
      job_id: Schema.optionalKey(jobId),
      agency_id: Schema.optionalKey(agencyId),
      limit: limitOf(matchesDefault),
      max_pages: maxPages,
      fields: listedApplications.argument,
      cursor
    }),
    output: foundSchema,
    handler: ({ cursor, fields, limit, max_pages, organization_id, ...wanted }, { progress }) =>
      Effect.gen(function* () {
        const organization = yield* organizationOf(platform, organization_id)
        const { applications, id } = organization
        const filters = filtersOf(platform, wanted)
        const found = yield* foundItems({
          walk: { tool: name, operation, organizationId: id, filters, chosen: wanted },
          noun: "applications",
          cursor,
          limit,
          pagesMax: max_pages,
          pages: (query) => applications.list({ ...query, ...filters }).pages,
          matches: hasFilters(platform, operation) && wanted.text === undefined ? undefined : wantedBy(wanted),
          show: (application) => briefApplication(application, fields),
          progress
        })
        // None may mean that the job or the agency is not there, which is another answer.
        if (found.matches.length === 0 && cursor === undefined) {
          yield* readNames(platform, organization, { tool: name, ...wanted, mustExist: true })
        }
        return found
      })
  })
