/**
 * Commands that change users.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { UnprocessableEntity } from "../Errors.ts"
import type { OrganizationId, UserId } from "../Ids.ts"
import { type Decision, type JournalEntry, ofUser } from "../Journal.ts"
import { patching } from "../MergePatch.ts"
import type { Problem } from "../Problem.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { completeUser, type NewUser, sameUser, User, type UserPatch } from "../User.ts"

/** Members that the service generates when a request leaves them out. */
const generated = ["id", "created_at", "updated_at"]

const patched = patching(User)
const members = Struct.keys(User.fields)

/** The refusal of a user that contradicts itself. */
const contradicting = (details: ReadonlyArray<Problem>) =>
  new UnprocessableEntity({ message: "The user record contradicts itself.", details })

/** Creates a user. Fails when the record contradicts itself; the store checks whether id and email are free. */
export const createUser = (
  organizationId: OrganizationId,
  input: NewUser,
  made: { readonly id: UserId; readonly nowMs: number }
): Result.Result<Decision<User>, UnprocessableEntity> => {
  const names = Object.keys(input)
  const supplied = generated.filter((name) => names.includes(name))
  return Result.map(Result.mapError(completeUser(input, made), contradicting), (user) => ({
    next: user,
    entries: [
      ofUser(
        {
          organizationId,
          action: "user.created",
          resource_id: user.id,
          changed: names.filter((name) => !generated.includes(name)),
          ...(supplied.length === 0 ? {} : { supplied })
        },
        user
      )
    ]
  }))
}

const activeOr = ({ status = "ACTIVE" }: User) => status

/** The entry of a user who is another than before. */
const userChanged = (organizationId: OrganizationId, before: User, after: User): JournalEntry => {
  const [status, moved] = [activeOr(before), activeOr(after)]
  return ofUser(
    {
      organizationId,
      action: moved !== status && moved === "DISABLED" ? "user.disabled" : "user.updated",
      resource_id: before.id,
      changed: members.filter((name) => !generated.includes(name) && after[name] !== before[name]),
      ...(moved === status ? {} : { before: { status }, after: { status: moved } })
    },
    after
  )
}

/** The entry of a user who comes from elsewhere. */
const userBrought = (organizationId: OrganizationId, user: User): JournalEntry =>
  ofUser(
    {
      organizationId,
      action: "user.created",
      resource_id: user.id,
      changed: members.filter((name) => !generated.includes(name) && user[name] !== undefined)
    },
    user
  )

/** The entry of a user whom an import has added, or made another than before. */
export const userImported = (organizationId: OrganizationId, before: User | undefined, after: User): JournalEntry =>
  before === undefined ? userBrought(organizationId, after) : userChanged(organizationId, before, after)

/**
 * Changes a user. An equal value in a patch is no change, and a patch that changes nothing has no entry. The store checks whether the email is
 * free.
 */
export const patchUser = (
  organizationId: OrganizationId,
  stored: User,
  patch: UserPatch,
  nowMs: number
): Result.Result<Decision<User>, UnprocessableEntity> => {
  const { status = "ACTIVE" } = stored
  const before: User = { ...stored, status }
  return Result.map(Result.mapError(patched(before, patch), contradicting), (merged) => {
    if (sameUser(merged, before)) return { next: stored, entries: [] }
    const next = { ...merged, updated_at: timeOfChange(stored.updated_at, nowMs) }
    return { next, entries: [userChanged(organizationId, before, next)] }
  })
}

/** The entry of a user who was erased: by identifier alone. */
export const userErased = (organizationId: OrganizationId, id: UserId): JournalEntry =>
  ofUser(
    {
      organizationId,
      action: "user.erased",
      resource_id: id,
      changed: ["first_name", "last_name", "email"]
    },
    { id }
  )
