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
import { DeliveryStore, type DueEndpoint } from "@partner-api/service/store/DeliveryStore"
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

/** Runs workers on endpoints that all hang, and gives those that they have begun with. What is `lost` ends where it is looked at. */
const workOn = Effect.fnUntraced(function* (due: Array<DueEndpoint>, lost: ReadonlyArray<string> = []) {
  const begun: Array<string> = []
  const over = Deferred.makeUnsafe<void>()
  const ends = new Map<string, Deferred.Deferred<void>>()
  const isFree = ({ endpointId }: DueEndpoint) => !begun.includes(endpointId)
  const store = Layer.mock(DeliveryStore)({
    due: (_, { failing, healthy }, { fullClientIds = [], fullOfFailingClientIds = [] } = {}) =>
      Effect.sync(() => {
        const free = due.filter((one) => isFree(one) && !fullClientIds.includes(one.clientId))
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
        const end = Deferred.makeUnsafe<void>()
        ends.set(endpointId, end)
        return Effect.raceFirst(Deferred.await(over), Deferred.await(end))
      }),
    endLost: (endpointIds) =>
      Effect.sync(() => {
        for (const id of endpointIds) {
          const end = lost.includes(id) ? ends.get(id) : undefined
          if (end !== undefined) Deferred.doneUnsafe(end, Effect.void)
        }
      })
  })
  yield* Layer.build(DeliveryWorkers.layer({ pollMs }).pipe(Layer.provide([store, deliveries, Drain.layer])))
  // Workers that end wait for what is under way.
  yield* Effect.addFinalizer(() => Deferred.succeed(over, undefined))
  yield* TestClock.adjust(0)
  return begun
})

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
    const looks: Array<ReadonlyArray<string> | undefined> = []
    const store = Layer.mock(DeliveryStore)({
      due: (_nowMs, _most, among) =>
        Effect.sync(() => {
          looks.push(among?.organizationIds)
          return []
        })
    })
    const deliveries = Layer.mock(Deliveries)({})
    const signal = yield* Layer.build(EventSignal.layer)
    const workers = DeliveryWorkers.layer({ pollMs }).pipe(Layer.provide([store, deliveries, Drain.layer]))
    yield* Layer.build(workers).pipe(Effect.provideContext(signal))
    yield* TestClock.adjust(0)
    const { tell } = Context.get(signal, EventSignal.EventSignal)
    const organizations = Array.from({ length: 5 }, (_, number) => OrganizationId.make(`org_together${number}`))
    for (const organization of organizations) tell(new Set([organization]))
    yield* TestClock.adjust(0)
    assert.deepStrictEqual(looks, [undefined, organizations])
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
