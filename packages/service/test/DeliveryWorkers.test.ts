/**
 * The places of workers that deliver: endpoints that hang leave room for the others (decisions, Delivery).
 */
import { assert, it } from "@effect/vitest"
import { OrganizationId } from "@partner-api/domain/Ids"
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

/** An endpoint that has answered so far, or one that is known to fail. */
const endpoint = (name: string, isFailing = false): DueEndpoint => ({
  organizationId: OrganizationId.make(`org_${name}`),
  endpointId: WebhookEndpointId.make(`whe_${name}`),
  isFailing
})

const many = (count: number, name: string, isFailing = false): ReadonlyArray<DueEndpoint> =>
  Array.from({ length: count }, (_, index) => endpoint(`${name}${index}`, isFailing))

/** Runs workers on endpoints that all hang, and gives those that they have begun with. */
const workOn = Effect.fnUntraced(function* (due: Array<DueEndpoint>) {
  const begun: Array<string> = []
  const over = Deferred.makeUnsafe<void>()
  const isFree = ({ endpointId }: DueEndpoint) => !begun.includes(endpointId)
  const store = Layer.mock(DeliveryStore)({
    due: (_, { failing, healthy }) =>
      Effect.sync(() => [
        ...due.filter((one) => !one.isFailing && isFree(one)).slice(0, healthy),
        ...due.filter((one) => one.isFailing && isFree(one)).slice(0, failing)
      ])
  })
  const deliveries = Layer.succeed(Deliveries, {
    deliver: (endpointId) =>
      Effect.andThen(
        Effect.sync(() => void begun.push(endpointId)),
        Deferred.await(over)
      )
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
      due: (_nowMs, _most, heard) =>
        Effect.sync(() => {
          looks.push(heard)
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
