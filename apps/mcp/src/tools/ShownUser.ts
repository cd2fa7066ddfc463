/**
 * Users as results show them.
 */
import { User } from "@partner-api/domain/User"
import { shownMembers } from "./ShownMembers.ts"

/** Users in lists. */
export const listedUsers = shownMembers(Object.keys(User.fields), ["first_name", "last_name", "email", "status"])
