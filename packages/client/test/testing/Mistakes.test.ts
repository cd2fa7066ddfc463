/**
 * What the test server refuses of a test: names that do not exist, and records that the service cannot have. Given as JavaScript gives
 * it, without a compiler.
 */
import { assert, describe, it } from "vitest"
import { createTestServer } from "../../src/testing.ts"
import { testServerOptionNames } from "../../src/testing/OptionsSchema.ts"
import { meet } from "./Foreign.ts"

/** What a call is refused with; empty when it is not. */
const refusal = (call: () => unknown): string => {
  try {
    call()
  } catch (error) {
    if (!(error instanceof TypeError)) throw error
    return error.message
  }
  return ""
}

/** What a server with these options is refused with. */
const made = (options: unknown): string => refusal(() => Reflect.apply(createTestServer, undefined, [options]))

/** What a server with these organizations is refused with. */
const seeded = (...organizations: ReadonlyArray<object>): string => made({ organizations })

describe("an option of the test server", () => {
  for (const [what, given, message] of [
    ["a British one", { organisations: [] }, 'has no option "organisations". Did you mean organizations?'],
    ["another case", { baseURL: "https://a.test" }, 'has no option "baseURL". Did you mean baseUrl?'],
    ["one like no other", { x: 1 }, `has no option "x". It has ${testServerOptionNames.join(", ")}.`],
    [
      "one of tokens",
      { tokens: { primaryLifetime: 60 } },
      'has no option "tokens.primaryLifetime". Did you mean primaryLifetimeSeconds?'
    ],
    [
      "one of the rate limit",
      { rateLimit: { persecond: 1 } },
      'has no option "rateLimit.persecond". Did you mean perSecond?'
    ],
    ["one of plain", { plain: { list: "array" } }, 'has no option "plain.list". Did you mean lists?'],
    [
      "one of an organization",
      {
        organizations: [
          { id: "org_1", name: "One" },
          { id: "org_2", name: "Two", job: [] }
        ]
      },
      'has no option "organizations[1].job". Did you mean jobs?'
    ],
    [
      "one of records that a function makes",
      { organizations: [{ id: "org_1", name: "One", jobs: { cuont: 1, item: () => ({}) } }] },
      'has no option "organizations[0].jobs.cuont". Did you mean count?'
    ]
  ] as const) {
    it(`that does not exist is refused with the nearest name: ${what} (README)`, () => {
      assert.strictEqual(made(given), `createTestServer ${message}`)
    })
  }

  for (const [what, given, message] of [
    ["no object", null, "must be an object"],
    ["a part of a rate limit", { rateLimit: { perSecond: 1 } }, "/rateLimit/burst is required"],
    ["a rate that never is", { rateLimit: { perSecond: 0, burst: 1 } }, "/rateLimit/perSecond must be more than 0"],
    ["time as text", { startMs: "2026-01-01" }, "/startMs must be a number"],
    ["no address", { baseUrl: "partner" }, "/baseUrl must be an address such as https://partner-api.test"],
    ["plain as text", { plain: "yes" }, "/plain must be true, false or { lists }"],
    ["one organization", { organizations: { id: "org_1", name: "One" } }, "/organizations must be an array"],
    ["an organization without a name", { organizations: [{ id: "org_1" }] }, "/organizations/0/name is required"],
    [
      "a permission that is none",
      { organizations: [{ id: "org_1", name: "One", permissions: ["jobs:raed"] }] },
      /^\/organizations\/0\/permissions\/0 must be one of jobs:read, /
    ],
    [
      "records that are neither an array nor a function",
      { organizations: [{ id: "org_1", name: "One", jobs: 3 }] },
      "/organizations/0/jobs must be an array of records, or { count, item }"
    ],
    [
      "two mistakes",
      { startMs: 0.5, mayCreateOrganizations: 1 },
      "/mayCreateOrganizations must be true or false; /startMs must be an integer"
    ]
  ] as const satisfies ReadonlyArray<readonly [string, unknown, string | RegExp]>) {
    it(`that is wrong is refused by name: ${what} (README)`, () => {
      const start = "createTestServer refuses its options: "
      const refused = made(given)
      assert.isTrue(refused.startsWith(start), refused)
      const rest = refused.slice(start.length)
      if (typeof message === "string") assert.strictEqual(rest, message)
      else assert.match(rest, message)
    })
  }

  it("for the default organization is one of the organizations (README)", () => {
    const organizations = [{ id: "org_1", name: "One" }]
    assert.strictEqual(
      made({ organizations, defaultOrganization: "org_2" }),
      'There is no organization "org_2". Did you mean org_1?'
    )
    assert.strictEqual(made({ organizations, defaultOrganization: "org_1" }), "")
  })

  it("that is undefined is one that is left out", () => {
    assert.strictEqual(made(Object.fromEntries(testServerOptionNames.map((name) => [name, undefined]))), "")
  })
})

