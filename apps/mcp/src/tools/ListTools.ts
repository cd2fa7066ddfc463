/**
 * The tools that list something page by page: one maker, and for each tool its words and its schemas.
 */
import type { OrganizationShape, Page } from "@partner-api/client/effect"
import { Agency } from "@partner-api/domain/Agency"
import { RejectionReason, reasonsMax } from "@partner-api/domain/RejectionReason"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Stream from "effect/Stream"
import type { Signer } from "../protocol/Signer.ts"
import type { PlainSchema } from "../protocol/tool/Arguments.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import type { Tool } from "../protocol/tool/Tool.ts"
import type { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { organizationOf, type Platform } from "../upstream/Platform.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { cursor, inOrganization, limitOf, nextCursor } from "./Inputs.ts"
import { itemPage, type ListFrom } from "./ItemPage.ts"
import { briefSchema, compact, type Item } from "./ItemView.ts"
import { listedJobs } from "./JobView.ts"
import { type MembersView, visibleMembers } from "./MembersView.ts"
import { listedUsers } from "./UserView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

/** The arguments of a list. A tool takes those that its schema has. */
interface ListInput {
  readonly organization_id?: string
  readonly limit?: number
  readonly cursor?: string
  readonly fields?: ReadonlyArray<string>
}

/** The source of the pages. `organizationId` is null for a list that belongs to no organization. */
interface ListSource<Upstream> {
  readonly organizationId: string | null
  readonly list: ListFrom<Upstream>
}

interface ListDeclaration<Upstream> {
  readonly name: string
  readonly title: string
  readonly description: string
  readonly toolset: string
  readonly operation: string
  /** The member of the result that holds the items. */
  readonly member: string
  readonly input: (platform: Platform) => PlainSchema<ListInput>
  readonly limitDefault: number
  readonly source: (platform: Platform, input: ListInput) => Effect.Effect<ListSource<Upstream>, ToolFailure>
  readonly show: (item: Upstream, fields: ReadonlyArray<string> | undefined) => Item
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
      output: Schema.Struct({ [list.member]: Schema.Array(briefSchema([])), next_cursor: nextCursor }),
      handler: (input) =>
        Effect.flatMap(list.source(platform, input), (source) =>
          itemPage(
            {
              walk: {
                tool: list.name,
                operation: list.operation,
                organizationId: source.organizationId,
                filters: {},
                chosen: {}
              },
              cursor: input.cursor,
              limit: input.limit ?? list.limitDefault,
              list: source.list,
              show: (item) => list.show(item, input.fields)
            },
            ({ items, next }) => ({ [list.member]: items, ...next })
          )
        )
    })

/** The default number of items: they fit a result with room to spare. */
export const limitDefault = 20

/** A list that belongs to the organization of the call. */
const ofOrganization = <Upstream extends object>(
  { argument, show }: MembersView,
  listOf: (organization: OrganizationShape) => ListFrom<Upstream>
) => ({
  input: (platform: Platform) => inOrganization(platform, { limit: limitOf(limitDefault), fields: argument, cursor }),
  limitDefault,
  source: (platform: Platform, input: ListInput): Effect.Effect<ListSource<Upstream>, ToolFailure> =>
    Effect.map(organizationOf(platform, input.organization_id), (organization) => ({
      organizationId: organization.id,
      list: listOf(organization)
    })),
  show
})

/** The platform sends all organizations in one answer; a result shows as many as fit. */
const organizationsMax = 1_000

/** `list_organizations`: the ids that most other tools take. */
export const listOrganizations = listTool({
  name: "list_organizations",
  title: "List organizations",
  description: "Lists the organizations this server may work for. Ask the user when several could be meant.",
  toolset: "organizations",
  operation: "organizations.list",
  member: "organizations",
  input: () => Schema.Struct({ cursor }),
  limitDefault: organizationsMax,
  source: ({ organizations }) => {
    const page = Effect.map(organizations.list, (content): Page<{ readonly id: string; readonly name: string }> => ({
      content,
      next: null,
      nextCursor: null,
      count: content.length
    }))
    return Effect.succeed({ organizationId: null, list: () => ({ page, pages: Stream.fromEffect(page) }) })
  },
  show: (organization) => compact(organization, ["id", "name"])
})

/** `list_jobs`: the jobs of an organization. */
export const listJobs = listTool({
  name: "list_jobs",
  title: "List jobs",
  description:
    "Lists jobs by id. Use it to look through all; to search use find_jobs. Go on with next_cursor until there is none. Amounts are " +
    "minor units of currency.",
  toolset: "jobs",
  operation: "jobs.list",
  member: "jobs",
  ...ofOrganization(listedJobs, ({ jobs }) => jobs.list)
})

/** `list_reasons`: why applications may be rejected or withdrawn (extension `applications.reasons`). */
export const listReasons = listTool({
  name: "list_reasons",
  title: "List reasons",
  description: "Lists the reasons that move_application takes while they are active.",
  toolset: "applications",
  operation: "rejectionReasons.list",
  member: "reasons",
  ...ofOrganization(
    visibleMembers(Object.keys(RejectionReason.fields), ["text", "category", "active"]),
    ({ rejectionReasons }) => rejectionReasons.list
  ),
  // One page has all of them, and few members.
  input: (platform: Platform) => inOrganization(platform, { cursor }),
  limitDefault: reasonsMax
})

/** `list_users`: the people of an organization (extension `users.read`). */
export const listUsers = listTool({
  name: "list_users",
  title: "List users",
  description: "Lists users by id. To see whether somebody is there use find_users.",
  toolset: "users",
  operation: "users.list",
  member: "users",
  ...ofOrganization(listedUsers, ({ users }) => users.list)
})

/** `list_agencies`: the agencies that recruit for an organization (extension `agencies.read`). */
export const listAgencies = listTool({
  name: "list_agencies",
  title: "List agencies",
  description: "Lists agencies by id. Not for fees: optimizedFee only tells whether the platform's own fee applies.",
  toolset: "agencies",
  operation: "agencies.list",
  member: "agencies",
  ...ofOrganization(visibleMembers(Object.keys(Agency.fields), ["name"]), ({ agencies }) => agencies.list)
})
