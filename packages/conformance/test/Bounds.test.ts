/**
 * What the kit guards against: servers that do not answer, answer without end, send it elsewhere or give secrets back.
 */
import * as Http from "node:http"
import { assert, describe, it } from "@effect/vitest"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import { reportJson, reportText } from "../src/Report.ts"
import { run } from "../src/Run.ts"
import { judge, optionsOf, rulesOf } from "./Judge.ts"
import { type Change, clientSecret, membersOf, portOf, startPlain } from "./PlainServer.ts"

/** A server that counts who comes, and answers 200 to everybody. */
const startTrap = async () => {
  const seen: Array<string> = []
  const server = Http.createServer((request, response) => {
    seen.push(`${request.url} ${request.headers.authorization ?? ""}`)
    response.writeHead(200, { "content-type": "application/json" }).end("{}")
  })
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve))
  const stop = () => new Promise<void>((resolve) => void server.close(() => resolve()))
  return { baseUrl: `http://127.0.0.1:${portOf(server)}`, seen, [Symbol.asyncDispose]: stop }
}

const onJobs =
  (change: Change): Change =>
  (request, next) =>
    request.path === "/v1/jobs" ? change(request, next) : next(request)

describe("the kit", () => {
  it("asks no other server for a page, and calls such a next broken (spec 4.8)", async () => {
    await using trap = await startTrap()
    const change = onJobs((request, next) => {
      const { status, body } = next(request)
      return status === 200
        ? { status, body: { ...membersOf(body), next: `${trap.baseUrl}/v1/jobs?cursor=1` } }
        : { status, body }
    })
    const report = await judge({ change }, { documentedOnly: true })
    assert.deepStrictEqual(trap.seen, [])
    assert.deepStrictEqual(rulesOf(report, "failed"), ["spec-4.4.cursor", "spec-4.8.next", "spec-4.8.end"])
  })

  it("follows no redirect", async () => {
    await using trap = await startTrap()
    const change = onJobs(() => ({ status: 307, body: {}, headers: { location: `${trap.baseUrl}/v1/jobs` } }))
    const report = await judge({ change }, { documentedOnly: true })
    assert.deepStrictEqual(trap.seen, [])
    assert.include(rulesOf(report, "failed"), "spec-4.4.header")
  })

  it("gives up a walk that does not end", async () => {
    const change = onJobs((request, next) => {
      const { status, body } = next(request)
      const page = Number(request.query.get("cursor") ?? "0")
      const content = [{ id: `job-${page}`, title: "", description: "" }]
      const nextUrl = `http://${request.headers.host}/v1/jobs?cursor=${page + 1}`
      return status === 200 ? { status, body: { content, next: nextUrl, count: 1 } } : { status, body }
    })
    const { results } = await judge({ change }, { only: ["spec-4.8.end"] })
    assert.strictEqual(results[0]?.reason, "the walk was given up after 50 pages")
  })

  it("waits no longer than timeoutMs, and judges the rest", async () => {
    await using server = await startPlain()
    const { port } = new URL(server.baseUrl)
    // Passes everything on but one request, which gets no answer.
    const silent = Http.createServer((request, response) => {
      if (request.url?.startsWith("/v1/jobs?limit=2") === true) return
      const { method, url, headers } = request
      const passed = Http.request({ port, host: "127.0.0.1", method, path: url, headers }, (answer) => {
        response.writeHead(answer.statusCode ?? 500, answer.headers)
        answer.pipe(response)
      })
      request.pipe(passed)
    })
    await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve))
    const baseUrl = `http://127.0.0.1:${portOf(silent)}`
    const only = ["spec-4.8.limit", "spec-4.2.array"]
    const report = await Effect.runPromise(run(optionsOf(baseUrl, { only, timeoutMs: 500 })))
    silent.closeAllConnections()
    silent.close()
    const [array, limit] = report.results.toSorted((one, other) => one.rule.localeCompare(other.rule))
    assert.deepStrictEqual([array?.outcome, limit?.outcome], ["passed", "failed"])
    assert.strictEqual(limit?.saw, "GET /v1/jobs?limit=2: no answer within 0.5 s")
  })

  it("stops reading an answer that has no end", async () => {
    const change: Change = (request, next) =>
      request.path === "/v1/organizations" && request.headers.authorization !== undefined
        ? { status: 200, body: " ".repeat(40_000_000) }
        : next(request)
    const { results } = await judge({ change }, { only: ["spec-4.2.header"] })
    assert.match(String(results[0]?.saw), /the answer is larger than 33554432 bytes/)
  })

  it("shows no secret and no token that a server gives back", async () => {
    const given: Array<string> = []
    const change: Change = (request, next) => {
      const answer = next(request)
      const { body } = answer
      if (typeof body === "object" && body !== null && "access_token" in body) given.push(String(body.access_token))
      const { authorization } = request.headers
      const secrets = [clientSecret, encodeURIComponent(clientSecret), request.body, authorization, ...given].join(" ")
      const mirrored = { error: secrets, message: secrets, status: secrets, title: secrets, name: secrets }
      return answer.status < 300 && request.path.endsWith("token")
        ? { ...answer, body: { ...membersOf(body), scope: secrets, token_type: secrets } }
        : { status: 200, body: mirrored }
    }
    const report = await judge({ change }, { documentedOnly: true, organization: "one" })
    assert.isAtLeast(rulesOf(report, "failed").length, 10)
    assert.isAtLeast(given.length, 3)
    for (const text of [reportText(report), reportJson(report)]) {
      for (const secret of [clientSecret, encodeURIComponent(clientSecret), ...given]) assert.notInclude(text, secret)
      assert.notMatch(text, /plain-secret|plain-[0-9a-f]{6}/)
    }
  })

  it("does not fall over a token that no header can carry", async () => {
    const change: Change = (request, next) => {
      const { status, body } = next(request)
      return request.path.endsWith("/one/token") && status === 200
        ? { status, body: { ...membersOf(body), access_token: "two\nlines" } }
        : { status, body }
    }
    const report = await judge({ change }, { documentedOnly: true })
    assert.include(rulesOf(report, "failed"), "spec-4.4.header")
    assert.include(rulesOf(report, "passed"), "spec-4.5.response")
  })

  it.for([
    ["nobody listens", "http://127.0.0.1:9", /could not be reached: POST \/oauth\/token: .*ECONNREFUSED/],
    ["the name is unknown", "http://conformance.invalid", /could not be reached/]
  ] as const)("judges nothing where %s", async ([, baseUrl, message]) => {
    const exit = await Effect.runPromiseExit(run(optionsOf(baseUrl)))
    assert.isTrue(Exit.isFailure(exit))
    assert.match(String(exit), message)
  })
})
