/**
 * Organizations as operators see them: how many records each has, and where they stand.
 */
import * as Schema from "effect/Schema"

import { ApplicationState } from "../ApplicationState.ts"
import { OrganizationId } from "../Ids.ts"
import { JobStatus } from "../Job.ts"
import { newSettings, OrganizationSettings } from "../OrganizationSettings.ts"
import { queryCheck, SearchQuery } from "../Search.ts"
import { exampleMoment, Timestamp } from "../Timestamp.ts"

const listed = {
  id: OrganizationId,
  name: Schema.String.annotate({ examples: ["Acme"] }),
  created_at: Timestamp,
  clients: Schema.Int.annotate({ description: "The number of clients that are granted it", examples: [2] })
}

const exampleListed = { id: OrganizationId.make("org_acme"), name: "Acme", created_at: exampleMoment, clients: 2 }

/** An organization in the list of all. */
export const OrganizationSummary = Schema.Struct(listed).annotate({
  identifier: "OrganizationSummary",
  description: "An organization in the list of all organizations",
  examples: [exampleListed]
})
export type OrganizationSummary = typeof OrganizationSummary.Type

/** Filters of organizations. */
export const OrganizationFilter = Schema.Struct({ q: Schema.optionalKey(SearchQuery) })
export type OrganizationFilter = typeof OrganizationFilter.Type

/** The check whether organizations meet a filter: name and id are searched. */
export const organizationCheck = ({
  q
}: OrganizationFilter): ((organization: { readonly id: string; readonly name: string }) => boolean) => {
  const meets = q === undefined ? () => true : queryCheck(q)
  return ({ id, name }) => meets([name, id])
}

const count = Schema.Int.annotate({ examples: [3] })

/** The number of records in each state: states without one are left out. */
const byState = <Name extends string>(states: Schema.Literals<ReadonlyArray<Name>>, what: string) =>
  Schema.Array(
    Schema.Struct({ state: states, count }).annotate({
      identifier: `${what}Count`,
      description: "The number of records in this state"
    })
  )

/** An organization with the numbers of its records. */
export const OrganizationDetails = Schema.Struct({
  ...listed,
  settings: OrganizationSettings,
  jobs: byState(JobStatus, "Job"),
  applications: byState(ApplicationState, "Application"),
  users: Schema.Int.annotate({ description: "The number of its users", examples: [40] }),
  agencies: Schema.Int.annotate({ description: "The number of agencies that work for it", examples: [2] })
}).annotate({
  identifier: "OrganizationDetails",
  description: "An organization, and how many records stand where",
  examples: [
    {
      ...exampleListed,
      settings: newSettings,
      jobs: [{ state: "OPEN", count: 3 }],
      applications: [{ state: "REVIEWING", count: 3 }],
      users: 40,
      agencies: 2
    }
  ]
})
export type OrganizationDetails = typeof OrganizationDetails.Type
