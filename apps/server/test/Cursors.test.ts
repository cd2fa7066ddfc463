/**
 * The cursor of a list: what a partner may do with it, and that everything else is refused, never answered with the first page
 * (decisions, Lists).
 */
import { assert, describe, it } from "@effect/vitest"
import { errorOf, named } from "./ErrorAnswer.ts"
import { sharedServer, startServer, type TestServer } from "./TestServer.ts"
import { pageOf, pathOf, walk } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens } = server

/** The cursor of the second page of the jobs. */
const cursorOf = async (from: Pick<TestServer, "call">, token: string, query = "limit=2"): Promise<string> => {
  const { next } = pageOf(await from.call("GET", `/v1/jobs?${query}`, { token }))
  return new URL(String(next)).searchParams.get("cursor") ?? ""
}
const cursor = await cursorOf(server, tokens.acme)
const foreign = await cursorOf(server, tokens.globex)
const [body = "", signature = ""] = cursor.split(".")
const jobs = (query: string, token = tokens.acme) => call("GET", `/v1/jobs?${query}`, { token })
const changedAt = (text: string, index: number): string =>
  text.slice(0, index) + (text[index] === "A" ? "B" : "A") + text.slice(index + 1)

describe("a cursor", () => {
  it("goes on after the last row, with the limit of its walk (spec 4.8)", async () => {
    const { content, count } = pageOf(await jobs(`cursor=${cursor}`))
    assert.deepStrictEqual([content.map(({ id }) => id), count], [["job_00000003", "job_00000004"], 2])
  })

  it("may be used again and again, and by another token of the same organization (decisions, Lists)", async () => {
    const other = await server.scoped(await server.primary())
    const answers = [
      await jobs(`cursor=${cursor}`),
      await jobs(`cursor=${cursor}`),
      await jobs(`cursor=${cursor}`, other)
    ]
    assert.deepStrictEqual(
      answers.map((answer) => pageOf(answer).content[0]?.id),
      ["job_00000003", "job_00000003", "job_00000003"]
    )
  })

  it("opens nothing to a token that may not read its list (decisions, Tokens)", async () => {
    const narrowed = await server.scoped(tokens.primary, "org_acme", ["users:read"])
    assert.strictEqual(errorOf(await jobs(`cursor=${cursor}`, narrowed)), named(403))
    assert.strictEqual((await jobs(`cursor=${cursor}`)).status, 200)
  })

  it("takes an explicit limit beside it, which then stays (decisions, Lists)", async () => {
    const page = pageOf(await jobs(`limit=5&cursor=${cursor}`))
    assert.deepStrictEqual([page.count, page.content[0]?.id], [5, "job_00000003"])
    const following = pageOf(await call("GET", pathOf(String(page.next)), { token: tokens.acme }))
    assert.deepStrictEqual([following.count, following.content[0]?.id], [5, "job_00000008"])
  })

  it("needs no escaping and fits in an address (decisions, Lists)", () =>
    assert.match(cursor, /^[A-Za-z0-9_.-]{1,2048}$/))

  it("is refused with one character changed, wherever that is (decisions, Lists)", async () => {
    const answers = await Promise.all(Array.from(cursor, (_, index) => jobs(`cursor=${changedAt(cursor, index)}`)))
    assert.isAbove(answers.length, 80)
    answers.forEach((answer) => assert.strictEqual(errorOf(answer), "400 invalid_cursor"))
  })

  it.for([
    ["cut short", cursor.slice(0, -1)],
    ["longer", `${cursor}A`],
    ["without its signature", body],
    ["with another's signature", `${body}.${foreign.split(".")[1]}`],
    ["with its signature twice", `${cursor}.${signature}`],
    ["padded", `${cursor}=`],
    ["of a page number", "2"],
    ["of the last identifier", "job_00000002"],
    ["in JSON", "%7B%22after%22%3A1%7D"]
  ])("is refused %s (decisions, Lists)", async ([, text]) =>
    assert.strictEqual(errorOf(await jobs(`cursor=${text}`)), "400 invalid_cursor")
  )

  it("is no text where it is not UTF-8, as any other parameter (decisions, Errors)", async () =>
    assert.strictEqual(errorOf(await jobs("cursor=%FF")), "400 invalid_request"))

  it.for([
    ["another organization", `/v1/jobs?cursor=${cursor}`, tokens.globex],
    ["the users", `/v1/users?cursor=${cursor}`, tokens.acme],
    ["the agencies", `/v1/agencies?cursor=${cursor}`, tokens.acme]
  ] as const)("of the jobs is refused in the list of %s (decisions, Lists)", async ([, path, token]) =>
    assert.strictEqual(errorOf(await call("GET", path, { token })), "400 invalid_cursor")
  )

  it("of another service is refused (decisions, Lists)", async () => {
    await using other = await startServer()
    assert.strictEqual(
      errorOf(await jobs(`cursor=${await cursorOf(other, await other.partner())}`)),
      "400 invalid_cursor"
    )
  })

  it.for([
    ["empty", "cursor=", "length"],
    ["twice", `cursor=${cursor}&cursor=${cursor}`, "type"],
    ["longer than any", `cursor=${"A".repeat(2_049)}`, "length"]
  ] as const)("is no text that a list reads when it is %s (decisions, Errors)", async ([, query, code]) => {
    const answer = await jobs(query)
    assert.strictEqual(errorOf(answer), "422 unprocessable_entity")
    assert.include(answer.text, `"path":"/cursor","code":"${code}"`)
  })

  it("is good for 24 hours and not a millisecond longer (decisions, Lists)", async () => {
    await using stepped = await startServer({ worksBetweenRequests: false })
    const old = await cursorOf(stepped, await stepped.partner())
    const use = async () => stepped.call("GET", `/v1/jobs?cursor=${old}`, { token: await stepped.partner() })
    await stepped.advance(86_400_000 - 1)
    assert.strictEqual((await use()).status, 200)
    await stepped.advance(1)
    assert.strictEqual(errorOf(await use()), "400 invalid_cursor")
  })
})

describe("every list", () => {
  it.for(["/v1/jobs", "/v1/users", "/v1/agencies"])(
    "%s ends with next: null, page by page (spec 4.8)",
    async (path) => {
      for (const name of ["ada", "bob", "eve"]) {
        await call("POST", "/v1/users", {
          token: tokens.acme,
          json: { first_name: name, last_name: "X", email: `${name}@x.io` }
        })
      }
      const whole = pageOf(await call("GET", `${path}?limit=100`, { token: tokens.acme }))
      const singly = (await walk(call, tokens.acme, `${path}?limit=1`)).flatMap((page) => pageOf(page).content)
      assert.isAtLeast(whole.count, 2)
      assert.deepStrictEqual(singly.slice(0, 100), whole.content)
      assert.deepStrictEqual(
        singly.map(({ id }) => id),
        singly.map(({ id }) => id).toSorted()
      )
    }
  )
})
