/**
 * A feed that is followed: page after page, and at its end the next request waits (docs/lists.md).
 */
import * as Effect from "effect/Effect"
import * as FetchHttpClient from "effect/http/FetchHttpClient"
import * as Layer from "effect/Layer"
import * as Stream from "effect/Stream"
import { assert, describe, it } from "vitest"
import { Partner } from "../src/effect.ts"
import { createClient, isPartnerError } from "../src/index.ts"
import { createTestServer, type TestServer } from "../src/testing.ts"

/** The service of the entry for Effect, over a test server. */
const layerOf = ({ baseUrl, clientId, clientSecret, fetch }: TestServer) => {
  return Partner.layer({ baseUrl, clientId, clientSecret }).pipe(
    Layer.provide(FetchHttpClient.layer),
    Layer.provide(Layer.succeed(FetchHttpClient.Fetch, fetch))
  )
}

/** How the first page of a feed fails. */
const failureOf = async (pages: AsyncIterable<unknown>): Promise<unknown> => {
  const first = pages[Symbol.asyncIterator]()
  return first.next().catch((error: unknown) => error)
}

const meet = () => {
  const server = createTestServer()
  const { events, users } = createClient(server.client()).organization("org_1")
  let people = 0
  const addUser = () => users.create({ first_name: "Ada", last_name: "King", email: `feed.${people++}@example.com` })
  return { server, events, addUser }
}

describe("a feed that is followed", () => {
  it("goes on from the cursor of the page before, and misses nothing between", async () => {
    const { addUser, events } = meet()
    const { cursor } = await events.list({ start: "latest" })
    const pages = events.follow({ cursor })[Symbol.asyncIterator]()
    const added: Array<string> = []
    const seen: Array<string> = []
    for (let round = 0; round < 3; round++) {
      // The request is sent before anything happens, so the answer waits for it.
      const next = pages.next()
      added.push((await addUser()).id, (await addUser()).id)
      while (seen.length < added.length) {
        const page = seen.length % 2 === 0 ? await next : await pages.next()
        for (const event of page.value?.content ?? []) {
          if (event.type === "user.created") seen.push(event.data.user.id)
        }
      }
    }
    assert.deepStrictEqual(seen, added)
  })

  it("sends the query of the call with each request, and waits by default", async () => {
    const { addUser, events, server } = meet()
    await addUser()
    let pages = 0
    for await (const { content } of events.follow({ types: ["job.*"], wait: 0, start: "oldest" })) {
      assert.deepStrictEqual(content, [])
      if (++pages === 2) break
    }
    const [first, second] = server.requests.filter(({ operation }) => operation === "events.list")
    assert.deepInclude(first?.query, { types: "job.*", wait: "0", start: "oldest" })
    assert.deepInclude(second?.query, { types: "job.*", wait: "0" })
    assert.hasAnyKeys(second?.query, ["cursor"])
    assert.notProperty(second?.query, "start")
    void events.follow()
    assert.strictEqual(server.count("events.list"), 2)
  })

  it("fails with CursorExpired where events would be missed, and ends with its signal", async () => {
    const { events, server } = meet()
    server.failNext("events.list", { status: 410 })
    const expired = await failureOf(events.follow())
    assert.isTrue(isPartnerError(expired, "CursorExpired"))
    const controller = new AbortController()
    const waiting = failureOf(events.follow({ start: "latest" }, { signal: controller.signal }))
    controller.abort()
    assert.isTrue(isPartnerError(await waiting, "Aborted"))
  })

  it("keeps a type that is newer than the library as it came", async () => {
    const { events, server } = meet()
    const newer = { id: "evt_1", type: "offer.made", data: { offer: { id: "ofr_1" } } }
    server.answer("events.list", () => ({ body: { content: [newer], next: null, count: 1, cursor: "c" } }))
    const { content, cursor } = await events.list()
    assert.deepStrictEqual<unknown>([content, cursor], [[newer], "c"])
  })

  it("is a list whose pages must have a cursor", async () => {
    const { events, server } = meet()
    server.answer("events.list", () => ({ body: { content: [], next: null, count: 0 } }))
    const failure: unknown = await events.list().catch((error: unknown) => error)
    assert.isTrue(isPartnerError(failure, "UnexpectedResponse"))
    assert.include(String(failure), "/cursor")
  })

  it("is a stream of the entry for Effect", async () => {
    const { addUser, server } = meet()
    await addUser()
    const pages = await Effect.runPromise(
      Effect.flatMap(Partner, (partner) =>
        Stream.runCollect(Stream.take(partner.organization("org_1").events.follow(), 1))
      ).pipe(Effect.provide(layerOf(server)))
    )
    assert.deepStrictEqual(
      Array.from(pages).flatMap(({ content }) => content.map(({ type }) => type)),
      ["user.created"]
    )
    assert.deepStrictEqual(
      server.data.items("org_1", "events").map((event) => Reflect.get(event, "type")),
      ["user.created"]
    )
  })
})
