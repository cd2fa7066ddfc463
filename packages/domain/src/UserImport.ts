/**
 * A user as another system hands it over, one for each line of a file, and what it makes of the user who is there.
 *
 * A user is found by the email alone. A line with an id names its user, and is refused where the email belongs to another
 * one: nobody's record is written over another's. Reads no files and parses no format; time and identifier come in as arguments.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import type { UserId } from "./Ids.ts"
import type { Problem } from "./Problem.ts"
import { notBefore, timeOfChange, timeProblems } from "./RecordTimes.ts"
import { strictDecoder } from "./StrictDecoder.ts"
import { madeUser, NewUser, sameUser, type User, UserStatus } from "./User.ts"

/** A line of a file of users. */
export const UserLine = Schema.Struct({ ...NewUser.fields, status: Schema.optionalKey(UserStatus) })
export type UserLine = typeof UserLine.Type

const decode = strictDecoder(UserLine)

/** Reads a line, or returns everything that is wrong with it. */
export const decodeUserLine = (input: unknown, nowMs: number): Result.Result<UserLine, ReadonlyArray<Problem>> =>
  Result.flatMap(decode(input, "body"), (line) => {
    const problems = timeProblems(line, nowMs)
    return problems.length > 0 ? Result.fail(problems) : Result.succeed(line)
  })

const idProblem = (message: string): ReadonlyArray<Problem> => [{ in: "body", path: "/id", code: "conflict", message }]

/** The problems of the id of a line, seen with the users who have its email and its id. */
export const userLineProblems = (
  line: UserLine,
  holders: { readonly ofEmail: User | undefined; readonly ofId: User | undefined }
): ReadonlyArray<Problem> => {
  const { ofEmail, ofId } = holders
  if (line.id === undefined || line.id === ofEmail?.id) return []
  if (ofEmail === undefined) {
    return ofId === undefined
      ? []
      : idProblem("belongs to a user with another email; leave the id out, or change the email of that user first")
  }
  return ofId === undefined
    ? idProblem("is not the id of the user who has this email; leave it out, and that user keeps the other one")
    : idProblem("belongs to one user and /email to another; correct one of them")
}

/** The new user that a line makes. */
export const newUserOf = (line: UserLine, made: { readonly id: UserId; readonly nowMs: number }): User => ({
  ...madeUser(line, made),
  ...(line.status === undefined ? {} : { status: line.status })
})

/**
 * The stored user after a line with its email: the very same object when the line changes nothing. A line without a status leaves it
 * as it is.
 */
export const changedUserOf = (line: UserLine, stored: User, nowMs: number): User => {
  const { id: _id, created_at: _created, updated_at, ...members } = line
  const before: User = { ...stored, status: stored.status ?? "ACTIVE" }
  const repeated: User = { ...before, ...members }
  if (updated_at !== undefined) {
    const after = { ...repeated, updated_at: notBefore(updated_at, stored.created_at) }
    return sameUser(after, before) ? stored : after
  }
  return sameUser(repeated, before) ? stored : { ...repeated, updated_at: timeOfChange(stored.updated_at, nowMs) }
}
