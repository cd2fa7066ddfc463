/**
 * The tools that list something page by page: one maker, and for each tool its words and its schemas.
 */
import type { ClientError, Job, OrganizationShape, Page } from "@partner-api/client/effect"
import { Agency } from "@partner-api/domain/Agency"
import { Organization } from "@partner-api/domain/Organization"
import { User } from "@partner-api/domain/User"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { Signer } from "../protocol/Signer.ts"
import type { PlainSchema } from "../protocol/tool/Arguments.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import type { Tool } from "../protocol/tool/Tool.ts"
import type { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { organizationOf, type Platform } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { cursor, inOrganization, limit, limitDefault, nextCursor } from "./Inputs.ts"
import { itemPage, type PageQuery } from "./ItemPage.ts"
import { compact, type Item, itemSchema } from "./ShownItem.ts"
import { jobSchema, showJob } from "./ShownJob.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

/** The arguments of a list. A tool takes those that its schema has. */
interface ListInput {
  readonly organization_id?: string
  readonly limit?: number
  readonly cursor?: string
  readonly include_description?: boolean
}

/** Where the pages come from. `organizationId` is null for a list that belongs to no organization. */
interface ListSource<Upstream> {
  readonly organizationId: string | null
  readonly fetch: (query: PageQuery) => Effect.Effect<Page<Upstream>, ClientError>
}

interface ListDeclaration<Upstream> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly toolset: string
  readonly operation: string
  /** The member of the result that holds the items. */
  readonly member: string
  readonly item: PlainSchema<Item>
  readonly input: (platform: Platform) => PlainSchema<ListInput>
  readonly limitDefault: number
  readonly source: (platform: Platform, input: ListInput) => Effect.Effect<ListSource<Upstream>, ToolFailure>
  readonly show: (item: Upstream, input: ListInput) => Item
}

const listTool =
  <Upstream>(list: ListDeclaration<Upstream>) =>
  ({ platform }: ToolDependencies): Tool<Signer> =>
    readTool({
      ...contractMetadata(platform, list.operation),
      name: list.name,
      title: list.title,
      description: list.description,
      toolset: list.toolset,
      input: list.input(platform),
      output: Schema.Struct({ [list.member]: Schema.Array(list.item), next_cursor: nextCursor }),
      handler: (input) =>
        Effect.flatMap(list.source(platform, input), ({ organizationId, fetch }) =>
          itemPage(
            {
              tool: list.name,
              organizationId,
              cursor: input.cursor,
              limit: input.limit ?? list.limitDefault,
              fetch: (query) => explain(fetch(query), { tool: list.name }),
              show: (item) => list.show(item, input)
            },
            ({ items, next }) => ({ [list.member]: items, ...next })
          )
        )
    })

/** A list that belongs to the organization of the call. */
const ofOrganization =
  <Upstream>(
    listOf: (
      organization: OrganizationShape
    ) => (query: PageQuery) => { readonly page: Effect.Effect<Page<Upstream>, ClientError> }
  ) =>
  (platform: Platform, input: ListInput): Effect.Effect<ListSource<Upstream>, ToolFailure> =>
    Effect.map(organizationOf(platform, input.organization_id), (organization) => ({
      organizationId: organization.id,
      fetch: (query) => listOf(organization)(query).page
    }))

/** The input and the limit of a list that belongs to an organization. */
const inPages = { input: (platform: Platform) => inOrganization(platform, { limit, cursor }), limitDefault }

const identified = ["id", "name"]
const reachable = ["id", "email"]

/** The platform sends all organizations in one answer; a result shows as many as fit. */
const organizationsMax = 1_000

/** `list_organizations`: the ids that most other tools take. */
export const listOrganizations = listTool({
  name: "list_organizations",
  title: "List organizations",
  description:
    "Lists the organizations this server may work for. Use it before any tool that takes organization_id; ask the user when several " +
    "could be meant.",
  toolset: "organizations",
  operation: "organizations.list",
  member: "organizations",
  item: itemSchema(Organization, identified),
  input: () => Schema.Struct({ cursor }),
  limitDefault: organizationsMax,
  source: ({ organizations }) =>
    Effect.succeed({
      organizationId: null,
      fetch: () =>
        Effect.map(organizations.list, (content) => ({ content, next: null, nextCursor: null, count: content.length }))
    }),
  show: (organization) => compact(organization, identified)
})

/** `list_jobs`: the jobs of an organization. */
export const listJobs = listTool({
  name: "list_jobs",
  title: "List jobs",
  description:
    "Lists jobs by id, without descriptions unless asked. Use it to look through all; to search use find_jobs. Go on with " +
    "next_cursor until there is none. Amounts are minor units of currency.",
  toolset: "jobs",
  operation: "jobs.list",
  member: "jobs",
  item: jobSchema,
  ...inPages,
  input: (platform) =>
    inOrganization(platform, { limit, cursor, include_description: Schema.optionalKey(Schema.Boolean) }),
  source: ofOrganization(({ jobs }) => jobs.list),
  show: (job: Job, { include_description: isWhole = false }) => showJob(isWhole)(job)
})

/** `list_users`: the people of an organization (extension `users.read`). */
export const listUsers = listTool({
  name: "list_users",
  title: "List users",
  description:
    "Lists users by id. Use it to see whether somebody is there before add_user, and after a write whose outcome is unknown. Go on " +
    "with next_cursor until there is none.",
  toolset: "users",
  operation: "users.list",
  member: "users",
  item: itemSchema(User, reachable),
  ...inPages,
  source: ofOrganization(({ users }) => users.list),
  show: (user: object) => compact(user, reachable)
})

/** `list_agencies`: the agencies that recruit for an organization (extension `agencies.read`). */
export const listAgencies = listTool({
  name: "list_agencies",
  title: "List agencies",
  description:
    "Lists agencies by id, with their recruiters. Use it for the agency_id that the tools about fees take. Not for fees: " +
    "optimizedFee only tells whether the platform's own fee applies.",
  toolset: "agencies",
  operation: "agencies.list",
  member: "agencies",
  item: itemSchema(Agency, identified),
  ...inPages,
  source: ofOrganization(({ agencies }) => agencies.list),
  show: (agency: object) => compact(agency, identified)
})
