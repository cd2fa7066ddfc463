/**
 * The places of workers that deliver: endpoints that hang leave room for the others (decisions, Delivery).
 */
import { assert, it } from "@effect/vitest"
import { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { Drain } from "@partner-api/service/services/Drain"
import * as EventSignal from "@partner-api/service/services/EventSignal"
import { Deliveries } from "@partner-api/service/services/webhooks/Deliveries"
import * as DeliveryWorkers from "@partner-api/service/services/webhooks/DeliveryWorkers"
import { DeliveryStore, type DueAmong, type DueEndpoint } from "@partner-api/service/store/DeliveryStore"
import * as Context from "effect/Context"
import * as Deferred from "effect/Deferred"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as TestClock from "effect/testing/TestClock"

const pollMs = 1_000

/** An endpoint that has answered so far, or one that is known to fail; of a client of its own, or of this one. */
const endpoint = (name: string, isFailing = false, client = name): DueEndpoint => ({
  organizationId: OrganizationId.make(`org_${name}`),
  clientId: ClientId.make(`cli_${client}`),
  endpointId: WebhookEndpointId.make(`whe_${name}`),
  isFailing
})

const many = (count: number, name: string, isFailing = false, client?: string): ReadonlyArray<DueEndpoint> =>
  Array.from({ length: count }, (_, index) => endpoint(`${name}${index}`, isFailing, client))

/** What workers ask the store for: how many endpoints, and of which. */
interface Look extends DueAmong {
  readonly healthy: number
  readonly failing: number
}

/** Runs workers on endpoints that all hang until a test ends them, and gives what they do. */
const startWorkers = Effect.fnUntraced(function* (due: Array<DueEndpoint>, lost: ReadonlyArray<string> = []) {
  const begun: Array<string> = []
  const looks: Array<Look> = []
  const suspects: Array<ReadonlyArray<string>> = []
  const over = Deferred.makeUnsafe<void>()
  const ends = new Map<string, Deferred.Deferred<void>>()
  /** Ends the round of an endpoint, which is not due any more. */
  const end = (id: string) => {
    const ending = ends.get(id)
    if (ending !== undefined) Deferred.doneUnsafe(ending, Effect.void)
  }
  const store = Layer.mock(DeliveryStore)({
    due: (_, { failing, healthy }, among = {}) =>
      Effect.sync(() => {
        looks.push({ healthy, failing, ...among })
        const { fullClientIds = [], fullOfFailingClientIds = [], organizationIds } = among
        const free = due.filter(
          ({ clientId, endpointId, organizationId }) =>
            !begun.includes(endpointId) &&
            !fullClientIds.includes(clientId) &&
            (organizationIds === undefined || organizationIds.includes(organizationId))
        )
        return [
          ...free.filter((one) => !one.isFailing).slice(0, healthy),
          ...free.filter((one) => one.isFailing && !fullOfFailingClientIds.includes(one.clientId)).slice(0, failing)
        ]
      })
  })
  const deliveries = Layer.succeed(Deliveries, {
    deliver: (endpointId) =>
      Effect.suspend(() => {
        begun.push(endpointId)
        const ending = Deferred.makeUnsafe<void>()
        ends.set(endpointId, ending)
        return Effect.raceFirst(Deferred.await(over), Deferred.await(ending))
      }),
    endLost: (endpointIds) =>
      Effect.sync(() => {
        suspects.push(endpointIds)
        for (const id of endpointIds) if (lost.includes(id)) end(id)
      })
  })
  const signal = yield* Layer.build(EventSignal.layer)
  const workers = DeliveryWorkers.layer({ pollMs }).pipe(Layer.provide([store, deliveries, Drain.layer]))
  yield* Layer.build(workers).pipe(Effect.provideContext(signal))
  // Workers that end wait for what is under way.
  yield* Effect.addFinalizer(() => Deferred.succeed(over, undefined))
  yield* TestClock.adjust(0)
  const { notify } = Context.get(signal, EventSignal.EventSignal)
  return {
    begun,
    looks,
    suspects,
    /** Ends rounds, and has the workers look. */
    end: (...ids: ReadonlyArray<string>) =>
      Effect.andThen(
        Effect.sync(() => ids.forEach(end)),
        TestClock.adjust(0)
      ),
    /** Has the workers hear of writes to organizations, one after the other. */
    notify: (...names: ReadonlyArray<string>) =>
      Effect.andThen(
        Effect.sync(() => {
          for (const name of names) notify(new Set([OrganizationId.make(`org_${name}`)]))
        }),
        TestClock.adjust(0)
      )
  }
})

/** Runs workers on endpoints that all hang, and gives those that they have begun with. What is `lost` ends where it is looked at. */
const workOn = (due: Array<DueEndpoint>, lost?: ReadonlyArray<string>) =>
  Effect.map(startWorkers(due, lost), ({ begun }) => begun)

it.effect("another endpoint has its turn soon where as many hang as there are places (decisions, Delivery)", () =>
  Effect.gen(function* () {
    const due = [...many(100, "hangs"), endpoint("answers")]
    const begun = yield* workOn(due)
    assert.lengthOf(begun, 64)
    yield* TestClock.adjust(1_999)
    assert.notInclude(begun, "whe_answers")
    yield* TestClock.adjust(1_001)
    assert.include(begun, "whe_answers")
  })
)

it.effect("twice as many rounds as there are places go on at most, whatever hangs (decisions, Delivery)", () =>
  Effect.gen(function* () {
    const begun = yield* workOn([...many(500, "hangs")])
    yield* TestClock.adjust(60_000)
    assert.lengthOf(begun, 128)
  })
)

it.effect("writes that are committed together are looked at once (docs/decisions, 42)", () =>
  Effect.gen(function* () {
    const { looks, notify } = yield* startWorkers([])
    const names = Array.from({ length: 5 }, (_, number) => `together${number}`)
    yield* notify(...names)
    const organizations = names.map((name) => OrganizationId.make(`org_${name}`))
    assert.deepStrictEqual(
      looks.map(({ organizationIds }) => organizationIds),
      [undefined, organizations]
    )
  })
)

it.effect("endpoints that fail have sixteen places, however long they hang (decisions, Delivery)", () =>
  Effect.gen(function* () {
    const begun = yield* workOn([...many(100, "fails", true)])
    yield* TestClock.adjust(60_000)
    assert.lengthOf(begun, 16)
  })
)

it.effect(
  "one client holds at most a quarter of the places, and of those for endpoints that fail (decisions, Delivery)",
  () =>
    Effect.gen(function* () {
      const due = [...many(20, "hangs", false, "hostile"), ...many(10, "fails", true, "hostile")]
      const begun = yield* workOn([...due, endpoint("answers"), endpoint("retried", true)])
      const ofHostile = (name: string) => begun.filter((id) => id.startsWith(`whe_${name}`)).length
      assert.includeMembers(begun, ["whe_answers", "whe_retried"])
      yield* TestClock.adjust(60_000)
      assert.deepStrictEqual([ofHostile("hangs"), ofHostile("fails")], [16, 0])
      const failing = yield* workOn([...many(10, "fails", true, "hostile"), endpoint("retried", true)])
      assert.lengthOf(failing, 4 + 1)
    })
)

it.effect("the place of an endpoint whose lease is lost is free within a second (decisions, Delivery)", () =>
  Effect.gen(function* () {
    const hostile = many(40, "fails", true, "hostile")
    const lost = hostile.slice(0, 4).map(({ endpointId }) => endpointId)
    const begun = yield* workOn([...hostile], lost)
    assert.lengthOf(begun, 4)
    yield* TestClock.adjust(pollMs)
    assert.lengthOf(begun, 8)
    yield* TestClock.adjust(60_000)
    assert.lengthOf(begun, 8)
  })
)

it.effect("the endpoint of a client that holds fewer places has its turn first (decisions, Delivery)", () =>
  Effect.gen(function* () {
    const due = [...many(16, "busy", false, "busy"), ...many(48, "hangs")]
    const begun = yield* workOn(due)
    assert.lengthOf(begun, 64)
    due.push(...many(20, "more", false, "hangs0"), endpoint("quiet"))
    yield* TestClock.adjust(3_000)
    assert.include(begun.slice(64, 67), "whe_quiet")
  })
)

it.effect("clients that have all of their places leave the answers of the store to others (docs/decisions, 91)", () =>
  Effect.gen(function* () {
    const hostile = [...many(100, "busy", false, "busy"), ...many(100, "fails", true, "failing")]
    const { begun, looks, notify } = yield* startWorkers([...hostile, endpoint("answers"), endpoint("retried", true)])
    assert.lengthOf(begun, 16 + 4)
    yield* TestClock.adjust(pollMs)
    assert.sameMembers(begun.slice(20), ["whe_answers", "whe_retried"])
    const full = { fullClientIds: [ClientId.make("cli_busy")], fullOfFailingClientIds: [ClientId.make("cli_failing")] }
    yield* TestClock.adjust(pollMs)
    yield* notify("answers")
    assert.deepStrictEqual(
      looks.slice(-2).map(({ fullClientIds, fullOfFailingClientIds }) => ({ fullClientIds, fullOfFailingClientIds })),
      [full, full]
    )
  })
)

it.effect(
  "as many deliveries begin as there are places, and none is asked for that has no place (docs/decisions, 91)",
  () =>
    Effect.gen(function* () {
      const { begun, end, looks } = yield* startWorkers([...many(60, "hangs"), ...many(40, "fails", true)])
      assert.lengthOf(begun, 60 + 4)
      const looked = looks.length
      // Nothing is free, so nothing is requested.
      yield* TestClock.adjust(pollMs)
      assert.lengthOf(looks, looked)
      yield* end("whe_hangs0", "whe_hangs1", "whe_hangs2")
      assert.lengthOf(begun, 64 + 3)
      yield* end(...Array.from({ length: 57 }, (_, index) => `whe_hangs${index + 3}`))
      // All of the places for those that fail are taken.
      assert.lengthOf(begun, 60 + 16)
      yield* TestClock.adjust(pollMs)
      assert.strictEqual(looks.at(-1)?.failing, 0)
      assert.lengthOf(begun, 60 + 16)
    })
)

it.effect("a round that has lost its lease ends at the next write to its organization (docs/decisions, 91)", () =>
  Effect.gen(function* () {
    const due = [endpoint("deleted"), endpoint("kept"), endpoint("elsewhere")]
    const { suspects, notify } = yield* startWorkers(due, ["whe_deleted"])
    yield* notify("deleted", "kept")
    // Most rounds end within 100 ms: none is looked at before.
    assert.deepStrictEqual(suspects, [])
    yield* TestClock.adjust(100)
    yield* notify("deleted", "kept")
    assert.deepStrictEqual(suspects, [["whe_deleted", "whe_kept"]])
    yield* notify("kept")
    assert.deepStrictEqual(suspects.slice(1), [["whe_kept"]])
    // Other nodes write too.
    yield* TestClock.adjust(pollMs)
    assert.deepStrictEqual(suspects.slice(2), [["whe_kept", "whe_elsewhere"]])
  })
)

it.effect("a place that is free again is another organization's at once where more was due (docs/decisions, 91)", () =>
  Effect.gen(function* () {
    const due = [...many(60, "hangs")]
    const { begun, end } = yield* startWorkers(due)
    due.push(...many(5, "waits"))
    yield* TestClock.adjust(pollMs)
    assert.notInclude(begun, "whe_waits4")
    yield* end("whe_hangs0")
    assert.include(begun, "whe_waits4")
  })
)

it.effect("a place of a client that had all of its places is its own again at once (docs/decisions, 91)", () =>
  Effect.gen(function* () {
    for (const isFailing of [false, true]) {
      const places = isFailing ? 4 : 16
      const { begun, end, looks } = yield* startWorkers([...many(places + 1, "busy", isFailing, "busy")])
      // It is left out of the look that follows, so that nothing more seems to be due.
      yield* TestClock.adjust(pollMs)
      assert.lengthOf(begun, places)
      assert.strictEqual(looks.at(-1)?.organizationIds, undefined)
      yield* end("whe_busy0")
      assert.lengthOf(begun, places + 1)
    }
  })
)
