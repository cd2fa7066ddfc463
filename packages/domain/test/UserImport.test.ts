/**
 * Users whom another system hands over: what a line may have, which users it may concern, and what it makes of the one who is there
 * (docs, import; decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"

import { UserId } from "../src/Ids.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { type User, userNameMax } from "../src/User.ts"
import { changedUserOf, decodeUserLine, newUserOf, type UserLine, userLineProblems } from "../src/UserImport.ts"

const nowMs = 1_767_225_600_000
const at = (offsetMs: number) => timestampFromMillis(nowMs + offsetMs)
const required = { first_name: "Ada", last_name: "King", email: "ada@example.com" }
const id = UserId.make("usr_1")

/** What is wrong with a line: `"/email format"`. */
const faults = (line: unknown): ReadonlyArray<string> =>
  Result.match(decodeUserLine(line, nowMs), {
    onFailure: (problems) => problems.map(({ path, code }) => `${path} ${code}`),
    onSuccess: () => []
  })
const decoded = (line: unknown): UserLine => Result.getOrThrow(decodeUserLine(line, nowMs))

describe("a line of a file of users", () => {
  it.for<[what: string, line: unknown, faults: ReadonlyArray<string>]>([
    ["nothing in it", {}, ["/first_name required", "/last_name required", "/email required"]],
    ["another value", "Ada", [" type"]],
    ["a misspelt member", { ...required, firstname: "x" }, ["/firstname unknown"]],
    ["null for a member", { ...required, first_name: null }, ["/first_name type"]],
    ["a name of blanks", { ...required, first_name: " " }, ["/first_name length"]],
    ["a name that is too long", { ...required, last_name: "x".repeat(userNameMax + 1) }, ["/last_name length"]],
    ["an address without a host", { ...required, email: "ada" }, ["/email format"]],
    ["another status", { ...required, status: "active" }, ["/status not_allowed"]],
    ["an id of blanks", { ...required, id: "usr 1" }, ["/id format"]],
    ["no such day", { ...required, created_at: "2025-02-30T00:00:00Z" }, ["/created_at format"]],
    ["a time to come", { ...required, created_at: at(600_000) }, ["/created_at range"]],
    ["times in the wrong order", { ...required, created_at: at(0), updated_at: at(-1) }, ["/updated_at range"]]
  ])("is refused with %s (import)", ([, line, expected]) => assert.deepStrictEqual(faults(line), expected))

  it("may leave out all but names and email (import)", () => assert.deepStrictEqual(faults(required), []))
})

describe("the id of a line", () => {
  const user = (name: string): User => ({ ...newUserOf(decoded(required), { id: UserId.make(name), nowMs }) })
  const one = user("usr_1")
  const other = user("usr_2")
  const line = decoded({ ...required, id })

  it.for<
    [what: string, line: UserLine, ofEmail: User | undefined, ofId: User | undefined, message: RegExp | undefined]
  >([
    ["is left out", decoded(required), one, undefined, undefined],
    ["is nobody's, like the email", line, undefined, undefined, undefined],
    ["is that of the email's user", line, one, one, undefined],
    ["is another user's, and the email nobody's", line, undefined, one, /^belongs to a user with another email;/],
    [
      "is nobody's, and the email another user's",
      line,
      other,
      undefined,
      /^is not the id of the user who has this email;/
    ],
    ["and the email are those of two users", line, other, one, /^belongs to one user and \/email to another;/]
  ])("%s: it is refused where it says another user than the email (import)", ([, line, ofEmail, ofId, message]) => {
    const problems = userLineProblems(line, { ofEmail, ofId })
    assert.lengthOf(problems, message === undefined ? 0 : 1)
    for (const problem of problems) {
      assert.deepInclude(problem, { path: "/id", code: "conflict" })
      assert.match(problem.message, message ?? /never/)
    }
  })
})

describe("a user after a line", () => {
  const made = { id, nowMs }
  const stored: User = { id, created_at: at(-100), updated_at: at(-50), ...required, status: "DISABLED" }

  it.for<[what: string, line: object, expected: object]>([
    ["nothing more", {}, { id, created_at: at(0), updated_at: at(0), status: "ACTIVE" }],
    ["a status", { status: "DISABLED" }, { id, created_at: at(0), updated_at: at(0), status: "DISABLED" }],
    [
      "an id and a time",
      { id: "their-42", created_at: at(-5) },
      { id: "their-42", created_at: at(-5), updated_at: at(-5), status: "ACTIVE" }
    ]
  ])("that is new has what the line says, here %s, and the rest is made (import)", ([, rest, expected]) =>
    assert.deepStrictEqual<object>(newUserOf(decoded({ ...required, ...rest }), made), { ...required, ...expected })
  )

  it.for<[what: string, line: object]>([
    ["its names and email", required],
    ["its status", { ...required, status: "DISABLED" }],
    ["its id", { ...required, id }],
    ["its time", { ...required, updated_at: at(-50) }],
    ["another time of making, which is kept", { ...required, created_at: at(-70) }]
  ])("is the very same when the line repeats %s (import)", ([, line]) =>
    assert.strictEqual(changedUserOf(decoded(line), stored, nowMs), stored)
  )

  it("that has no status is an active one (import)", () => {
    const { status: _, ...silent } = stored
    assert.strictEqual(changedUserOf(decoded({ ...required, status: "ACTIVE" }), silent, nowMs), silent)
  })

  it.for<[what: string, line: object, expected: object]>([
    ["a new name", { ...required, last_name: "Byron" }, { ...stored, last_name: "Byron", updated_at: at(0) }],
    [
      "another case of the email",
      { ...required, email: "Ada@example.com" },
      { ...stored, email: "Ada@example.com", updated_at: at(0) }
    ],
    ["a status", { ...required, status: "ACTIVE" }, { ...stored, status: "ACTIVE", updated_at: at(0) }],
    [
      "a name and a time",
      { ...required, last_name: "Byron", updated_at: at(-10) },
      { ...stored, last_name: "Byron", updated_at: at(-10) }
    ],
    ["a later time alone", { ...required, updated_at: at(-10) }, { ...stored, updated_at: at(-10) }],
    ["a time before the user was made", { ...required, updated_at: at(-200) }, { ...stored, updated_at: at(-100) }]
  ])("takes on %s, keeps its id and created_at, and has a time of change (import)", ([, line, expected]) =>
    assert.deepStrictEqual<object>(changedUserOf(decoded(line), stored, nowMs), expected)
  )

  it("is unchanged by the same line again (import)", () => {
    for (const line of [
      { ...required, last_name: "Byron", status: "ACTIVE" },
      { ...required, updated_at: at(-200) },
      { ...required, email: "ADA@example.com", created_at: at(-10) }
    ]) {
      const changed = changedUserOf(decoded(line), stored, nowMs)
      assert.strictEqual(changedUserOf(decoded(line), changed, nowMs + 1), changed)
    }
  })

  it("has a later time of change than before, whatever the clock says (decisions, Resources)", () =>
    assert.strictEqual(
      changedUserOf(decoded({ ...required, last_name: "B" }), stored, nowMs - 1_000).updated_at,
      at(-49)
    ))
})
