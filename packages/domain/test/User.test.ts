/**
 * Adding a user (spec 2, User; spec 4.7; decisions, Resources): what is kept, what is made, and what is refused.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { OrganizationId, UserId } from "../src/Ids.ts"
import { timestampFromMillis } from "../src/Timestamp.ts"
import { clockToleranceMs } from "../src/RecordTimes.ts"
import { patchUser } from "../src/commands/User.ts"
import { completeUser, NewUser, type User, userConflict, UserPatch } from "../src/User.ts"
import { auditParts } from "./AuditParts.ts"
import { faults, integer } from "./support.ts"

const nowMs = 1_767_225_600_000
const made = { id: UserId.make("usr_made"), nowMs }
const given = UserId.make("their-42")
const person = { first_name: "Ada", last_name: "Lovelace", email: "ada@example.com" }
/** The timestamp the given milliseconds after now. */
const at = (offsetMs: number) => timestampFromMillis(nowMs + offsetMs)
const early = at(-1_000)
const late = at(-500)
const notEarlier = {
  in: "body",
  path: "/updated_at",
  code: "range",
  message: "must not be earlier than created_at"
} as const
const notFuture = (path: string) =>
  ({ in: "body", path, code: "range", message: "must not lie in the future" }) as const

/** The completed user, or every problem with it. */
const completed = (input: Partial<NewUser>) => Result.merge(completeUser({ ...input, ...person }, made))

describe("a completed user (decisions, Resources)", () => {
  it.for([
    ["nothing", {}, { id: made.id, created_at: at(0), updated_at: at(0) }],
    ["an id", { id: given }, { id: given, created_at: at(0), updated_at: at(0) }],
    ["created_at alone", { created_at: early }, { id: made.id, created_at: early, updated_at: early }],
    ["updated_at alone", { updated_at: late }, { id: made.id, created_at: late, updated_at: late }],
    ["both timestamps", { created_at: early, updated_at: late }, { id: made.id, created_at: early, updated_at: late }],
    [
      "all of it",
      { id: given, created_at: early, updated_at: early },
      { id: given, created_at: early, updated_at: early }
    ],
    [
      "timestamps exactly 5 minutes ahead",
      { created_at: at(300_000), updated_at: at(300_000) },
      { id: made.id, created_at: at(300_000), updated_at: at(300_000) }
    ]
  ] as const)("keeps what is given and makes the rest: %s", ([, input, expected]) =>
    assert.deepStrictEqual(completed(input), { ...expected, ...person, status: "ACTIVE" })
  )

  it.for([
    ["created_at a millisecond after updated_at", { created_at: at(-499), updated_at: late }, [notEarlier]],
    ["updated_at a millisecond too far ahead", { updated_at: at(300_001) }, [notFuture("/updated_at")]],
    ["created_at alone too far ahead", { created_at: at(300_001) }, [notFuture("/created_at")]],
    ["both mistakes", { created_at: at(400_000), updated_at: at(300_001) }, [notEarlier, notFuture("/updated_at")]]
  ] as const)("is refused with every problem: %s", ([, input, problems]) =>
    assert.deepStrictEqual(completed(input), problems)
  )

  it.prop(
    "exists exactly when created ≤ updated ≤ now + 5 minutes",
    { created: integer(-400_000, 400_000), updated: integer(-400_000, 400_000) },
    ({ created, updated }) => {
      const result = completeUser({ created_at: at(created), updated_at: at(updated), ...person }, made)
      assert.strictEqual(Result.isSuccess(result), created <= updated && updated <= 300_000)
    }
  )

  it("tolerates clocks that differ by 5 minutes", () => assert.strictEqual(clockToleranceMs, 300_000))
})

