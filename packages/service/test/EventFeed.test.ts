/**
 * Waiting for an event (decisions, Journal): how long, for whom, and what ends it. In the time of a test clock, on stores in memory.
 */
import { assert, describe, it } from "@effect/vitest"
import { encodeCursor } from "@partner-api/domain/Cursor"
import { waitersMax, waitSecondsMax } from "@partner-api/domain/EventQuery"
import { operator } from "@partner-api/domain/Journal"
import { client, furnish, one } from "@partner-api/service/laws/Furnished"
import * as Redacted from "effect/Redacted"
import { digestOf } from "@partner-api/service/crypto/Secrets"
import { CursorSigning } from "@partner-api/service/services/CursorSigning"
import { Drain } from "@partner-api/service/services/Drain"
import { EventFeed, type FeedQuery } from "@partner-api/service/services/EventFeed"
import * as EventSignal from "@partner-api/service/services/EventSignal"
import { Jobs } from "@partner-api/service/services/Jobs"
import { Journal } from "@partner-api/service/services/Journal"
import { Tokens } from "@partner-api/service/services/access/Tokens"
import { EventStore } from "@partner-api/service/store/EventStore"
import { makeMemory } from "@partner-api/service/store/memory/Memory"
import * as MemoryStores from "@partner-api/service/store/memory/MemoryStores"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import * as Effect from "effect/Effect"
import * as Fiber from "effect/Fiber"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"

const list = "events.list"
const dayMs = 86_400_000
const token = Redacted.make("A".repeat(43))
const reader = { clientId: client.id, organizationId: one, tokenId: digestOf(token) }

/** The service, where writes wake waiting readers; with `isDeaf` they do not, as writes of another process. */
const services = (isDeaf = false) => {
  const layer = Layer.mergeAll(EventFeed.layer, Jobs.layer).pipe(
    Layer.provideMerge(CursorSigning.layer),
    Layer.provideMerge(Layer.mergeAll(isDeaf ? Layer.empty : Journal.layer, Tokens.layer)),
    Layer.provide(EventSignal.layer)
  )
  return (isDeaf ? Layer.provideMerge(layer, Layer.fresh(Journal.layer)) : layer).pipe(
    Layer.provideMerge(Drain.layer),
    Layer.provideMerge(MemoryStores.layer(makeMemory()))
  )
}

const addJob = Effect.gen(function* () {
  const { write } = yield* Journal
  return yield* write(operator, (yield* Jobs).create(one, { title: "Engineer", description: "Builds" }))
})

/** Two organizations, and a token of the client for the first. */
const begin = Effect.gen(function* () {
  yield* furnish
  const expiresAtMs = 100 * dayMs
  yield* (yield* TokenStore).insert(
    {
      digest: reader.tokenId,
      clientId: client.id,
      primary: false,
      organizationId: one,
      secretDigest: "secret",
      expiresAtMs
    },
    0
  )
})

const read = (query: FeedQuery) => Effect.flatMap(EventFeed, (feed) => feed.read(reader, list, query))
const latest = Effect.map(read({ start: "latest" }), ({ cursor }) => cursor)

/** A request that waits: it has looked once when this ends. */
const waiting = (query: FeedQuery) =>
  Effect.forkChild(Effect.result(read({ wait: waitSecondsMax, ...query })), { startImmediately: true })

const isOver = (fiber: Fiber.Fiber<unknown>) => Effect.sync(() => fiber.pollUnsafe() !== undefined)
const failureOf = Result.match({ onFailure: ({ code }: { readonly code: string }) => code, onSuccess: () => "done" })

