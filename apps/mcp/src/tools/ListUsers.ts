/**
 * `list_users`: the people of an organization (extension `users.read`).
 */
import { User } from "@partner-api/domain/User"
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

const name = "list_users"
const required = ["id", "email"]

export const listUsers = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "users.list"),
    name,
    title: "List users",
    description:
      "Lists users by id. Use it to see whether somebody is there before add_user, and after a write whose outcome is unknown. Go on " +
      "with next_cursor until there is none.",
    toolset: "users",
    input: inOrganization(platform, { limit, cursor }),
    output: Schema.Struct({ users: Schema.Array(itemSchema(User, required)), next_cursor: nextCursor }),
    handler: (input) =>
      Effect.flatMap(organizationOf(platform, input.organization_id), ({ id, users }) =>
        itemPage(
          {
            tool: name,
            organizationId: id,
            cursor: input.cursor,
            limit: input.limit ?? limitDefault,
            fetch: (query) => explain(users.list(query).page, { tool: name }),
            show: (user) => compact(user, required)
          },
          ({ items, next }) => ({ users: items, ...next })
        )
      )
  })
