/**
 * Users as results show them.
 */
import { User } from "@partner-api/domain/User"
import { visibleMembers } from "./MembersView.ts"

/** Users in lists. */
export const listedUsers = visibleMembers(Object.keys(User.fields), ["first_name", "last_name", "email", "status"])
