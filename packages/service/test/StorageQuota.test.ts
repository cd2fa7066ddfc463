/**
 * The quota of stored bytes in the time of a test, with two nodes on one store (decisions, Limits; nodes).
 */
import { assert, it } from "@effect/vitest"
import { ClientId } from "@partner-api/domain/Ids"
import { storedBytesPerDay } from "@partner-api/domain/StorageQuota"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Result from "effect/Result"
import * as TestClock from "effect/testing/TestClock"
import { exchangeIntervalMs, StorageQuota } from "../src/services/access/StorageQuota.ts"
import { Memory, makeMemory } from "../src/store/memory/Memory.ts"
import * as MemoryStoredBytesStore from "../src/store/memory/MemoryStoredBytesStore.ts"

const client = ClientId.make("cli_a")
const bytesMax = 1_000

/** A node on a memory. It ends with the scope. */
const startNode = (memory: Memory["Service"]) =>
  Effect.map(
    Layer.build(
      StorageQuota.exchanging.pipe(
        Layer.provideMerge(StorageQuota.layer(bytesMax)),
        Layer.provide(MemoryStoredBytesStore.layer),
        Layer.provide(Layer.succeed(Memory, memory))
      )
    ),
    (context) => Context.get(context, StorageQuota)
  )

const isOpen = (node: StorageQuota["Service"]) => Effect.map(Effect.result(node.check(client)), Result.isSuccess)

const storedIn = (memory: Memory["Service"]) => memory.current().storedBytes.rows.map(({ bytes }) => bytes)

it.effect("what a client stores at another node counts after an interval (nodes)", () =>
  Effect.gen(function* () {
    const memory = makeMemory()
    const [one, two] = [yield* startNode(memory), yield* startNode(memory)]
    assert.deepStrictEqual([yield* isOpen(one), yield* isOpen(two)], [true, true])
    one.count(client, 900)
    two.count(client, 99)
    assert.deepStrictEqual([yield* isOpen(one), yield* isOpen(two)], [true, true])
    yield* TestClock.adjust(exchangeIntervalMs - 1)
    assert.deepStrictEqual(storedIn(memory), [])
    yield* TestClock.adjust(1)
    assert.deepStrictEqual(storedIn(memory), [999])
    two.count(client, 1)
    assert.deepStrictEqual([yield* isOpen(one), yield* isOpen(two)], [true, false])
    one.count(client, 1)
    yield* TestClock.adjust(exchangeIntervalMs)
    assert.isFalse(yield* isOpen(one))
  }).pipe(Effect.scoped)
)

it.effect("the end of a node adds what it has counted, and the next one begins with it (decisions, Limits)", () =>
  Effect.gen(function* () {
    const memory = makeMemory()
    yield* Effect.scoped(Effect.map(startNode(memory), (node) => node.count(client, bytesMax)))
    assert.deepStrictEqual(storedIn(memory), [bytesMax])
    const next = yield* startNode(memory)
    assert.isFalse(yield* isOpen(next))
    assert.strictEqual(next.largestShare(), 1)
  }).pipe(Effect.scoped)
)

it.effect("what the store does not take is tried again, and counts meanwhile (decisions, Limits)", () =>
  Effect.gen(function* () {
    const memory = makeMemory()
    let isDown = true
    const failing: Memory["Service"] = {
      ...memory,
      write: (change) => (isDown ? Effect.die("the disk is full") : memory.write(change))
    }
    const node = yield* startNode(failing)
    node.count(client, bytesMax)
    yield* Effect.exit(node.exchange)
    assert.isFalse(yield* isOpen(node))
    isDown = false
    yield* node.exchange
    assert.deepStrictEqual(storedIn(memory), [bytesMax])
    assert.isFalse(yield* isOpen(node))
  }).pipe(Effect.scoped)
)

it("a million small jobs of a day are within the quota, and 5 MB a second for an hour are not (decisions, Limits)", () => {
  // A job of 900 bytes under a key: entry, record, event and kept answer.
  assert.isBelow(1_000_000 * (512 + 3 * 900), storedBytesPerDay)
  assert.isAbove(3_600 * 5_000_000, storedBytesPerDay)
})
