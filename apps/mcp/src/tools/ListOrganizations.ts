/**
 * `list_organizations`: where every other tool gets its organization from.
 */
import { Organization } from "@partner-api/domain/Organization"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { explain } from "../upstream/UpstreamFailure.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { cursor, nextCursor } from "./Inputs.ts"
import { itemPage } from "./ItemPage.ts"
import { compact, itemSchema } from "./ShownItem.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "list_organizations"
const operation = "organizations.list"
const required = ["id", "name"]

/** The platform sends all of them at once; a result shows as many as fit. */
const shownMax = 1_000

export const listOrganizations = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, operation),
    name,
    title: "List organizations",
    description:
      "Lists the organizations this server may work for. Use it before any tool that takes organization_id; ask the user when several " +
      "could be meant.",
    toolset: "organizations",
    input: Schema.Struct({ cursor }),
    output: Schema.Struct({ organizations: Schema.Array(itemSchema(Organization, required)), next_cursor: nextCursor }),
    handler: (input) =>
      itemPage(
        {
          tool: name,
          organizationId: null,
          cursor: input.cursor,
          limit: shownMax,
          fetch: () =>
            Effect.map(explain(platform.organizations.list, { tool: name }), (content) => ({
              content,
              next: null,
              count: content.length
            })),
          show: (one) => compact(one, required)
        },
        ({ items, next }) => ({ organizations: items, ...next })
      )
  })
