/**
 * A user of an organization (spec 2, User; spec 4.7; the status is decided, not documented).
 *
 * The documented body of `POST /v1/users` is a whole record, because partners bring their own records over: identifier and
 * timestamps are kept when given and made when absent. Time comes in as an argument.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Email, normalizeEmail } from "./Email.ts"
import { Conflict } from "./Errors.ts"
import { UserId } from "./Ids.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { personal } from "./Personal.ts"
import type { Problem } from "./Problem.ts"
import { completeTimes, timeProblems } from "./RecordTimes.ts"
import { trimmedText } from "./Text.ts"
import { Timestamp } from "./Timestamp.ts"

/** The longest first or last name, in characters. */
export const userNameMax = 100

/** Whether a user works in the organization, or did. */
export const UserStatus = Schema.Literals(["ACTIVE", "DISABLED"])
export type UserStatus = typeof UserStatus.Type

/** A user as the API shows it. Without a status, it is an active one. */
export const User = Schema.Struct({
  id: UserId,
  created_at: Timestamp,
  updated_at: Timestamp,
  first_name: Schema.String.annotate({ examples: ["Ada"] }),
  last_name: Schema.String.annotate({ examples: ["Lovelace"] }),
  email: Schema.String.annotate({ examples: ["ada@example.com"] }),
  status: Schema.optionalKey(UserStatus.annotate({ "x-extension": true }))
}).annotate({ identifier: "User", description: "A user of the organization", ...personal })
export type User = typeof User.Type

/** A user as events have it; the id alone where the person was erased. */
export const UserSnapshot = Schema.Struct({
  id: User.fields.id,
  created_at: Schema.optionalKey(User.fields.created_at),
  updated_at: Schema.optionalKey(User.fields.updated_at),
  first_name: Schema.optionalKey(User.fields.first_name),
  last_name: Schema.optionalKey(User.fields.last_name),
  email: Schema.optionalKey(User.fields.email),
  status: User.fields.status
}).annotate({
  identifier: "UserSnapshot",
  description: "The user after the change; of a person who was erased, the id alone",
  "x-extension": true
})

/** Whether a user works in the organization. */
export const isActive = ({ status }: Pick<User, "status">): boolean => status !== "DISABLED"

/** Whether two users have equal values. Marked as pure, so that bundlers leave it out of clients. */
export const sameUser = /* @__PURE__ */ Schema.toEquivalence(User)

/** The members that partners write of a user, new or there already. */
const written = {
  first_name: trimmedText(1, userNameMax),
  last_name: trimmedText(1, userNameMax),
  email: Email
}

/** The request that adds a user (decisions, Resources). */
export const NewUser = Schema.Struct({
  id: Schema.optionalKey(UserId),
  created_at: Schema.optionalKey(Timestamp),
  updated_at: Schema.optionalKey(Timestamp),
  ...written
}).annotate({
  identifier: "NewUser",
  description: "Adds a user; identifier and timestamps are made when absent",
  examples: [{ first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }]
})
export type NewUser = typeof NewUser.Type

/** The request that changes a user (decisions, Resources): every member is always there, so none can be removed. */
export const UserPatch = mergePatchOf({
  kept: { ...written, status: UserStatus },
  removable: {},
  readOnly: ["id", "created_at", "updated_at"]
}).annotate({
  identifier: "UserPatch",
  description: "The change of a user, as a JSON Merge Patch (RFC 7396): an absent member stays",
  examples: [{ status: "DISABLED" }],
  "x-extension": true
})
export type UserPatch = typeof UserPatch.Type

/** The active user that a record makes whose timestamps can be. */
export const madeUser = (input: NewUser, made: { readonly id: UserId; readonly nowMs: number }): User => ({
  id: input.id ?? made.id,
  ...completeTimes(input, made.nowMs),
  first_name: input.first_name,
  last_name: input.last_name,
  email: input.email,
  status: "ACTIVE"
})

/**
 * Completes a new user: the given identifier and timestamps are kept, the absent ones made. One timestamp given alone stands
 * for both. Fails with every problem when created ≤ updated ≤ now + 5 minutes does not hold.
 */
export const completeUser = (
  input: NewUser,
  made: { readonly id: UserId; readonly nowMs: number }
): Result.Result<User, ReadonlyArray<Problem>> => {
  const problems = timeProblems(input, made.nowMs)
  return problems.length > 0 ? Result.fail(problems) : Result.succeed(madeUser(input, made))
}

/** The conflict of a user whose id or email others have: the members that collide, and with whom. */
export const userConflict = (
  user: { readonly id: string; readonly email: string },
  holders: ReadonlyArray<{ readonly id: string; readonly email: string }>
): Conflict =>
  new Conflict({
    message: "A user with this id or email exists already.",
    details: holders.flatMap((holder) => [
      ...(holder.id === user.id
        ? [{ in: "body", path: "/id", code: "conflict", message: `belongs to the user ${holder.id}` } as const]
        : []),
      ...(normalizeEmail(holder.email) === normalizeEmail(user.email)
        ? [{ in: "body", path: "/email", code: "conflict", message: `belongs to the user ${holder.id}` } as const]
        : [])
    ])
  })
