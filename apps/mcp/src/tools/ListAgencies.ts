/**
 * `list_agencies`: who recruits for an organization (extension `agencies.read`).
 */
import { Agency } from "@partner-api/domain/Agency"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { cursor, inOrganization, limit, limitDefault, nextCursor } from "./Inputs.ts"
import { itemPage } from "./ItemPage.ts"
import { compact, itemSchema } from "./ShownItem.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "list_agencies"
const required = ["id", "name"]

export const listAgencies = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "agencies.list"),
    name,
    title: "List agencies",
    description:
      "Lists agencies by id, with their recruiters. Use it for the agency_id that the tools about fees take. Not for fees: " +
      "optimizedFee only tells whether the platform's own fee applies.",
    toolset: "agencies",
    input: inOrganization(platform, { limit, cursor }),
    output: Schema.Struct({ agencies: Schema.Array(itemSchema(Agency, required)), next_cursor: nextCursor }),
    handler: (input) =>
      Effect.flatMap(organizationOf(platform, input.organization_id), ({ id, agencies }) =>
        itemPage(
          {
            tool: name,
            organizationId: id,
            cursor: input.cursor,
            limit: input.limit ?? limitDefault,
            fetch: (query) => explain(agencies.list(query).page, { tool: name }),
            show: (agency) => compact(agency, required)
          },
          ({ items, next }) => ({ agencies: items, ...next })
        )
      )
  })