describe("a request that waits for an event (decisions, Journal)", () => {
  it.effect("is answered when one is committed, without a tick of the clock", () =>
    Effect.gen(function* () {
      yield* begin
      const fiber = yield* waiting({ cursor: yield* latest })
      assert.isFalse(yield* isOver(fiber))
      yield* addJob
      const { texts } = Result.getOrThrow(yield* Fiber.join(fiber))
      assert.strictEqual(texts.length, 1)
    }).pipe(Effect.provide(services()))
  )

  it.effect("is answered within a second where another process commits one", () =>
    Effect.gen(function* () {
      yield* begin
      const fiber = yield* waiting({ cursor: yield* latest })
      yield* addJob
      assert.isFalse(yield* isOver(fiber))
      yield* TestClock.adjust(1_000)
      assert.strictEqual(Result.getOrThrow(yield* Fiber.join(fiber)).texts.length, 1)
    }).pipe(Effect.provide(services(true)))
  )

  it.effect("is answered empty at its end, with a cursor that misses nothing", () =>
    Effect.gen(function* () {
      yield* begin
      const fiber = yield* waiting({ cursor: yield* latest })
      yield* TestClock.adjust(waitSecondsMax * 1_000 - 1)
      assert.isFalse(yield* isOver(fiber))
      yield* TestClock.adjust(1)
      const { cursor, hasMore, texts } = Result.getOrThrow(yield* Fiber.join(fiber))
      assert.deepStrictEqual([texts, hasMore], [[], false])
      yield* addJob
      assert.strictEqual((yield* read({ cursor })).texts.length, 1)
    }).pipe(Effect.provide(services()))
  )

  it.effect("does not end at events that it did not ask for", () =>
    Effect.gen(function* () {
      yield* begin
      const fiber = yield* waiting({ cursor: yield* latest, types: ["user.*"] })
      yield* addJob
      yield* TestClock.adjust(5_000)
      assert.isFalse(yield* isOver(fiber))
      yield* TestClock.adjust(5_000)
      assert.deepStrictEqual(Result.getOrThrow(yield* Fiber.join(fiber)).texts, [])
    }).pipe(Effect.provide(services()))
  )

  it.effect("ends at once when the service is stopped", () =>
    Effect.gen(function* () {
      yield* begin
      const fiber = yield* waiting({ cursor: yield* latest })
      yield* (yield* Drain).begin
      assert.deepStrictEqual(Result.getOrThrow(yield* Fiber.join(fiber)).texts, [])
    }).pipe(Effect.provide(services()))
  )

  it.effect("is refused within a second after its token was revoked (decisions, Tokens)", () =>
    Effect.gen(function* () {
      yield* begin
      const fiber = yield* waiting({ cursor: yield* latest })
      yield* (yield* TokenStore).revoke(client.id, reader.tokenId)
      yield* TestClock.adjust(1_000)
      assert.strictEqual(failureOf(yield* Fiber.join(fiber)), "unauthorized")
    }).pipe(Effect.provide(services()))
  )

  it.effect("is one of a few of its client in its organization, and the next one is answered to retry later", () =>
    Effect.gen(function* () {
      yield* begin
      const cursor = yield* latest
      const fibers = yield* Effect.forEach(Array.from({ length: waitersMax }), () => waiting({ cursor }))
      assert.strictEqual(failureOf(yield* Fiber.join(yield* waiting({ cursor }))), "rate_limited")
      // Those who do not wait are no fewer for that.
      assert.deepStrictEqual((yield* read({ cursor })).texts, [])
      yield* TestClock.adjust(waitSecondsMax * 1_000)
      yield* Fiber.joinAll(fibers)
      const next = yield* waiting({ cursor })
      assert.isFalse(yield* isOver(next))
      yield* Fiber.interrupt(next)
    }).pipe(Effect.provide(services()))
  )

  it.effect("looks once; then one look a second at its organization is for all that wait", () => {
    const looks = { ends: 0, page: 0 }
    const counted = Layer.effect(
      EventStore,
      Effect.map(EventStore, (store) =>
        EventStore.of({
          ...store,
          ends: (organizationId) => {
            looks.ends++
            return store.ends(organizationId)
          },
          page: (organizationId, request) => {
            looks.page++
            return store.page(organizationId, request)
          }
        })
      )
    )
    const watched = EventFeed.layer.pipe(
      Layer.provideMerge(CursorSigning.layer),
      Layer.provideMerge(Tokens.layer),
      Layer.provide(EventSignal.layer),
      Layer.provideMerge(counted),
      Layer.provideMerge(Drain.layer),
      Layer.provideMerge(MemoryStores.layer(makeMemory()))
    )
    return Effect.gen(function* () {
      yield* begin
      const cursor = yield* latest
      const before = { ...looks }
      const fibers = yield* Effect.forEach(Array.from({ length: waitersMax }), () => waiting({ cursor }))
      for (let second = 1; second <= 5; second++) yield* TestClock.adjust(1_000)
      assert.deepStrictEqual([looks.page - before.page, looks.ends - before.ends], [waitersMax, 5])
      yield* Fiber.interruptAll(fibers)
      yield* TestClock.adjust(10_000)
      assert.isAtMost(looks.ends - before.ends, 6)
    }).pipe(Effect.provide(watched))
  })

  it.effect("leaves its place when its caller goes away", () =>
    Effect.gen(function* () {
      yield* begin
      const cursor = yield* latest
      for (let gone = 0; gone <= waitersMax; gone++) yield* Fiber.interrupt(yield* waiting({ cursor }))
      const next = yield* waiting({ cursor })
      assert.isFalse(yield* isOver(next))
      yield* Fiber.interrupt(next)
    }).pipe(Effect.provide(services()))
  )
})

describe("a cursor of the feed (decisions, Journal)", () => {
  it.effect("lives as long as events are kept, and is refused by its own code after that", () =>
    Effect.gen(function* () {
      yield* begin
      const cursor = yield* latest
      yield* TestClock.adjust(30 * dayMs)
      assert.deepStrictEqual((yield* read({ cursor })).texts, [])
      yield* TestClock.adjust(1)
      assert.strictEqual(failureOf(yield* Effect.result(read({ cursor }))), "cursor_expired")
    }).pipe(Effect.provide(services()))
  )

  it.effect("is refused where the database has been restored to before it", () =>
    Effect.gen(function* () {
      yield* begin
      yield* addJob
      const signer = yield* CursorSigning
      const cursorAt = (after: number) =>
        encodeCursor({ list, organizationId: one, after: String(after), limit: 10, filters: {}, issuedAtMs: 0 }, signer)
      assert.deepStrictEqual((yield* read({ cursor: cursorAt(1) })).texts, [])
      assert.strictEqual(failureOf(yield* Effect.result(read({ cursor: cursorAt(2) }))), "cursor_expired")
    }).pipe(Effect.provide(services()))
  )
})
