/**
 * Commands that change users.
 */
import * as Result from "effect/Result"

import { UnprocessableEntity } from "../Errors.ts"
import type { OrganizationId, UserId } from "../Ids.ts"
import type { Decision, JournalEntry } from "../Journal.ts"
import { completeUser, type NewUser, type User } from "../User.ts"

/** Members that the service generates when a request leaves them out. */
const generated = ["id", "created_at", "updated_at"]

/** Creates a user. Fails when the record contradicts itself; whether id and email are free, the store knows. */
export const createUser = (
  organizationId: OrganizationId,
  input: NewUser,
  made: { readonly id: UserId; readonly nowMs: number }
): Result.Result<Decision<User>, UnprocessableEntity> => {
  const names = Object.keys(input)
  const supplied = generated.filter((name) => names.includes(name))
  return Result.map(
    Result.mapError(
      completeUser(input, made),
      (details) => new UnprocessableEntity({ message: "The user record contradicts itself.", details })
    ),
    (user) => ({
      next: user,
      entries: [
        {
          organizationId,
          action: "user.created",
          resource_id: user.id,
          changed: names.filter((name) => !generated.includes(name)),
          ...(supplied.length === 0 ? {} : { supplied })
        }
      ]
    })
  )
}

/** The entry of a user who was erased: by identifier alone. */
export const userErased = (organizationId: OrganizationId, id: UserId): JournalEntry => ({
  organizationId,
  action: "user.erased",
  resource_id: id,
  changed: ["first_name", "last_name", "email"]
})
