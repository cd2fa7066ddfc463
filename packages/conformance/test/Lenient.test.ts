/**
 * Where the specification is silent or shows two things, the kit takes either; and what it cannot see, it does not judge.
 */
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import { run } from "../src/Run.ts"
import { judge, optionsOf, rulesOf } from "./Judge.ts"
import { type Change, clientId, membersOf, type PlainAnswer, startPlain } from "./PlainServer.ts"

const after =
  (method: string, path: RegExp, edit: (answer: PlainAnswer) => PlainAnswer): Change =>
  (request, next) => {
    const answer = next(request)
    return request.method === method && path.test(request.path) && answer.status < 300 ? edit(answer) : answer
  }

const contentOf = ({ body }: PlainAnswer): unknown => membersOf(body)["content"]

describe("a server may", () => {
  it.for<readonly [string, Change]>([
    ["list jobs as a plain array", after("GET", /^\/v1\/jobs$/, (answer) => ({ ...answer, body: contentOf(answer) }))],
    [
      "list organizations in the envelope",
      after("GET", /^\/v1\/organizations$/, (answer) => ({
        ...answer,
        body: { content: answer.body, next: null, count: 2 }
      }))
    ],
    ["answer a new user with 201", after("POST", /^\/v1\/users$/, (answer) => ({ ...answer, status: 201 }))],
    [
      "give scoped tokens of an hour",
      after("POST", /^\/v1\/organizations\/\w+\/token$/, (answer) => ({
        ...answer,
        body: { ...membersOf(answer.body), expires_in: 3_600 }
      }))
    ],
    [
      "refuse a limit that is too large",
      (request, next) =>
        request.query.get("limit") === "101"
          ? { status: 422, body: { error: "range", message: "At most 100." } }
          : next(request)
    ],
    [
      "have members that are not documented",
      after("GET", /^\/v1\/jobs$/, (answer) => ({ ...answer, body: { ...membersOf(answer.body), more: true } }))
    ],
    [
      "ask the kit to wait",
      ((): Change => {
        let requests = 0
        return (request, next) =>
          request.path === "/v1/jobs" && requests++ === 0
            ? { status: 429, body: { error: "slow", message: "Wait." }, headers: { "retry-after": "0" } }
            : next(request)
      })()
    ]
  ])("%s", async ([, change]) => {
    const report = await judge({ change }, { documentedOnly: true })
    assert.deepStrictEqual(rulesOf(report, "failed"), [])
    assert.isAtLeast(rulesOf(report, "passed").length, 70)
  })
})

describe("the base URL may have a path", () => {
  it("below which everything stands, next included", async () => {
    const change: Change = (request, next) => {
      if (!request.path.startsWith("/partners/")) return { status: 404, body: { error: "none", message: "None." } }
      const answer = next({ ...request, path: request.path.slice("/partners".length) })
      const { next: following } = membersOf(answer.body)
      return typeof following === "string"
        ? { ...answer, body: { ...membersOf(answer.body), next: following.replace("/v1/", "/partners/v1/") } }
        : answer
    }
    await using server = await startPlain({ change })
    const report = await Effect.runPromise(run(optionsOf(`${server.baseUrl}/partners/`, { documentedOnly: true })))
    assert.deepStrictEqual(rulesOf(report, "failed"), [])
    assert.deepStrictEqual(rulesOf(report, "not run"), [])
  })
})

describe("what cannot be seen is not judged", () => {
  it("pages, where jobs come as a plain array", async () => {
    const change = after("GET", /^\/v1\/jobs$/, (answer) => ({ ...answer, body: contentOf(answer) }))
    const notRun = rulesOf(await judge({ change }, { documentedOnly: true }), "not run")
    assert.includeMembers(notRun, ["spec-2.list-content", "spec-2.list-next", "spec-4.8.end", "spec-8.limit-default"])
    assert.notInclude(notRun, "spec-4.4.envelope")
  })

  it("the default of limit, where there are fewer jobs", async () => {
    const report = await judge({}, { organization: "two", documentedOnly: true })
    assert.deepStrictEqual(rulesOf(report, "failed"), [])
    assert.deepStrictEqual(rulesOf(report, "not run").toSorted(), [
      "spec-4.4.limit-default",
      "spec-4.4.limit-maximum",
      "spec-8.limit-default",
      "spec-8.limit-maximum"
    ])
  })

  it("fees, where no agency is known", async () => {
    const { results } = await judge({}, { agency: undefined, documentedOnly: true })
    const unjudged = results.filter(({ outcome }) => outcome !== "passed")
    assert.includeMembers(
      unjudged.map(({ rule }) => rule),
      ["spec-4.6.sets", "spec-2.flat-fee"]
    )
    assert.deepStrictEqual([...new Set(unjudged.map(({ remedy }) => remedy))], ["name one of yours: --agency ID"])
  })

  it("what the client may not do", async () => {
    const change: Change = (request, next) =>
      request.path === "/v1/users" && request.headers.authorization !== undefined
        ? { status: 403, body: { error: "forbidden", message: "Not you." } }
        : next(request)
    const { results } = await judge({ change }, { documentedOnly: true })
    const unjudged = results.filter(({ outcome }) => outcome !== "passed")
    assert.deepStrictEqual([...new Set(unjudged.map(({ remedy }) => remedy))], ["use a client that may"])
    assert.sameMembers(
      unjudged.map(({ rule }) => rule),
      [
        "spec-2.user",
        "spec-4.7.header",
        "spec-4.7.body",
        "spec-4.7.response",
        "spec-4.7.adds",
        "spec-5.a-scoped-actions"
      ]
    )
  })

  it("what writes, where nothing may be written", async () => {
    const written: Array<string> = []
    const change: Change = (request, next) => {
      if (/\/(?:users|fees)$/.test(request.path)) written.push(request.path)
      return next(request)
    }
    const report = await judge({ change }, { readOnly: true, documentedOnly: true })
    assert.deepStrictEqual(written, [])
    assert.deepStrictEqual(rulesOf(report, "failed"), [])
    assert.include(rulesOf(report, "not run"), "spec-4.7.adds")
    assert.isAtLeast(rulesOf(report, "passed").length, 60)
  })
})

describe("the end of a token", () => {
  const rule = "spec-5.missing-token"

  it("is waited for where it is near (spec 5, Token errors)", async () => {
    const { results } = await judge({ tokenSeconds: 1 }, { only: [rule] })
    assert.match(String(results[0]?.saw), /401 with an expired one$/)
  })

  it("is seen to be ignored (spec 5, Token errors)", async () => {
    const change: Change = after("POST", /^\/v1\/auth\/token$/, (answer) => ({
      ...answer,
      body: { ...membersOf(answer.body), expires_in: 1 }
    }))
    assert.deepStrictEqual(rulesOf(await judge({ change }, { only: [rule] }), "failed"), [
      "spec-5.missing-token",
      "spec-7.missing-token"
    ])
  })

  it("is far away otherwise, and the report says so", async () => {
    const { results } = await judge({}, { only: [rule], clientId })
    assert.match(String(results[0]?.saw), /not waited for \(3600 s\)$/)
  })
})
