/**
 * What every engine does alike where the operator looks after webhook endpoints (decisions, Webhooks and Delivery). `StoreLaws.ts` has them among
 * all laws.
 */
import { assert } from "@effect/vitest"
import { EventId } from "@partner-api/domain/EventId"
import { ClientId } from "@partner-api/domain/Ids"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { pingsPerMinuteMax, recoveriesPerMinuteMax } from "@partner-api/domain/WebhookUse"
import { sealingKeyBytes, sealingKeyOf, type SealingKey } from "@partner-api/service/crypto/SealedText"
import { WebhookAdministration } from "@partner-api/service/services/administration/WebhookAdministration"
import { dueSinceMs, endpointState, lagMs } from "@partner-api/service/services/webhooks/EndpointState"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import { DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import { WebhookStore } from "@partner-api/service/store/WebhookStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { clientId, type Law, one, transaction, two } from "./Furnished.ts"
import { type DeliveryWorld, hourMs, manager, minuteMs, onDeliveries, startMs } from "./DeliveryWorld.ts"

const keyOf = (byte: number): SealingKey => sealingKeyOf(new Uint8Array(sealingKeyBytes).fill(byte))

/** The key of the worlds of laws, and two others. */
const [present, next, stranger] = [keyOf(0), keyOf(1), keyOf(2)]

/** The operator's service with these keys. */
const operator = (keys: ReadonlyArray<SealingKey> = [present]) =>
  Effect.provide(
    WebhookAdministration,
    WebhookAdministration.layer.pipe(Layer.provide(Layer.succeed(SecretsKeys, keys)))
  )

/** An endpoint whose address has answered. */
const enabled = (world: DeliveryWorld) => Effect.tap(world.addEndpoint(), world.deliver)

/** How the endpoint of a world stands at its time. */
const standsAs = Effect.fnUntraced(function* (world: DeliveryWorld) {
  const { page, show } = yield* operator()
  const { id } = yield* world.endpoint
  const { deliveries, endpointStatus } = yield* show(id)
  const inPage = (yield* page({}, { after: undefined, limit: 100 })).find(({ found }) => found.endpoint.id === id)
  assert.deepStrictEqual(inPage?.deliveries, deliveries)
  return {
    state: endpointState(endpointStatus),
    behind: endpointStatus.head - endpointStatus.position,
    lagMs: lagMs(endpointStatus, world.nowMs()),
    dueForMs: world.nowMs() - (dueSinceMs(endpointStatus, world.nowMs()) ?? world.nowMs()),
    deliveries
  }
})

const actionsOf = (organizationId: typeof one | undefined) =>
  Effect.flatMap(JournalStore, (journal) =>
    Effect.map(journal.page(organizationId, { after: 0, limit: 100 }), ({ rows }) =>
      rows.map(({ row }) => row.entry.action).filter((action) => action.startsWith("webhook"))
    )
  )

const none = { pending: 0, parked: 0, failed: 0 }

export const webhookOperatorLaws: ReadonlyArray<Law> = [
  onDeliveries("an endpoint stands at the head of the feed, or behind it since the first event that waits", (world) =>
    Effect.gen(function* () {
      const { list, page } = yield* operator()
      assert.deepStrictEqual(yield* list({}), [])
      const { id } = yield* world.addEndpoint()
      yield* world.pass(0)
      assert.strictEqual((yield* standsAs(world)).state, "pending")
      yield* world.deliver
      const idle = { state: "enabled", behind: 0, lagMs: 0, dueForMs: 0, deliveries: none }
      assert.deepStrictEqual(yield* standsAs(world), idle)
      yield* world.pass(hourMs)
      yield* world.addJobs(2)
      yield* world.tick(3 * minuteMs)
      yield* world.addJobs(1)
      const waiting = { ...idle, behind: 3, lagMs: 3 * minuteMs, dueForMs: 3 * minuteMs }
      assert.deepStrictEqual(yield* standsAs(world), waiting)
      yield* world.deliver
      yield* world.tick(hourMs)
      assert.deepStrictEqual(yield* standsAs(world), idle)
      const ids = (found: Effect.Success<ReturnType<typeof list>>) =>
        found.map(({ found: { endpoint } }) => endpoint.id)
      assert.deepStrictEqual(ids(yield* list({ organizationId: one, clientId })), [id])
      assert.deepStrictEqual(ids(yield* list({ organizationId: two })), [])
      assert.deepStrictEqual(ids(yield* list({ clientId: ClientId.make("cli_b") })), [])
      const first = { after: undefined, limit: 1 }
      assert.deepStrictEqual(ids(yield* page({ organizationId: one, clientId }, first)), [id])
      assert.deepStrictEqual(ids(yield* page({ organizationId: two }, first)), [])
      assert.deepStrictEqual(ids(yield* page({ clientId: ClientId.make("cli_b") }, first)), [])
      const { id: second } = yield* world.addEndpoint()
      const both = [id, second].toSorted()
      assert.deepStrictEqual(ids(yield* page({}, first)), both)
      assert.deepStrictEqual(ids(yield* page({}, { after: both[0], limit: 1 })), both.slice(1))
      const store = yield* WebhookStore
      assert.strictEqual(yield* store.countOfClient(clientId), 2)
      assert.strictEqual(yield* store.countOfClient(ClientId.make("cli_b")), 0)
    })
  ),
  onDeliveries(
    "a failing endpoint is due when it is tried again, does not lag, and shows how much is parked",
    (world) =>
      Effect.gen(function* () {
        yield* enabled(world)
        const [refused] = yield* Effect.map(world.addJobs(2), () => world.received)
        assert.strictEqual(refused?.type, "ping")
        world.answer(({ body }) => ({ status: body.includes("job_000001") ? 400 : 204 }))
        yield* world.pass(10_000, 1_000)
        assert.deepInclude(yield* standsAs(world), { state: "enabled", behind: 0, deliveries: { ...none, parked: 1 } })
        world.answer(() => ({ status: 503 }))
        yield* world.addJobs(1)
        yield* world.deliver
        assert.deepInclude(yield* standsAs(world), { state: "failing", lagMs: 0, dueForMs: 0 })
        // Nobody delivers.
        yield* world.tick(hourMs)
        const { dueForMs, lagMs: lag } = yield* standsAs(world)
        assert.strictEqual(lag, 0)
        assert.isAbove(dueForMs, 50 * minuteMs)
      })
  ),
  onDeliveries("an endpoint that the operator disables gets nothing, and its client cannot enable it", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      const { disable, enable } = yield* operator()
      const deliveries = yield* DeliveryStore
      const untilMs = world.nowMs() + minuteMs
      const lease = yield* deliveries.claim(id, { token: "lse_a", nowMs: world.nowMs(), untilMs })
      yield* world.write(disable(id))
      const { health, position } = Option.getOrThrow(lease)
      const commit = { progress: { health, position: position + 1 }, deliveries: [], failedFrom: undefined, untilMs }
      assert.isFalse(yield* transaction(deliveries.commit(Option.getOrThrow(lease), commit)))
      yield* world.addJobs(2)
      yield* world.pass(hourMs)
      assert.deepStrictEqual(world.eventIds(), [])
      const shown = yield* world.endpoint
      assert.deepInclude(shown, { status: "disabled", disabled_reason: "operator" })
      assert.include(shown.message, "Ask the operator.")
      const byClient = world.write(world.webhooks.update(manager, id, { status: "enabled" }, undefined))
      assert.isTrue(Result.isFailure(yield* Effect.result(byClient)))
      assert.deepInclude(yield* standsAs(world), { state: "disabled", lagMs: 0, dueForMs: 0 })
      yield* world.write(disable(id))
      yield* world.write(enable(id))
      assert.deepInclude(yield* world.endpoint, { status: "pending" })
      yield* world.write(enable(id))
      yield* world.deliver
      assert.deepStrictEqual(
        world.received.map(({ type }) => type),
        ["ping", "ping", "webhook_endpoint.disabled", "job.created", "job.created"]
      )
      assert.deepStrictEqual(yield* actionsOf(one), [
        "webhook_endpoint.created",
        "webhook_endpoint.enabled",
        "webhook_endpoint.disabled",
        "webhook_endpoint.updated",
        "webhook_endpoint.enabled"
      ])
    })
  ),
  onDeliveries("what has failed since a moment is counted, and sent again", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      const { countFailed, redeliver, redeliverFailed } = yield* operator()
      // Each is refused alone: the one after it is accepted.
      world.answer(({ body }) => ({ status: /job_00000[13]/.test(body) ? 400 : 204 }))
      yield* world.addJobs(2)
      yield* world.tick(minuteMs)
      const laterMs = world.nowMs()
      yield* world.addJobs(2)
      // Ten attempts take four days at most.
      yield* world.pass(96 * hourMs, 10 * minuteMs)
      assert.deepInclude(yield* standsAs(world), { state: "enabled", deliveries: { ...none, failed: 2 } })
      assert.strictEqual(yield* countFailed(id, startMs), 2)
      assert.strictEqual(yield* countFailed(id, laterMs), 1)
      assert.strictEqual(yield* countFailed(id, world.nowMs()), 0)
      world.answer(() => ({ status: 204 }))
      const before = world.received.length
      const first = world.eventIds()[0] ?? ""
      yield* world.write(redeliver(id, EventId.make(first)))
      yield* world.deliver
      assert.deepStrictEqual(
        world.received.slice(before).map((request) => request.id),
        [first]
      )
      assert.strictEqual(yield* world.write(redeliverFailed(id, startMs)), 1)
      // It is on its way from then on.
      assert.deepStrictEqual((yield* standsAs(world)).deliveries, { ...none, pending: 1 })
      yield* world.deliver
      assert.strictEqual(world.received.length, before + 2)
      assert.deepStrictEqual((yield* standsAs(world)).deliveries, none)
    })
  ),
  onDeliveries("a ping that has failed is not counted among what can be sent again", (world) =>
    Effect.gen(function* () {
      world.answer(() => ({ status: 500 }))
      const { id } = yield* world.addEndpoint()
      yield* world.pass(minuteMs, 1_000)
      assert.strictEqual((yield* world.deliveries("failed")).length, 1)
      assert.deepInclude(yield* standsAs(world), { state: "disabled", deliveries: none })
      const { countFailed, redeliverFailed } = yield* operator()
      assert.strictEqual(yield* countFailed(id, 0), 0)
      assert.strictEqual(yield* world.write(redeliverFailed(id, 0)), 0)
    })
  ),
  onDeliveries("a delivery that was asked for is due since then, or since its endpoint is tried again", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      const { redeliver } = yield* operator()
      yield* world.addJobs(1)
      yield* world.deliver
      const redelivery = world.write(redeliver(id, EventId.make(world.eventIds()[0] ?? "")))
      yield* world.tick(hourMs)
      assert.strictEqual((yield* standsAs(world)).dueForMs, 0)
      yield* redelivery
      // Nobody delivers.
      yield* world.tick(10 * minuteMs)
      assert.strictEqual((yield* standsAs(world)).dueForMs, 10 * minuteMs)
      yield* world.deliver
      assert.strictEqual((yield* standsAs(world)).dueForMs, 0)
      world.answer(() => ({ status: 503 }))
      yield* world.addJobs(1)
      yield* world.pass(minuteMs, 1_000)
      const { health } = (yield* (yield* operator()).show(id)).endpointStatus
      yield* redelivery
      assert.strictEqual((yield* standsAs(world)).dueForMs, 0)
      yield* world.tick(hourMs)
      assert.strictEqual((yield* standsAs(world)).dueForMs, world.nowMs() - health.notBeforeMs)
    })
  ),
  onDeliveries("pings and recoveries of the operator count for the client, and no bound refuses them", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      const { disable, enable, redeliverFailed } = yield* operator()
      const ping = Effect.andThen(world.write(disable(id)), world.write(enable(id)))
      const recover = world.write(redeliverFailed(id, startMs))
      const byClient: ReadonlyArray<Effect.Effect<unknown, unknown>> = [
        world.write(world.webhookDeliveries.test(manager, id)),
        world.write(world.webhookDeliveries.recover(manager, id, { since: timestampFromMillis(startMs) }))
      ]
      // The ping of its creation is one of them.
      for (let count = 0; count < pingsPerMinuteMax - 1; count++) yield* ping
      for (let count = 0; count < recoveriesPerMinuteMax; count++) yield* recover
      for (const call of byClient) assert.deepInclude(yield* Effect.flip(call), { _tag: "RateLimited" })
      yield* ping
      yield* recover
      yield* world.tick(minuteMs)
      yield* Effect.all(byClient)
    })
  ),
  onDeliveries("what is not there is refused by its name", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      const { disable, redeliver, show } = yield* operator()
      const unknown = WebhookEndpointId.make("whe_nothing")
      for (const call of [show(unknown), world.write(disable(unknown))]) {
        const refused = yield* Effect.flip(call)
        assert.deepInclude(refused, { _tag: "NotFound", message: "There is no webhook endpoint whe_nothing." })
      }
      const event = world.write(redeliver(id, EventId.make("evt_0000000000001AAAAAAAAAAAAA")))
      assert.deepInclude(yield* Effect.flip(event), { _tag: "NotFound" })
    })
  ),
  onDeliveries("secrets are sealed with the first key once, and stay as they are where no key opens them", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      yield* world.write(world.webhooks.rotateSecret(manager, id, {}))
      const { secrets } = yield* WebhookStore
      const [rotating, both, strange, bare] = yield* Effect.all([
        operator([next, present]),
        operator([present, next]),
        operator([stranger]),
        operator([])
      ])
      const keyNames = Effect.map(rotating.show(id), (details) => details.secrets.map(({ key }) => key))
      assert.deepStrictEqual(yield* keyNames, ["previous", "previous"])
      const before = yield* secrets(id)
      const lost = before.map(({ keyId, version }) => ({ endpointId: id, version, keyId }))
      assert.deepStrictEqual(yield* world.write(strange.rewrap([id])), { sealed: 0, lost })
      assert.deepStrictEqual(yield* secrets(id), before)
      assert.deepInclude(yield* Effect.flip(world.write(bare.rewrap([id]))), { _tag: "Unavailable" })
      const ids = yield* rotating.sealed
      assert.deepStrictEqual(ids, [id])
      assert.deepStrictEqual(yield* world.write(rotating.rewrap(ids)), { sealed: 2, lost: [] })
      assert.deepStrictEqual(yield* world.write(rotating.rewrap(ids)), { sealed: 0, lost: [] })
      assert.deepStrictEqual(yield* keyNames, ["current", "current"])
      assert.deepStrictEqual(yield* actionsOf(undefined), ["webhook_secrets.rewrapped"])
      // The world has the other key alone.
      yield* world.addJobs(1)
      yield* world.deliver
      assert.deepStrictEqual(world.eventIds(), [])
      assert.deepInclude(yield* standsAs(world), { state: "paused", behind: 2, lagMs: 0 })
      yield* world.write(both.rewrap(ids))
      yield* world.pass(2 * minuteMs)
      assert.strictEqual(world.eventIds().length, 1)
      // A secret that signs no more is no loss.
      yield* world.tick(48 * hourMs)
      assert.deepStrictEqual(
        (yield* world.write(strange.rewrap([id]))).lost.map(({ version }) => version),
        [2]
      )
    })
  )
]
