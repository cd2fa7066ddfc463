/**
 * The job list: every page of it, the bytes it is answered with, and walks while others write (spec 4.4, 4.8; decisions, Lists).
 * What a cursor may be is in Cursors.test.ts.
 */
import * as Arbitrary from "effect/Arbitrary"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { assert, describe, it } from "@effect/vitest"
import { textOf } from "./HttpCall.ts"
import { openDatabase, sharedServer, startServer } from "./TestServer.ts"
import { pageOf, walk } from "./Walk.ts"

const server = await sharedServer()
const { call, tokens, publicUrl } = server
const jobId = (number: number): string => `job_${String(number).padStart(8, "0")}`
const allIds = Array.from({ length: 250 }, (_, index) => jobId(index + 1))

describe("the job list", () => {
  it.for([
    [1, 250],
    [7, 36],
    [50, 5],
    [99, 3],
    [100, 3]
  ] as const)(
    "shows each of 250 jobs once, ascending, with a limit of %i (decisions, Lists)",
    async ([limit, pages]) => {
      const answers = await walk(call, tokens.acme, `/v1/jobs?limit=${limit}`)
      const read = answers.map(pageOf)
      assert.lengthOf(read, pages)
      assert.deepStrictEqual(
        read.flatMap(({ content }) => content.map(({ id }) => id)),
        allIds
      )
      // Each page but the last is full; the last one may be.
      assert.deepStrictEqual(
        read.map(({ count }) => count),
        Array.from({ length: pages }, (_, index) => Math.min(limit, 250 - index * limit))
      )
    }
  )

  it.for([1, 7, 50, 100])(
    "says in count, next and Link what is on the page, with a limit of %i (spec 4.8)",
    async (limit) => {
      const answers = await walk(call, tokens.acme, `/v1/jobs?limit=${limit}`)
      answers.forEach((answer, index) => {
        const { content, count, next } = pageOf(answer)
        assert.strictEqual(count, content.length)
        assert.strictEqual(next === null, index === answers.length - 1)
        assert.strictEqual(answer.headers.link, next === null ? undefined : `<${next}>; rel="next"`)
        assert.strictEqual(next === null || next.startsWith(`${publicUrl}/v1/jobs?cursor=`), true)
      })
    }
  )

  it("has 100 jobs on a page when no limit is requested (spec 8)", async () =>
    assert.strictEqual(pageOf(await call("GET", "/v1/jobs", { token: tokens.acme })).count, 100))

  it.for([
    [2, 2, true],
    [3, 3, false],
    [4, 3, false],
    [100, 3, false]
  ] as const)(
    "of three jobs with a limit of %i has %i and a next: %s (decisions, Lists)",
    async ([limit, count, more]) => {
      const page = pageOf(await call("GET", `/v1/jobs?limit=${limit}`, { token: tokens.globex }))
      assert.deepStrictEqual([page.count, page.next !== null], [count, more])
    }
  )

  it("of an organization without jobs is empty (spec 2, Paginated list)", async () => {
    const created = await call("POST", "/v1/organizations", { token: tokens.primary, json: { name: "Empty" } })
    const token = await server.scoped(tokens.primary, textOf(created, "id"))
    const answer = await call("GET", "/v1/jobs", { token })
    assert.deepStrictEqual(answer.json, { content: [], next: null, count: 0 })
  })

  it("writes next with its own address, whatever Host and forwarding headers say (decisions, Lists)", async () => {
    const headers = { host: "evil.example", "x-forwarded-host": "evil.example", forwarded: "host=evil.example" }
    const answer = await call("GET", "/v1/jobs?limit=1", { token: tokens.acme, headers })
    assert.strictEqual(pageOf(answer).next?.startsWith(`${publicUrl}/v1/jobs?cursor=`), true)
    assert.notInclude(answer.text + String(answer.headers.link), "evil")
  })

  it("writes next with PUBLIC_URL, path included (decisions, Lists)", async () => {
    await using elsewhere = await startServer({ publicUrl: "https://partners.example.com/recruiting" })
    const token = await elsewhere.partner()
    const { next } = pageOf(await elsewhere.call("GET", "/v1/jobs?limit=1", { token }))
    assert.match(String(next), /^https:\/\/partners\.example\.com\/recruiting\/v1\/jobs\?cursor=[A-Za-z0-9_.-]+$/)
  })

  it.for(["0", "101", "-1", "1.0", "1e1", "+1", "01", "%201", "abc", "", "1,2", "9007199254740993", "null"])(
    "refuses a limit outside 1..100: %j (decisions, Lists)",
    async (limit) => {
      const answer = await call("GET", `/v1/jobs?limit=${limit}`, { token: tokens.acme })
      assert.deepStrictEqual([answer.status, answer.text.includes('"path":"/limit","code":"range"')], [422, true])
    }
  )
})

const integer = (minimum: number, maximum: number) =>
  Arbitrary.schema(Schema.Int.check(Schema.isBetween({ minimum, maximum })))
const someIds = Arbitrary.array(integer(1, 40), { maxLength: 12 })

describe("a walk while others write", () => {
  it.effect.prop(
    "shows every job that stays exactly once, none twice, in order (decisions, Lists)",
    {
      before: someIds,
      steps: Arbitrary.array(Arbitrary.all({ add: someIds, remove: someIds }), { maxLength: 8 }),
      limit: integer(1, 6)
    },
    ({ before, steps, limit }) =>
      Effect.promise(async () => {
        const created = await call("POST", "/v1/organizations", { token: tokens.primary, json: { name: "Walked" } })
        const organization = textOf(created, "id")
        const token = await server.scoped(tokens.primary, organization)
        using operator = openDatabase(server.databaseFile)
        const insert = operator.db.prepare("INSERT OR REPLACE INTO jobs (organization_id, id, json) VALUES (?, ?, ?)")
        const remove = operator.db.prepare("DELETE FROM jobs WHERE organization_id = ? AND id = ?")
        const add = (numbers: ReadonlyArray<number>) =>
          numbers
            .map(jobId)
            .forEach((id) => insert.run(organization, id, JSON.stringify({ id, title: "T", description: "" })))

        add(before)
        const stable = new Set(before)
        const rest = [...steps]
        const pages = await walk(call, token, `/v1/jobs?limit=${limit}`, () => {
          const step = rest.shift()
          if (step === undefined) return
          add(step.add)
          step.remove.forEach((number) => remove.run(organization, jobId(number)))
          step.remove.forEach((number) => stable.delete(number))
        })
        const seen = pages.flatMap((page) => pageOf(page).content.map(({ id }) => id))
        assert.deepStrictEqual(seen, [...new Set(seen)].toSorted(), "none twice, in order")
        assert.deepStrictEqual(
          [...stable].map(jobId).filter((id) => !seen.includes(id)),
          [],
          "all that stayed"
        )
      }),
    { arbitrary: { runs: 40 } }
  )
})
