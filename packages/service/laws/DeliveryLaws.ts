/**
 * What every engine does alike with deliveries to webhook endpoints (decisions, Webhooks and Delivery). `StoreLaws.ts` has them among all laws.
 */
import { assert } from "@effect/vitest"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { ClientId } from "@partner-api/domain/Ids"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import {
  pingsOfClientPerMinuteMax,
  pingsOfHostPerMinuteMax,
  recoveriesPerMinuteMax,
  useBounds
} from "@partner-api/domain/WebhookUse"
import { ClientStore } from "@partner-api/service/store/ClientStore"
import { DeliveryStore, type DueAmong } from "@partner-api/service/store/DeliveryStore"
import { JournalStore } from "@partner-api/service/store/JournalStore"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { WebhookStore } from "@partner-api/service/store/WebhookStore"
import { WebhookUseStore } from "@partner-api/service/store/WebhookUseStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import { clientId, type Law, one, onOne, transaction, two } from "./Furnished.ts"
import { type DeliveryWorld, hourMs, manager, minuteMs, onDeliveries, type Received, startMs } from "./DeliveryWorld.ts"

const dayMs = 24 * hourMs
const isPing = ({ type }: Received): boolean => type === "ping"
const enabled = (world: DeliveryWorld) => Effect.andThen(world.addEndpoint(), world.deliver)

/** The requests without repeats: the first of each event. */
const firsts = (ids: ReadonlyArray<string>): ReadonlyArray<string> => [...new Set(ids)]

const inOrder = (ids: ReadonlyArray<string>): void => assert.deepStrictEqual(ids, ids.toSorted())

const statusOf = (world: DeliveryWorld) =>
  Effect.map(world.endpoint, ({ disabled_reason, status }) => [status, disabled_reason])

