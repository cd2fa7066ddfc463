/**
 * A record of a file as a user to be added: its cells or members, checked by the schema of the API, and the key under which the
 * service adds it once.
 *
 * The key is a digest of the record. A second run of the same file therefore repeats nothing, wherever the first one ended, and
 * a record that was corrected has another key. Sends nothing.
 */
import type { RecordFile } from "@partner-api/cli-kit/records/RecordFile"
import type { RawRecord } from "@partner-api/cli-kit/records/RawRecord"
import { canonicalJson } from "@partner-api/domain/IdempotencyKey"
import type { Problem } from "@partner-api/domain/Problem"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import { type NewUser, UserStatus } from "@partner-api/domain/User"
import { UserLine } from "@partner-api/domain/UserImport"
import * as Result from "effect/Result"
import { createHash } from "node:crypto"
import type { Refusal } from "./Refusal.ts"

/** The columns that a CSV file may have: the members of a user. */
export const userColumns: ReadonlyMap<string, "text"> = new Map(
  Object.keys(UserLine.fields).map((name) => [name, "text"])
)

/** A record of a file. */
interface UserRecord {
  /** The line it begins on, counted from 1. */
  readonly line: number
  /** The position of its end, in bytes. */
  readonly end: number
  readonly user: Result.Result<NewUser, Refusal>
}

const decode = strictDecoder(UserLine)

const [active] = UserStatus.literals

/** The problem of a status that lists of users show and no new user can have. */
const inactive: Problem = {
  in: "body",
  path: "/status",
  code: "not_allowed",
  message: `must be ${active}: so users begin`
}

const refused = (problems: ReadonlyArray<Problem>): Refusal => ({
  error: "unprocessable_entity",
  message: problems.map(({ message, path }) => `${path} ${message}`.trimStart()).join("; "),
  request_id: null,
  details: problems
})

const userOf = (value: Result.Result<unknown, string>): Result.Result<NewUser, Refusal> =>
  Result.flatMap(
    Result.mapError(value, (message) => ({ error: "invalid_request", message, request_id: null, details: [] })),
    (input) =>
      Result.flatMap(Result.mapError(decode(input, "body"), refused), ({ status = active, ...user }) =>
        status === active ? Result.succeed(user) : Result.fail(refused([inactive]))
      )
  )

/** Reads records. */
export const readUsers = (file: RecordFile, records: ReadonlyArray<RawRecord>): ReadonlyArray<UserRecord> =>
  file.read(records).map((value, index) => ({
    line: records[index]?.line ?? 0,
    end: records[index]?.next.offset ?? 0,
    user: userOf(value)
  }))

/** The key of a user. */
export const keyOf = (user: NewUser): string =>
  `users-import-${createHash("sha256").update(canonicalJson(user)).digest("hex")}`