const job = { id: "job_1", title: "Engineer", description: "Builds engines." }
const at = "2026-01-01T00:00:00.000Z"
const application = {
  id: "app_1",
  job_id: "job_1",
  agency_id: "agy_1",
  state: "UNCONFIRMED",
  state_entered_at: at,
  version: 1,
  created_at: at,
  updated_at: at
}

describe("a record of a seed", () => {
  for (const [what, kind, records, first, lines] of [
    [
      "a job without title and description",
      "jobs",
      [job, { id: "job_2" }],
      'jobs[1] ("job_2")',
      ["/title is required", "/description is required"]
    ],
    [
      "a job with a misspelt member and a wrong one",
      "jobs",
      [{ ...job, locaton: "Berlin", status: "open" }],
      'jobs[0] ("job_1")',
      ["/status must be one of DRAFT, OPEN, ON_HOLD, CLOSED", "/locaton is not known here. Did you mean location?"]
    ],
    [
      "a user without an id",
      "users",
      [{ first_name: "Ada", email: "ada@example.com", created_at: at, updated_at: "yesterday" }],
      "users[0]",
      ["/id is required", /^\/updated_at must be /, "/last_name is required"]
    ],
    [
      "the fees of an agency",
      "agencies",
      [{ id: "agy_1", name: "Hands", fees: { optimisedFee: true, customFees: [] } }],
      'agencies[0] ("agy_1")',
      ["/fees/optimizedFee is required", "/fees/optimisedFee is not known here. Did you mean optimizedFee?"]
    ],
    [
      "the candidate of an application",
      "applications",
      [{ ...application, candidate: { first_name: "Grace", lastname: "Hopper", email: "grace@example.com" } }],
      'applications[0] ("app_1")',
      ["/candidate/last_name is required", "/candidate/lastname is not known here. Did you mean last_name?"]
    ],
    ["a job that is none", "jobs", [null], "jobs[0]", ["must be an object"]]
  ] as const satisfies ReadonlyArray<
    readonly [string, string, ReadonlyArray<unknown>, string, ReadonlyArray<string | RegExp>]
  >) {
    it(`that is wrong is refused with its organization, its place and all that is wrong: ${what} (README)`, () => {
      const refused = seeded({ id: "org_1", name: "One" }, { id: "org_7", name: "Seven", [kind]: records })
      const [title, ...found] = refused.split("\n  ")
      assert.strictEqual(title, `createTestServer refuses ${first} of organization "org_7":`)
      assert.lengthOf(found, lines.length, refused)
      for (const [index, line] of lines.entries()) {
        if (typeof line === "string") assert.include(found, line)
        else
          assert.isTrue(
            found.some((one) => line.test(one)),
            `${index}: ${refused}`
          )
      }
    })
  }

  it("that a function makes is refused when the server is made, if it is the first (README)", () => {
    const jobs = { count: 2, item: (index: number) => ({ id: `job_${index}`, title: "Engineer" }) }
    assert.strictEqual(
      seeded({ id: "org_1", name: "One", jobs }),
      'createTestServer refuses jobs[0] ("job_0") of organization "org_1":\n  /description is required'
    )
  })

  it("that a function makes later fails the request that reads it (README)", async () => {
    const item = (index: number) => ({ ...job, id: `job_${index}`, description: index === 2 ? "" : "Builds." })
    const wrong = (index: number) => (index === 2 ? Object.assign(item(index), { title: undefined }) : item(index))
    const { send, scoped } = Reflect.apply(meet, undefined, [
      { organizations: [{ id: "org_1", name: "One", jobs: { count: 3, item: wrong } }] }
    ])
    const token = await scoped()
    const error: unknown = await send("/v1/jobs", { token }).catch((caught: unknown) => caught)
    assert.include(String(error), 'jobs[2] ("job_2") of organization "org_1":\n  /title must be a string')
  })
})