export const deliveryLaws: ReadonlyArray<Law> = [
  onDeliveries("an endpoint is enabled by the answer to a ping, and gets what happens from its creation on", (world) =>
    Effect.gen(function* () {
      yield* world.addJobs(2)
      const created = yield* world.addEndpoint()
      assert.deepInclude(created, { status: "pending", types: ["*"] })
      yield* world.addJobs(3)
      yield* world.deliver
      assert.deepStrictEqual(
        world.received.map(({ type }) => type),
        ["ping", "job.created", "job.created", "job.created"]
      )
      inOrder(world.eventIds())
      assert.deepStrictEqual(yield* statusOf(world), ["enabled", undefined])
      assert.notProperty(yield* world.endpoint, "message")
      const deliveries = yield* world.deliveries()
      assert.deepStrictEqual(
        deliveries.map(({ attempts, status, type }) => [type, status, attempts.map((attempt) => attempt.status)]),
        [
          ["job.created", "succeeded", [204]],
          ["job.created", "succeeded", [204]],
          ["job.created", "succeeded", [204]],
          ["ping", "succeeded", [204]]
        ]
      )
    })
  ),
  onDeliveries(
    "an endpoint is disabled after two pings five seconds apart, and asked again when it is enabled",
    (world) =>
      Effect.gen(function* () {
        world.answer(() => ({ status: 500 }))
        yield* enabled(world)
        assert.deepStrictEqual(yield* statusOf(world), ["pending", undefined])
        yield* world.pass(7_000, 1_000)
        assert.strictEqual(world.received.length, 2)
        assert.deepStrictEqual(yield* statusOf(world), ["disabled", "ping_failed"])
        yield* world.addJobs(1)
        yield* world.pass(hourMs)
        assert.strictEqual(world.received.length, 2)
        world.answer(() => ({ status: 200 }))
        const { id } = yield* world.endpoint
        yield* world.write(world.webhooks.update(manager, id, { status: "enabled" }, undefined))
        yield* world.deliver
        assert.deepStrictEqual(
          world.received.map(({ type }) => type),
          ["ping", "ping", "ping", "webhook_endpoint.disabled", "job.created"]
        )
      })
  ),
  onDeliveries("an endpoint gets the types that it names", (world) =>
    Effect.gen(function* () {
      yield* world.addEndpoint({ types: ["job.closed", "user.*"] })
      yield* world.addJobs(3)
      yield* world.deliver
      assert.deepStrictEqual(world.eventIds(), [])
      const { id } = yield* world.endpoint
      yield* world.write(world.webhooks.update(manager, id, { types: ["job.*"] }, undefined))
      yield* world.addJobs(1)
      yield* world.deliver
      assert.strictEqual(world.eventIds().length, 1)
    })
  ),
  onDeliveries("an endpoint that is gone for three days gets every event once or more, in order", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      let isUp = true
      world.answer(() => (isUp ? { status: 204 } : { error: "connection" as const }))
      for (let day = 0; day < 7; day++) {
        isUp = day < 2 || day >= 5
        for (let quarter = 0; quarter < 4; quarter++) {
          yield* world.addJobs(2)
          yield* world.pass(dayMs / 4, 5 * minuteMs)
        }
      }
      yield* world.pass(dayMs, 5 * minuteMs)
      const sent = firsts(world.eventIds().filter((id) => id !== ""))
      inOrder(sent)
      const succeeded = (yield* world.deliveries("succeeded")).filter(({ type }) => type === "job.created")
      assert.strictEqual(succeeded.length, 56)
      for (const status of ["pending", "parked", "failed"] as const)
        assert.deepStrictEqual(yield* world.deliveries(status), [])
      assert.deepStrictEqual(yield* statusOf(world), ["enabled", undefined])
      // While it was gone, one event was tried at each step of the schedule.
      assert.isAtMost(world.received.length, 57 + 12)
    })
  ),
  onDeliveries("a failing endpoint is an event, and one more when it answers again", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      world.answer(() => ({ status: 503 }))
      yield* world.addJobs(1)
      yield* world.deliver
      assert.strictEqual((yield* world.endpoint).failing_since, timestampFromMillis(world.nowMs()))
      yield* world.pass(10 * minuteMs)
      world.answer(() => ({ status: 204 }))
      yield* world.pass(hourMs)
      assert.deepStrictEqual(
        world.received.filter((request) => !isPing(request)).map(({ type }) => type),
        [
          "job.created",
          "job.created",
          "job.created",
          "job.created",
          "webhook_endpoint.failing",
          "webhook_endpoint.recovered"
        ]
      )
      assert.notProperty(yield* world.endpoint, "failing_since")
    })
  ),
  onDeliveries("a failing endpoint that is repaired goes on at once where it is enabled or tested", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const { id } = yield* world.endpoint
      for (const ask of [
        Effect.asVoid(world.write(world.webhooks.update(manager, id, { status: "enabled" }, undefined))),
        Effect.asVoid(world.write(world.webhookDeliveries.test(manager, id)))
      ]) {
        world.answer(() => ({ status: 503 }))
        yield* world.addJobs(2)
        yield* world.pass(3 * hourMs)
        world.answer(() => ({ status: 204 }))
        const before = world.received.length
        yield* ask
        yield* world.deliver
        const types = world.received.slice(before).map(({ type }) => type)
        assert.deepStrictEqual(types.slice(0, 3), ["ping", "job.created", "job.created"])
        assert.notProperty(yield* world.endpoint, "failing_since")
      }
    })
  ),
  onDeliveries("a patch that changes a failing endpoint and has it asked at once is one entry", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const { id } = yield* world.endpoint
      const journal = yield* JournalStore
      world.answer(() => ({ status: 503 }))
      yield* world.addJobs(1)
      yield* world.deliver
      for (const [patch, action] of [
        [{ types: ["job.*"], status: "enabled" }, "webhook_endpoint.updated"],
        [{ status: "enabled" }, "webhook_endpoint.tested"],
        [{ description: "Mine", status: "disabled" }, "webhook_endpoint.disabled"],
        [{ description: "Ours", status: "enabled" }, "webhook_endpoint.updated"]
      ] as const) {
        const before = yield* journal.page(one, { after: 0, limit: 100 })
        yield* world.write(world.webhooks.update(manager, id, patch, undefined))
        const after = yield* journal.page(one, { after: before.rows.length, limit: 100 })
        assert.deepStrictEqual(
          after.rows.map(({ row }) => row.entry.action),
          [action]
        )
      }
    })
  ),
  onDeliveries("an event that alone is refused is parked, and the others go on", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const [poison] = yield* world.addJobs(1)
      world.answer(({ body }) => ({ status: body.includes(String(poison)) ? 422 : 204 }))
      yield* world.addJobs(2)
      yield* world.pass(minuteMs, 1_000)
      const [parked] = yield* world.deliveries("parked")
      assert.strictEqual(parked?.attempts.length, 2)
      assert.strictEqual((yield* world.deliveries("succeeded")).length, 3)
      const shown = yield* world.endpoint
      assert.include(shown.message, "status=parked")
      assert.deepStrictEqual(yield* world.webhooks.get(manager, shown.id), shown)
      yield* world.addJobs(1)
      yield* world.deliver
      assert.strictEqual((yield* world.deliveries("succeeded")).length, 4)
      // It has attempts of its own until it is taken.
      yield* world.pass(dayMs, 10 * minuteMs)
      assert.isAbove((yield* world.deliveries("parked"))[0]?.attempts.length ?? 0, 4)
      world.answer(() => ({ status: 204 }))
      yield* world.pass(dayMs, 10 * minuteMs)
      assert.deepStrictEqual(yield* world.deliveries("parked"), [])
      assert.notProperty(yield* world.endpoint, "message")
    })
  ),
  onDeliveries("an event that is refused waits for the next one, which is tried as soon as there is one", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const [poison] = yield* world.addJobs(1)
      world.answer(({ body }) => ({ status: body.includes(String(poison)) ? 400 : 204 }))
      yield* world.pass(minuteMs, 1_000)
      assert.deepStrictEqual(yield* world.deliveries("parked"), [])
      const before = world.received.length
      yield* world.addJobs(1)
      yield* world.deliver
      assert.strictEqual(world.received.length, before + 1)
      assert.strictEqual((yield* world.deliveries("parked")).length, 1)
    })
  ),
  onDeliveries("no event is parked that is refused like the others", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      world.answer(() => ({ status: 404 }))
      const jobs = yield* world.addJobs(3)
      yield* world.pass(hourMs, 1_000 * 10)
      assert.deepStrictEqual(yield* world.deliveries("parked"), [])
      world.answer(() => ({ status: 204 }))
      const before = world.received.length
      yield* world.pass(4 * hourMs)
      const taken = world.received.slice(before).filter(({ type }) => type === "job.created")
      assert.deepStrictEqual(
        taken.flatMap(({ body }) => jobs.filter((id) => body.includes(id))),
        [...jobs]
      )
    })
  ),
  onDeliveries("a delivery has failed after ten attempts, and is sent again when it is asked for", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const [poison] = yield* world.addJobs(1)
      world.answer(({ body }) => ({ status: body.includes(String(poison)) ? 422 : 204 }))
      yield* world.addJobs(1)
      yield* world.pass(4 * dayMs, 30 * minuteMs)
      const [failed] = yield* world.deliveries("failed")
      assert.strictEqual(failed?.attempts.length, 10)
      assert.notProperty(failed, "next_attempt_at")
      world.answer(() => ({ status: 204 }))
      const { id } = yield* world.endpoint
      if (failed === undefined) return
      yield* world.write(world.webhookDeliveries.redeliver(manager, id, failed.event_id))
      yield* world.deliver
      assert.deepStrictEqual(yield* world.deliveries("failed"), [])
      assert.strictEqual(world.received.at(-1)?.id, failed.event_id)
    })
  ),
  onDeliveries("an endpoint that fails for five days is disabled, and goes on where it stopped", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      world.answer(() => ({ error: "timeout" as const }))
      const jobs = yield* world.addJobs(2)
      yield* world.deliver
      yield* world.pass(5 * dayMs - minuteMs, 30 * minuteMs)
      assert.deepStrictEqual(yield* statusOf(world), ["enabled", undefined])
      yield* world.pass(minuteMs)
      assert.deepStrictEqual(yield* statusOf(world), ["disabled", "failing"])
      const before = world.received.length
      yield* world.addJobs(1)
      yield* world.pass(dayMs, hourMs)
      assert.strictEqual(world.received.length, before)
      world.answer(() => ({ status: 204 }))
      const { id } = yield* world.endpoint
      yield* world.write(world.webhooks.update(manager, id, { status: "enabled" }, undefined))
      yield* world.pass(2 * dayMs, hourMs)
      // The first one has failed for good after its ten attempts; the second waited for its turn.
      const bodies = world.received.slice(before).map(({ body }) => body)
      assert.isTrue(bodies.some((body) => body.includes(String(jobs[1]))))
      assert.strictEqual((yield* world.deliveries("failed")).length, 1)
      const recovered = yield* world.write(
        world.webhookDeliveries.recover(manager, id, { since: timestampFromMillis(startMs), only: "failed" })
      )
      assert.deepStrictEqual(recovered, { deliveries: 1 })
      yield* world.deliver
      assert.deepStrictEqual(yield* world.deliveries("failed"), [])
    })
  ),
  onDeliveries("a failing endpoint that has nothing left to send rests until something happens", (world) =>
    Effect.gen(function* () {
      yield* world.addEndpoint({ types: ["job.*"] })
      yield* world.deliver
      world.answer(() => ({ status: 503 }))
      yield* world.addJobs(1)
      yield* world.pass(6 * dayMs, hourMs)
      assert.strictEqual((yield* world.deliveries("failed")).length, 1)
      const { received } = world
      assert.strictEqual(received.length, 11)
      world.answer(() => ({ status: 204 }))
      yield* world.addJobs(1)
      yield* world.deliver
      assert.strictEqual(received.length, 12)
      assert.notProperty(yield* world.endpoint, "failing_since")
    })
  ),
  onDeliveries("410 disables an endpoint at once", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      world.answer(() => ({ status: 410 }))
      yield* world.addJobs(2)
      yield* world.pass(hourMs)
      assert.deepStrictEqual(yield* statusOf(world), ["disabled", "gone"])
      assert.strictEqual(world.eventIds().length, 1)
    })
  ),
  onDeliveries("everything since a moment is sent again, in order", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      yield* world.addJobs(3)
      yield* world.pass(hourMs)
      const sinceMs = world.nowMs()
      yield* world.addJobs(4)
      yield* world.deliver
      const before = world.received.length
      const { id } = yield* world.endpoint
      const recovered = yield* world.write(
        world.webhookDeliveries.recover(manager, id, { since: timestampFromMillis(sinceMs), only: "all" })
      )
      assert.deepStrictEqual(recovered, { deliveries: 4 })
      yield* world.deliver
      const again = world.received.slice(before)
      assert.strictEqual(again.length, 4)
      inOrder(again.map((request) => request.id))
    })
  ),
  onDeliveries("nothing is sent that the client may not read any more", (world) =>
    Effect.gen(function* () {
      const organizations = yield* OrganizationStore
      const grant = (permissions: ReadonlyArray<"webhooks:manage" | "users:read" | "jobs:read">) =>
        transaction(organizations.grant(clientId, { organizationId: one, permissions }))
      yield* enabled(world)
      yield* grant(["webhooks:manage", "users:read"])
      yield* world.addJobs(2)
      yield* world.pass(2 * minuteMs)
      assert.deepStrictEqual(world.eventIds(), [])
      yield* transaction(organizations.ungrant(clientId, one))
      yield* world.addJobs(1)
      yield* world.pass(5 * minuteMs)
      assert.deepStrictEqual(world.eventIds(), [])
      yield* grant(["webhooks:manage", "jobs:read"])
      yield* world.pass(5 * minuteMs)
      assert.strictEqual(world.eventIds().length, 1)
      const clients = yield* ClientStore
      yield* transaction(clients.revoke(clientId, timestampFromMillis(world.nowMs())))
      const before = world.received.length
      yield* world.addJobs(1)
      yield* world.pass(5 * minuteMs)
      assert.strictEqual(world.received.length, before)
    })
  ),
  onDeliveries("a secret that was replaced signs too until it expires", (world) =>
    Effect.gen(function* () {
      const signatures = () => world.received.at(-1)?.headers["webhook-signature"]?.split(" ").length
      yield* enabled(world)
      assert.strictEqual(signatures(), 1)
      const { id, secret_hint } = yield* world.endpoint
      const rotated = yield* world.write(world.webhooks.rotateSecret(manager, id, { expires_previous_in: 3_600 }))
      assert.match(rotated.secret ?? "", /^whsec_[A-Za-z0-9+/]{43}=$/)
      assert.notStrictEqual(rotated.secret_hint, secret_hint)
      yield* world.addJobs(1)
      yield* world.deliver
      assert.strictEqual(signatures(), 2)
      yield* world.pass(hourMs)
      yield* world.addJobs(1)
      yield* world.deliver
      assert.strictEqual(signatures(), 1)
      // For a day, where nothing else is said.
      yield* world.write(world.webhooks.rotateSecret(manager, id, {}))
      for (const [passedMs, count] of [
        [dayMs - 1, 2],
        [1, 1]
      ] as const) {
        yield* world.tick(passedMs)
        yield* world.addJobs(1)
        yield* world.deliver
        assert.strictEqual(signatures(), count)
      }
    })
  ),
  onDeliveries("a client has at most ten endpoints, and ten pings a minute", (world) =>
    Effect.gen(function* () {
      for (let count = 0; count < 10; count++) yield* world.addEndpoint()
      assert.propertyVal(yield* Effect.flip(world.addEndpoint()), "_tag", "Conflict")
      const { id } = yield* world.endpoint
      for (let count = 0; count < 9; count++) yield* world.write(world.webhookDeliveries.test(manager, id))
      yield* world.tick(20_500)
      const refused = yield* Effect.flip(world.write(world.webhookDeliveries.test(manager, id)))
      assert.deepInclude(refused, { _tag: "RateLimited", retryAfterSeconds: 40 })
      yield* world.pass(39_499)
      assert.propertyVal(
        yield* Effect.flip(world.write(world.webhookDeliveries.test(manager, id))),
        "_tag",
        "RateLimited"
      )
      yield* world.tick(1)
      yield* world.write(world.webhookDeliveries.test(manager, id))
    })
  ),
  onDeliveries("a client has sixty pings a minute, however often it deletes and adds endpoints", (world) =>
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const add = Effect.flatMap(world.addEndpoint(), ({ id }) => world.write(world.webhooks.remove(manager, id)))
      for (let count = 0; count < pingsOfClientPerMinuteMax; count++) yield* add
      yield* world.tick(1)
      const refused = yield* Effect.flip(world.addEndpoint())
      assert.deepInclude(refused, { _tag: "RateLimited", retryAfterSeconds: 60 })
      assert.include(String(Predicate.hasProperty(refused, "message") && refused.message), "60 pings a minute")
      // Nothing of the endpoint is left.
      assert.deepStrictEqual(yield* store.all, [])
      yield* world.tick(minuteMs - 1)
      yield* add
    })
  ),
  onDeliveries("a client that disables and enables an endpoint has the same pings as one that tests it", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const { id } = yield* world.endpoint
      const turn = (status: "enabled" | "disabled") =>
        world.write(world.webhooks.update(manager, id, { status }, undefined))
      for (let count = 0; count < 9; count++) {
        yield* turn("disabled")
        yield* turn("enabled")
      }
      yield* turn("disabled")
      assert.propertyVal(yield* Effect.flip(turn("enabled")), "_tag", "RateLimited")
      assert.strictEqual((yield* world.endpoint).status, "disabled")
    })
  ),
  onDeliveries("a host has 120 pings a minute, whoever asks for them", (world) =>
    Effect.gen(function* () {
      const uses = yield* WebhookUseStore
      const { id } = yield* world.addEndpoint()
      const take = (client: string, host: string) =>
        transaction(
          uses.take(
            { kind: "ping", clientId: ClientId.make(client), endpointId: id, host, atMs: world.nowMs() },
            useBounds.ping.filter(({ by }) => by === "host")
          )
        )
      for (let count = 0; count < pingsOfHostPerMinuteMax; count++) {
        assert.isTrue(Option.isNone(yield* take(`cli_${count}`, "hooks.example.com")))
      }
      yield* world.tick(1_000)
      const reached = Option.getOrThrow(yield* take("cli_other", "hooks.example.com"))
      assert.deepStrictEqual(reached, {
        bound: { by: "host", usesMax: pingsOfHostPerMinuteMax },
        untilMs: world.nowMs() + minuteMs - 1_000
      })
      assert.isTrue(Option.isNone(yield* take("cli_other", "other.example.com")))
    })
  ),
  onDeliveries("a client recovers deliveries ten times a minute", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const { id } = yield* world.endpoint
      const recover = (only: "all" | "failed") =>
        world.write(world.webhookDeliveries.recover(manager, id, { since: timestampFromMillis(startMs), only }))
      for (let count = 0; count < recoveriesPerMinuteMax; count++) yield* recover(count % 2 === 0 ? "all" : "failed")
      for (const only of ["all", "failed"] as const)
        assert.deepInclude(yield* Effect.flip(recover(only)), { _tag: "RateLimited", retryAfterSeconds: 60 })
      yield* world.tick(minuteMs)
      yield* recover("all")
    })
  ),
  onDeliveries("failed deliveries are sent again in batches, beside what happens meanwhile", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const store = yield* DeliveryStore
      const { id } = yield* world.endpoint
      yield* world.addJobs(60)
      yield* world.deliver
      const lease = Option.getOrThrow(
        yield* store.claim(id, { token: "lse_a", nowMs: world.nowMs(), untilMs: world.nowMs() })
      )
      const { rows } = yield* store.page(id, {}, { after: undefined, limit: 100 })
      yield* transaction(
        store.commit(lease, {
          progress: lease,
          deliveries: rows.map(({ row }) => ({ ...row, status: "failed" as const })),
          failedFrom: undefined,
          untilMs: world.nowMs(),
          release: { wakeAfter: lease.position, sends: "all", notBeforeMs: 0, dueAtMs: undefined, isFailing: false }
        })
      )
      const before = world.received.length
      yield* world.addJobs(1)
      const recovered = yield* world.write(
        world.webhookDeliveries.recover(manager, id, { since: timestampFromMillis(startMs), only: "failed" })
      )
      assert.deepStrictEqual(recovered, { deliveries: 60 })
      // Nothing is changed before its turn.
      assert.strictEqual((yield* world.deliveries("failed")).length, 61)
      yield* world.deliver
      const again = world.received.slice(before).map((request) => request.id)
      assert.strictEqual(again.length, 61)
      // The feed has its turn after a batch.
      assert.strictEqual(again.indexOf(again.toSorted().at(-1) ?? ""), 25)
      inOrder(again.toSpliced(25, 1))
      // A ping is no event, and is not sent again.
      assert.deepStrictEqual(
        (yield* world.deliveries("failed")).map(({ type }) => type),
        ["ping"]
      )
    })
  ),
  onDeliveries("clients take turns: the first endpoint of each comes before the second one of any", (world) =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const webhooks = yield* WebhookStore
      const made = yield* Effect.forEach([0, 1, 2, 3], () => world.addEndpoint())
      const [template] = yield* webhooks.all
      if (template === undefined) return
      const other = { ...template, clientId: ClientId.make("cli_other") }
      const others = ["whe_zz1", "whe_zz2"].map((id) => WebhookEndpointId.make(id))
      yield* world.tick(1_000)
      for (const id of others) {
        const secret = { version: 1, expiresAtMs: undefined, keyId: "a", sealed: "" }
        yield* transaction(webhooks.insert({ ...other, endpoint: { ...other.endpoint, id } }, secret))
        yield* transaction(store.begin(id, { organizationId: one, position: 0, nowMs: world.nowMs() }))
      }
      const due = (among: DueAmong, failing = 10) =>
        Effect.map(store.due(world.nowMs(), { healthy: 10, failing }, among), (found) =>
          found.map(({ endpointId }) => endpointId)
        )
      const [a, b, c, d] = made.map(({ id }) => id).toSorted()
      assert.deepStrictEqual(yield* due({}), [a, others[0], b, others[1], c, d])
      assert.deepStrictEqual(yield* due({}, 3), [a, others[0], b])
      assert.deepStrictEqual(yield* due({ fullClientIds: [clientId] }), others)
      assert.deepStrictEqual(yield* due({ fullOfFailingClientIds: [other.clientId] }), [a, b, c, d])
      // One that is begun anew has its turn after those that wait.
      yield* world.tick(1_000)
      yield* transaction(store.interrupt(WebhookEndpointId.make(String(a)), world.nowMs()))
      assert.deepStrictEqual(yield* due({}), [b, others[0], c, others[1], d, a])
    })
  ),
  onDeliveries("what is due of some organizations is asked for alone, with what else is left out", (world) =>
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      const webhooks = yield* WebhookStore
      const { id: first } = yield* world.addEndpoint()
      const [template] = yield* webhooks.all
      if (template === undefined) return
      const [second, third] = [WebhookEndpointId.make("whe_zz1"), WebhookEndpointId.make("whe_zz2")]
      const other = ClientId.make("cli_other")
      for (const [id, place] of [
        [second, { organizationId: two, clientId }],
        [third, { organizationId: two, clientId: other }]
      ] as const) {
        const secret = { version: 1, expiresAtMs: undefined, keyId: "a", sealed: "" }
        yield* transaction(webhooks.insert({ ...template, ...place, endpoint: { ...template.endpoint, id } }, secret))
        yield* transaction(store.begin(id, { organizationId: two, position: 0, nowMs: world.nowMs() }))
      }
      const due = (among: DueAmong) =>
        Effect.map(store.due(world.nowMs(), { healthy: 10, failing: 10 }, among), (found) =>
          found.map(({ endpointId, organizationId }) => [organizationId, endpointId]).toSorted()
        )
      const [ofOne, ofTwo] = [
        [[one, first]],
        [
          [two, second],
          [two, third]
        ]
      ]
      assert.deepStrictEqual(yield* due({}), [...ofOne, ...ofTwo])
      assert.deepStrictEqual(yield* due({ organizationIds: [] }), [])
      assert.deepStrictEqual(yield* due({ organizationIds: [one] }), ofOne)
      assert.deepStrictEqual(yield* due({ organizationIds: [two] }), ofTwo)
      assert.deepStrictEqual(yield* due({ organizationIds: [one, two] }), [...ofOne, ...ofTwo])
      assert.deepStrictEqual(yield* due({ organizationIds: [two], fullClientIds: [clientId] }), [[two, third]])
      assert.deepStrictEqual(yield* due({ organizationIds: [two], fullOfFailingClientIds: [other] }), [[two, second]])
    })
  ),
  onDeliveries("Retry-After holds an endpoint up for at most two steps", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      world.answer(() => ({ status: 429, retryAfterSeconds: 86_400 }))
      yield* world.addJobs(1)
      yield* world.deliver
      yield* world.pass(9_000, 1_000)
      assert.strictEqual(world.eventIds().length, 1)
      yield* world.pass(1_000)
      assert.strictEqual(world.eventIds().length, 2)
    })
  ),
  onDeliveries("one request is under way to an endpoint at once, also where others wait", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      yield* world.addJobs(60)
      yield* world.deliver
      assert.strictEqual(world.received.length, 61)
      assert.strictEqual(world.mostUnderWay(), 1)
    })
  ),
  onDeliveries("endpoints that do not answer are due in few places, beside all that do", (world) =>
    Effect.gen(function* () {
      const made = yield* Effect.forEach([0, 1, 2, 3, 4, 5], (index) =>
        world.addEndpoint({ url: `https://example.com/${index < 4 ? "down" : "up"}/${index}` })
      )
      const isDown = (id: string): boolean => made.findIndex((endpoint) => endpoint.id === id) < 4
      yield* world.deliver
      world.answer(({ url }) => ({ status: url.includes("/down/") ? 503 : 204 }))
      yield* world.addJobs(1)
      yield* world.deliver
      yield* world.addJobs(1)
      yield* world.tick(minuteMs)
      const store = yield* DeliveryStore
      for (const failing of [0, 1, 2, 4]) {
        const due = yield* store.due(world.nowMs(), { healthy: 10, failing })
        assert.strictEqual(due.filter(({ endpointId }) => isDown(endpointId)).length, failing)
        assert.isTrue(due.every((endpoint) => endpoint.isFailing === isDown(endpoint.endpointId)))
        assert.strictEqual(due.filter(({ endpointId }) => !isDown(endpointId)).length, 2)
      }
    })
  ),
  onDeliveries("an endpoint that takes several at once gets all of them", (world) =>
    Effect.gen(function* () {
      yield* world.addEndpoint({ concurrency: 8 })
      yield* world.addJobs(60)
      let failures = 3
      world.answer(({ type }) => (type !== "ping" && failures-- > 0 ? { status: 500 } : { status: 204 }))
      yield* world.pass(hourMs)
      assert.strictEqual((yield* world.deliveries("succeeded")).filter(({ type }) => type !== "ping").length, 60)
      assert.deepStrictEqual(yield* world.deliveries("pending"), [])
      assert.isAbove(world.mostUnderWay(), 1)
      assert.isAtMost(world.mostUnderWay(), 8)
    })
  ),
  onDeliveries("an endpoint that is deleted gets nothing and leaves nothing", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      yield* world.addJobs(2)
      const { id } = yield* world.endpoint
      yield* world.write(world.webhooks.remove(manager, id))
      yield* world.pass(hourMs)
      assert.deepStrictEqual(world.eventIds(), [])
      const store = yield* DeliveryStore
      yield* Effect.repeat(store.purgeRemoved, { until: (hasMore) => !hasMore })
      assert.deepStrictEqual((yield* store.page(id, {}, { after: undefined, limit: 10 })).rows, [])
    })
  ),
  onDeliveries("what a worker writes without its lease takes no effect", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      const { id } = yield* world.endpoint
      const store = yield* DeliveryStore
      const nowMs = world.nowMs()
      const claim = (token: string, atMs: number) => store.claim(id, { token, nowMs: atMs, untilMs: atMs + 30_000 })
      const first = yield* Effect.flatMap(claim("one", nowMs), Effect.fromOption)
      assert.isTrue(Option.isNone(yield* claim("two", nowMs + 29_999)))
      const second = yield* Effect.flatMap(claim("two", nowMs + 30_000), Effect.fromOption)
      const commit = (lease: typeof first, position: number) =>
        transaction(
          store.commit(lease, {
            progress: { position, health: lease.health },
            deliveries: [],
            failedFrom: lease.failedFrom,
            untilMs: nowMs + 60_000
          })
        )
      assert.isFalse(yield* commit(first, 99))
      assert.isTrue(yield* commit(second, first.position))
      assert.deepStrictEqual(yield* store.lost([first]), [id])
      assert.deepStrictEqual(yield* store.lost([second]), [])
      yield* store.interrupt(id, nowMs)
      assert.isFalse(yield* commit(second, 99))
      assert.deepStrictEqual(yield* store.lost([second]), [id])
    })
  ),
  onDeliveries("deliveries are removed when they are old", (world) =>
    Effect.gen(function* () {
      yield* enabled(world)
      yield* world.addJobs(2)
      yield* world.deliver
      yield* world.pass(hourMs)
      yield* world.addJobs(1)
      yield* world.deliver
      const store = yield* DeliveryStore
      assert.strictEqual(yield* store.purge(startMs), 0)
      assert.strictEqual(yield* store.purge(startMs + minuteMs), 3)
      assert.strictEqual(yield* store.purge(startMs + minuteMs), 0)
      assert.strictEqual((yield* world.deliveries()).length, 1)
    })
  ),
  onOne(
    "nothing is due where there is no endpoint",
    Effect.gen(function* () {
      const store = yield* DeliveryStore
      assert.deepStrictEqual(yield* store.due(startMs, { healthy: 10, failing: 10 }), [])
    })
  )
]
