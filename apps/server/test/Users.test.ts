/**
 * Users: what is kept, made, trimmed and normalised, what is in conflict, and what is wrong (spec 4.7; decisions, Resources).
 */
import { assert, describe, it } from "@effect/vitest"
import { detailsOf, errorOf, mistakesOf, withoutRequestId } from "./ErrorAnswer.ts"
import { membersOf } from "./HttpCall.ts"
import { sharedServer } from "./TestServer.ts"
import { pageOf, pathOf } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens, startMs } = server
const token = tokens.acme
const create = (json: unknown, as = token) => call("POST", "/v1/users", { token: as, json })
const read = (id: string, as = token) => call("GET", `/v1/users/${id}`, { token: as })

let made = 0
/** A user that nobody has yet. */
const person = (more: Readonly<Record<string, unknown>> = {}) => ({
  first_name: "Ada",
  last_name: "Lovelace",
  email: `ada.${++made}@example.com`,
  ...more
})
const at = (offsetMs: number): string => new Date(startMs + offsetMs).toISOString()
const minutes = (count: number): number => count * 60_000

describe("a new user", () => {
  it("is at its Location as it was answered, with a made id and the time of now (decisions, Resources)", async () => {
    const json = person()
    const answer = await create(json)
    const { id, created_at, updated_at, ...rest } = membersOf(answer)
    assert.strictEqual(answer.status, 201)
    assert.deepStrictEqual(rest, { ...json, status: "ACTIVE" })
    assert.match(String(id), /^usr_[0-9A-HJKMNP-TV-Z]{26}$/)
    assert.deepStrictEqual([created_at, updated_at], [at(0), at(0)])
    assert.strictEqual(answer.headers.location, `${server.publicUrl}/v1/users/${String(id)}`)
    const there = await call("GET", pathOf(String(answer.headers.location)), { token })
    assert.deepStrictEqual([there.status, there.json], [200, answer.json])
  })

  it("keeps the id and the timestamps that it brings (decisions, Resources)", async () => {
    const json = {
      id: "hr-system_4711",
      created_at: "2020-02-29T10:00:00.000Z",
      updated_at: "2021-01-01T00:00:00.000Z",
      ...person()
    }
    assert.deepStrictEqual((await create(json)).json, { ...json, status: "ACTIVE" })
    assert.deepStrictEqual((await read("hr-system_4711")).json, { ...json, status: "ACTIVE" })
  })

  it.for<[what: string, sent: Readonly<Record<string, string>>, kept: Readonly<Record<string, string>>]>([
    [
      "white space around names",
      { first_name: " \tAda\n", last_name: "\u00a0L " },
      { first_name: "Ada", last_name: "L" }
    ],
    [
      "white space around an email",
      { email: " \u00a0ada.space@example.com\u00a0\n" },
      { email: "ada.space@example.com" }
    ],
    ["the case of an email as it was written", { email: "Ada.Case@Example.COM" }, { email: "Ada.Case@Example.COM" }],
    [
      "an offset",
      { created_at: "2020-01-01T01:30:00+01:30", updated_at: "2019-12-31T19:00:00-05:00" },
      { created_at: "2020-01-01T00:00:00.000Z", updated_at: "2020-01-01T00:00:00.000Z" }
    ],
    [
      "fractions, cut to three digits",
      { created_at: "2020-01-01T00:00:00.9999Z" },
      { created_at: "2020-01-01T00:00:00.999Z" }
    ],
    [
      "a created_at alone, for both",
      { created_at: "2020-01-01T00:00:00Z" },
      { created_at: "2020-01-01T00:00:00.000Z", updated_at: "2020-01-01T00:00:00.000Z" }
    ],
    [
      "an updated_at alone, for both",
      { updated_at: "2020-01-01T00:00:00Z" },
      { created_at: "2020-01-01T00:00:00.000Z", updated_at: "2020-01-01T00:00:00.000Z" }
    ],
    [
      "an updated_at five minutes ahead",
      { created_at: at(0), updated_at: at(minutes(5)) },
      { updated_at: at(minutes(5)) }
    ],
    [
      "characters of any script",
      { first_name: "李", last_name: "😀".repeat(100) },
      { first_name: "李", last_name: "😀".repeat(100) }
    ],
    ["an id of 64 characters", { id: "x".repeat(64) }, { id: "x".repeat(64) }]
  ])("takes %s (decisions, Resources)", async ([, sent, kept]) => {
    const answer = await create(person(sent))
    assert.strictEqual(answer.status, 201, answer.text)
    assert.deepInclude({ ...membersOf(answer) }, kept)
    assert.deepStrictEqual((await read(String(membersOf(answer)["id"]))).json, answer.json)
  })
})