describe("a name that a test gives to its server", () => {
  const server = createTestServer()
  const fail = (fault: unknown, often: unknown = {}) =>
    refusal(() => Reflect.apply(server.failNext, undefined, ["jobs.list", fault, often]))

  for (const [fault, message] of [
    ["rset", 'There is no fault "rset". Did you mean reset?'],
    ["reset_after", 'There is no fault "reset_after". Did you mean reset-after?'],
    [undefined, 'There is no fault "undefined". There are refused, reset, reset-after, hang.'],
    [{ statsu: 503 }, 'There is no fault "statsu". Did you mean status?'],
    [{}, 'There is no fault "". There are html, redirect, body, status, truncated, next, delayMs, change.'],
    [
      { status: 503, retryAfterSecond: 2 },
      'The fault status has no option "retryAfterSecond". Did you mean retryAfterSeconds?'
    ],
    [{ html: 502, body: "" }, 'The fault html has no option "body". It has html.'],
    [{ status: "503" }, "The fault status refuses its options: /status must be a number"],
    [{ status: 42 }, "The fault status refuses its options: /status must be 200 to 599"],
    [{ truncated: false }, "The fault truncated refuses its options: /truncated must be true"],
    [{ delayMs: -1 }, "The fault delayMs refuses its options: /delayMs must not be less than 0"],
    [{ change: {} }, "The fault change refuses its options: /change must be a function"],
    [{ status: 409, error: "conflct" }, 'There is no 409 error "conflct". Did you mean conflict?']
  ] as const) {
    it(`a fault that does not exist is refused: ${JSON.stringify(fault)} (README)`, () => {
      assert.strictEqual(fail(fault), message)
    })
  }

  it("an option of failNext that does not exist is refused", () => {
    assert.strictEqual(fail("reset", { time: 2 }), 'failNext has no option "time". Did you mean times?')
  })

  it("an operation that does not exist is refused where it is failed, answered or counted (README)", () => {
    const message = 'There is no operation "jobs.lst". Did you mean jobs.list?'
    assert.strictEqual(
      refusal(() => server.failNext("jobs.lst", "reset")),
      message
    )
    assert.strictEqual(
      refusal(() => server.answer("jobs.lst", () => ({}))),
      message
    )
    assert.strictEqual(
      refusal(() => server.count("jobs.lst")),
      message
    )
    assert.deepStrictEqual([server.count("unknown"), server.count("foreign"), server.count("jobs.list")], [0, 0, 0])
  })

  it("a group of records that does not exist is refused", () => {
    assert.strictEqual(
      refusal(() => server.data.items("org_1", "job")),
      'There is no group of records "job". Did you mean jobs?'
    )
  })

  it("a member of an answer that does not exist fails the request", async () => {
    const { send, scoped, server: own } = meet()
    const token = await scoped()
    Reflect.apply(own.answer, undefined, ["jobs.list", () => ({ stauts: 204 })])
    const error: unknown = await send("/v1/jobs", { token }).catch((caught: unknown) => caught)
    assert.strictEqual(String(error), 'TypeError: The answer of jobs.list has no option "stauts". Did you mean status?')
  })
})
