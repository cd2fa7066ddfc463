/**
 * The filters of the list of users (decisions, Filters).
 */
import * as Schema from "effect/Schema"

import { Email, normalizeEmail } from "./Email.ts"
import { sinceMs, UpdatedSince } from "./Filter.ts"
import { meetsQuery, SearchQuery } from "./Search.ts"
import { type User, UserStatus } from "./User.ts"

/** Filters of users; every one that is given must be met. */
export const UserFilter = Schema.Struct({
  email: Schema.optionalKey(
    Email.pipe(Schema.annotateEncoded({ description: "The user with this email, whatever its case" }))
  ),
  status: Schema.optionalKey(
    UserStatus.annotate({ description: "Users who work in the organization, or who did", examples: ["ACTIVE"] })
  ),
  q: Schema.optionalKey(SearchQuery.annotate({ examples: ["ada"] })),
  updated_since: Schema.optionalKey(UpdatedSince)
})
export type UserFilter = typeof UserFilter.Type

/** The members of a user that are searched. */
export const searchedInUser = ({ email, first_name, last_name }: Pick<User, "email" | "first_name" | "last_name">) => [
  first_name,
  last_name,
  email
]

/** Whether a user that was last written at a moment meets a filter. Without a status, a user is an active one. */
export const meetsUserFilter = (
  { email, q, status, updated_since }: UserFilter,
  user: User,
  writtenAtMs: number
): boolean =>
  (email === undefined || normalizeEmail(user.email) === normalizeEmail(email)) &&
  (status === undefined || (user.status ?? "ACTIVE") === status) &&
  (q === undefined || meetsQuery(q, searchedInUser(user))) &&
  (updated_since === undefined || writtenAtMs >= sinceMs(updated_since))