describe("the body that adds a user (spec 4.7; decisions, Resources)", () => {
  it("is trimmed at the names and normalised at the timestamps, and kept as it is otherwise", () =>
    assert.deepStrictEqual(
      Schema.decodeUnknownSync(NewUser)({
        id: "their-42",
        created_at: "2026-01-31T10:30:00+01:00",
        first_name: " \t Ada\n",
        last_name: "  King  of Lovelace\u00a0",
        email: "Ada@Example.com"
      }),
      NewUser.make({
        id: given,
        created_at: timestampFromMillis(Date.UTC(2026, 0, 31, 9, 30)),
        first_name: "Ada",
        last_name: "King  of Lovelace",
        email: "Ada@Example.com"
      })
    ))

  it.for([
    ["no character", "", ["/first_name length"]],
    ["only white space", " \n\t ", ["/first_name length"]],
    ["1 character", "A", []],
    ["100 characters", "a".repeat(100), []],
    ["100 emoji", "😀".repeat(100), []],
    ["100 characters between spaces", `  ${"a".repeat(100)}  `, []],
    ["101 characters", "a".repeat(101), ["/first_name length"]],
    ["101 emoji", "😀".repeat(101), ["/first_name length"]],
    ["null", null, ["/first_name type"]],
    ["a number", 7, ["/first_name type"]]
  ] as const)("has 1 to 100 characters as first_name: %s", ([, first_name, expected]) =>
    assert.deepStrictEqual(faults(NewUser, { ...person, first_name }), expected)
  )

  it.for([
    ["an empty body", {}, ["/first_name required", "/last_name required", "/email required"]],
    ["a long last_name", { ...person, last_name: "a".repeat(101) }, ["/last_name length"]],
    ["an id that is null", { ...person, id: null }, ["/id type"]],
    ["an id with a slash", { ...person, id: "a/b" }, ["/id format"]],
    ["an email that is none", { ...person, email: "ada" }, ["/email format"]],
    ["a timestamp that is null", { ...person, created_at: null }, ["/created_at type"]],
    ["a day that does not exist", { ...person, updated_at: "2026-02-30T00:00:00Z" }, ["/updated_at format"]],
    ["an unknown member", { ...person, firstname: "Ada" }, ["/firstname unknown"]]
  ] as const)("with %s has the faults $2", ([, body, expected]) =>
    assert.deepStrictEqual(faults(NewUser, body), expected)
  )
})

describe("a user whose id or email others have (decisions, Resources)", () => {
  const belongs = (path: string, holder: string) => ({
    in: "body",
    path,
    code: "conflict",
    message: `belongs to the user ${holder}`
  })
  const other = { id: "usr_other", email: "bob@example.com" }

  it.for([
    ["the id", [{ ...other, id: given }], [belongs("/id", given)]],
    ["the email, in capitals", [{ ...other, email: "ADA@EXAMPLE.COM" }], [belongs("/email", other.id)]],
    ["both, one user", [{ id: given, email: person.email }], [belongs("/id", given), belongs("/email", given)]],
    [
      "both, two users",
      [
        { ...other, id: given },
        { ...other, email: person.email }
      ],
      [belongs("/id", given), belongs("/email", other.id)]
    ],
    ["nobody has any more", [], []]
  ] as const)("has a refusal that names each taken member and its holder: %s", ([, holders, details]) => {
    const conflict = userConflict({ id: given, email: person.email }, holders)
    assert.strictEqual(conflict.message, "A user with this id or email exists already.")
    assert.deepStrictEqual<unknown>(conflict.details, details)
  })
})

describe("a patched user (decisions, Resources)", () => {
  const organizationId = OrganizationId.make("org_a")
  const stored: User = { id: given, created_at: at(0), updated_at: at(0), ...person, status: "ACTIVE" }
  const patched = (change: UserPatch, user = stored) =>
    Result.getOrThrow(patchUser(organizationId, user, change, nowMs))
  const { status: _, ...older } = stored

  it("can lose nothing, and say nothing of what the service writes", () =>
    assert.deepStrictEqual(
      ["first_name", "last_name", "email", "status", "id", "created_at", "updated_at"].flatMap((name) => [
        ...faults(UserPatch, { [name]: null })
      ]),
      [
        "/first_name required",
        "/last_name required",
        "/email required",
        "/status required",
        "/id not_allowed",
        "/created_at not_allowed",
        "/updated_at not_allowed"
      ]
    ))

  it.for<[change: UserPatch, user: User]>([
    [{}, stored],
    [{ ...person, status: "ACTIVE" }, stored],
    [{}, older],
    [{ status: "ACTIVE" }, older]
  ])("is the very same when %j changes nothing", ([change, user]) =>
    assert.deepStrictEqual(patched(change, user), { next: user, entries: [] })
  )

  it.for([
    ["DISABLED", "ACTIVE", "user.disabled"],
    ["ACTIVE", "DISABLED", "user.updated"]
  ] as const)("has both values of its status in the journal when that becomes %s", ([status, before, action]) => {
    const { entries, next } = patched({ status, first_name: "B" }, { ...stored, status: before })
    assert.deepStrictEqual(next, { ...stored, first_name: "B", status, updated_at: at(1) })
    assert.deepStrictEqual(auditParts(entries), [
      {
        organizationId,
        action,
        resource_id: given,
        changed: ["first_name", "status"],
        before: { status: before },
        after: { status }
      }
    ])
  })

  it("is recorded by names of members alone otherwise (docs/decisions, 16)", () =>
    assert.deepStrictEqual(auditParts(patched({ email: "b@example.com" }, older).entries), [
      { organizationId, action: "user.updated", resource_id: given, changed: ["email"] }
    ]))
})