describe("a user is refused", () => {
  it.for<[what: string, json: unknown, details: ReadonlyArray<string>]>([
    ["nothing", {}, ["body /email required", "body /first_name required", "body /last_name required"]],
    [
      "null members",
      person({ id: null, created_at: null, first_name: null }),
      ["body /created_at type", "body /first_name type", "body /id type"]
    ],
    [
      "wrong types",
      person({ last_name: 5, email: ["a@b.io"], updated_at: 0 }),
      ["body /email type", "body /last_name type", "body /updated_at type"]
    ],
    [
      "names of white space",
      person({ first_name: " ", last_name: "" }),
      ["body /first_name length", "body /last_name length"]
    ],
    [
      "names of 101 characters",
      person({ first_name: "a".repeat(101), last_name: "😀".repeat(101) }),
      ["body /first_name length", "body /last_name length"]
    ],
    ["an email without a host", person({ email: "ada@" }), ["body /email format"]],
    ["an email with a name", person({ email: "Ada <ada@example.com>" }), ["body /email format"]],
    ["an email with a line break within", person({ email: "ada@exam\nple.com" }), ["body /email format"]],
    ["an email of 255 characters", person({ email: `${"a".repeat(243)}@example.com` }), ["body /email length"]],
    ["a date without a time", person({ created_at: "2020-01-01" }), ["body /created_at format"]],
    ["a time without an offset", person({ created_at: "2020-01-01T00:00:00" }), ["body /created_at format"]],
    ["30 February", person({ created_at: "2020-02-30T00:00:00Z" }), ["body /created_at format"]],
    ["updated before created", person({ created_at: at(0), updated_at: at(-1) }), ["body /updated_at range"]],
    ["created ahead", person({ created_at: at(minutes(5) + 1) }), ["body /created_at range"]],
    ["updated ahead", person({ created_at: at(0), updated_at: at(minutes(5) + 1) }), ["body /updated_at range"]],
    ["an id with a slash", person({ id: "a/b" }), ["body /id format"]],
    ["an empty id", person({ id: "" }), ["body /id format"]],
    ["an id of 65 characters", person({ id: "a".repeat(65) }), ["body /id format"]],
    ["an unknown member", person({ firstName: "Ada" }), ["body /firstName unknown"]],
    [
      "everything at once",
      { id: "a b", first_name: "", email: "x", role: "admin" },
      [
        "body /email format",
        "body /first_name length",
        "body /id format",
        "body /last_name required",
        "body /role unknown"
      ]
    ]
  ])("for %s, and all of it is named (decisions, Errors)", async ([, json, details]) => {
    const before = pageOf(await call("GET", "/v1/users", { token })).count
    assert.sameMembers(mistakesOf(await create(json)), [...details])
    assert.strictEqual(pageOf(await call("GET", "/v1/users", { token })).count, before)
  })

  it("without repeating what was sent (decisions, Errors)", async () =>
    assert.notInclude((await create(person({ email: "not-an-address", created_at: "canary" }))).text, "canary"))
})

describe("a user that exists already", async () => {
  const { status: _, ...first } = membersOf(await create(person({ id: "first", email: "first@example.com" })))
  await create(person({ id: "second", email: "second@example.com" }))
  const taken = (member: string, id: string) => ({
    in: "body",
    path: `/${member}`,
    code: "conflict",
    message: `belongs to the user ${id}`
  })

  it.for<[what: string, json: unknown, details: ReadonlyArray<ReturnType<typeof taken>>]>([
    ["id", person({ id: "first" }), [taken("id", "first")]],
    ["email", person({ email: "first@example.com" }), [taken("email", "first")]],
    ["email in other letters", person({ email: "FIRST@Example.com" }), [taken("email", "first")]],
    ["id and email", first, [taken("id", "first"), taken("email", "first")]],
    [
      "id of one and email of another",
      person({ id: "first", email: "second@example.com" }),
      [taken("id", "first"), taken("email", "second")]
    ]
  ])("is a conflict that names the other: %s (decisions, Resources)", async ([, json, details]) => {
    const answer = await create(json)
    assert.strictEqual(errorOf(answer), "409 conflict")
    assert.deepStrictEqual(membersOf(answer)["details"], details)
    assert.deepStrictEqual((await read("first")).json, { ...first, status: "ACTIVE" })
  })

  it("in another organization is no conflict, and cannot be seen from here (decisions, Tokens)", async () => {
    const elsewhere = await create(first, tokens.globex)
    assert.strictEqual(elsewhere.status, 201)
    await create(person({ id: "only-globex" }), tokens.globex)
    const [hidden, unknown] = [await read("only-globex"), await read("nobody")]
    assert.strictEqual(errorOf(hidden), "404 not_found")
    assert.deepStrictEqual(withoutRequestId(hidden), withoutRequestId(unknown))
  })

  it("is stored once when it is sent many times at once (decisions, Resources)", async () => {
    const json = person({ id: "racing" })
    const answers = await Promise.all(Array.from({ length: 10 }, () => create(json)))
    assert.deepStrictEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [201, ...Array.from({ length: 9 }, () => 409)]
    )
    answers
      .filter(({ status }) => status === 409)
      .forEach((answer) => assert.sameMembers(detailsOf(answer), ["body /email conflict", "body /id conflict"]))
  })
})
