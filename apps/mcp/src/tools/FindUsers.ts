/**
 * `find_users`: users by email or name (extension `users.read`). The platform searches where it has filters; elsewhere its pages are read
 * here.
 */
import { Email, normalizeEmail } from "@partner-api/domain/Email"
import { meetsQuery, SearchQuery } from "@partner-api/domain/Search"
import { searchedInUser } from "@partner-api/domain/UserFilter"
import type { User } from "@partner-api/client/effect"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { organizationOf } from "../upstream/Platform.ts"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { contractMetadata, hasFilters } from "./ContractMetadata.ts"
import { foundItems, foundSchema, matchesDefault } from "./FoundItems.ts"
import { cursor, inOrganization, limitOf } from "./Inputs.ts"
import { listedUsers } from "./UserView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "find_users"
const operation = "users.list"

const SearchText = SearchQuery.annotate({
  description: "Words, or their beginnings, of names or email",
  examples: ["Ada"]
})

interface Wanted {
  readonly email?: string
  readonly text?: string
}

/** Whether a user meets every condition of the arguments. */
const wantedBy =
  ({ email, text }: Wanted) =>
  (user: User): boolean =>
    (email === undefined || normalizeEmail(user.email) === normalizeEmail(email)) &&
    (text === undefined || meetsQuery(text, searchedInUser(user)))

export const findUsers = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Find users",
    description:
      "Finds users by text or their whole email; use it after an add_user whose outcome is unknown. Unless complete, go on with " +
      "next_cursor and the same arguments.",
    toolset: "users",
    input: inOrganization(platform, {
      email: Schema.optionalKey(Email),
      text: Schema.optionalKey(SearchText),
      limit: limitOf(matchesDefault),
      fields: listedUsers.argument,
      cursor
    }),
    output: foundSchema,
    handler: ({ cursor, fields, limit, organization_id, ...wanted }, { progress }) =>
      Effect.gen(function* () {
        const { id, users } = yield* organizationOf(platform, organization_id)
        const searches = hasFilters(platform, operation)
        const filters = {
          ...(searches && wanted.email !== undefined ? { email: wanted.email } : {}),
          ...(searches && wanted.text !== undefined ? { q: wanted.text } : {})
        }
        return yield* foundItems({
          walk: { tool: name, operation, organizationId: id, filters, chosen: wanted },
          noun: "users",
          cursor,
          limit,
          pages: (query) => users.list({ ...query, ...filters }).pages,
          matches: searches ? undefined : wantedBy(wanted),
          show: (user) => listedUsers.show(user, fields),
          progress
        })
      })
  })
