/**
 * What every engine does alike with what webhook endpoints may read: they keep the permissions of the token that made them (decisions, Webhooks).
 * `StoreLaws.ts` has these laws among all laws.
 */
import { assert } from "@effect/vitest"
import { createUser } from "@partner-api/domain/commands/User"
import { AgencyId, ClientId, UserId } from "@partner-api/domain/Ids"
import { type Permission, permissions } from "@partner-api/domain/Permission"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { record } from "@partner-api/service/services/Journal"
import type { WebhookManager } from "@partner-api/service/services/webhooks/Webhooks"
import { OrganizationStore } from "@partner-api/service/store/OrganizationStore"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import { WebhookStore } from "@partner-api/service/store/WebhookStore"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import { clientId, type Law, one, transaction, two } from "./Furnished.ts"
import { type DeliveryWorld, manager, minuteMs, onDeliveries, startMs } from "./DeliveryWorld.ts"

/** Stores a token of the client that was narrowed to webhooks and to these. */
const narrowed = Effect.fnUntraced(function* (...held: ReadonlyArray<Permission>) {
  const { insertScoped } = yield* TokenStore
  const narrower: WebhookManager = { ...manager, tokenId: `tok_${held.join()}` }
  const token = { clientId, organizationId: one, parentId: manager.tokenId, expiresAtMs: Number.MAX_SAFE_INTEGER }
  yield* insertScoped({ ...token, digest: narrower.tokenId, permissions: ["webhooks:manage", ...held] }, startMs)
  return narrower
})

const addEndpoint = (world: DeliveryWorld, by: WebhookManager) =>
  Effect.tap(world.write(world.webhooks.create(by, { url: "https://example.com/hook" })), world.deliver)

/** Adds a job and a user, and delivers. */
const changeBoth = Effect.fnUntraced(function* (world: DeliveryWorld, userId: string) {
  yield* world.addJobs(1)
  const input = { first_name: "Ada", last_name: "King", email: `${userId}@example.com` }
  const made = { id: UserId.make(userId), nowMs: world.nowMs() }
  yield* world.write(record(Result.getOrThrow(createUser(one, input, made)).entries))
  yield* world.pass(minuteMs)
})

const typesOf = ({ received }: DeliveryWorld) => received.map(({ type }) => type).filter((type) => type !== "ping")

const grant = (held: ReadonlyArray<Permission>, agencyId?: AgencyId) =>
  Effect.flatMap(OrganizationStore, (organizations) =>
    transaction(
      organizations.grant(clientId, {
        organizationId: one,
        permissions: held,
        ...(agencyId === undefined ? {} : { agencyId })
      })
    )
  )

export const webhookReaderLaws: ReadonlyArray<Law> = [
  onDeliveries(
    "an endpoint gets what the token may read that made it, and not what its client may read besides",
    (world) =>
      Effect.gen(function* () {
        const by = yield* narrowed("users:read")
        const created = yield* addEndpoint(world, by)
        assert.deepStrictEqual([created.types, created.permissions], [["*"], ["users:read", "webhooks:manage"]])
        yield* changeBoth(world, "usr_1")
        assert.deepStrictEqual(typesOf(world), ["user.created"])
        // What has happened before is sent again to the same extent.
        yield* changeBoth(world, "usr_2")
        const since = timestampFromMillis(startMs)
        yield* world.write(world.webhookDeliveries.recover(by, created.id, { only: "all", since }))
        yield* world.deliver
        assert.deepStrictEqual(typesOf(world), ["user.created", "user.created", "user.created", "user.created"])
      })
  ),
  onDeliveries("an endpoint gets what a wider token may read from its choice of types on", (world) =>
    Effect.gen(function* () {
      const { id } = yield* addEndpoint(world, yield* narrowed())
      yield* changeBoth(world, "usr_1")
      assert.deepStrictEqual(typesOf(world), [])
      const widened = yield* world.write(world.webhooks.update(manager, id, { types: ["*"] }, undefined))
      assert.deepStrictEqual(widened.permissions, permissions)
      yield* changeBoth(world, "usr_2")
      assert.deepStrictEqual(typesOf(world), ["job.created", "user.created"])
    })
  ),
  onDeliveries("an endpoint that delivers more than a token may read is closed to it, but for an end", (world) =>
    Effect.gen(function* () {
      const { id } = yield* addEndpoint(world, manager)
      yield* changeBoth(world, "usr_1")
      const [{ event_id } = assert.fail("no delivery")] = yield* world.deliveries("succeeded")
      const by = yield* narrowed("jobs:read")
      const since = timestampFromMillis(startMs)
      for (const [name, refused] of Object.entries({
        url: world.webhooks.update(by, id, { url: "https://example.com/other" }, undefined),
        types: world.webhooks.update(by, id, { types: ["*"] }, undefined),
        status: world.webhooks.update(by, id, { status: "enabled" }, undefined),
        secret: world.webhooks.rotateSecret(by, id, {}),
        test: world.webhookDeliveries.test(by, id),
        redeliver: world.webhookDeliveries.redeliver(by, id, event_id),
        all: world.webhookDeliveries.recover(by, id, { only: "all", since }),
        failed: world.webhookDeliveries.recover(by, id, { since })
      })) {
        assert.propertyVal(yield* Effect.flip(world.write<unknown, unknown>(refused)), "_tag", "Forbidden", name)
      }
      yield* world.deliver
      assert.deepStrictEqual(typesOf(world), ["job.created", "user.created"])
      const narrower = yield* world.write(world.webhooks.update(by, id, { types: ["job.*"] }, undefined))
      assert.deepStrictEqual(narrower.permissions, ["jobs:read", "webhooks:manage"])
      yield* changeBoth(world, "usr_2")
      assert.deepStrictEqual(typesOf(world).slice(2), ["job.created"])
      yield* world.write(world.webhooks.update(by, id, { status: "disabled" }, undefined))
      yield* world.write(world.webhooks.remove(by, id))
    })
  ),
  onDeliveries("what an endpoint may read is stored with it, and changed with it", (world) =>
    Effect.gen(function* () {
      const store = yield* WebhookStore
      const { id } = yield* addEndpoint(world, yield* narrowed("fees:write"))
      const found = Effect.flatMap(store.findAny(id), Effect.fromOption)
      const kept = (yield* found).permissions
      assert.deepStrictEqual(kept, ["fees:write", "webhooks:manage"])
      const agencyId = AgencyId.make("agy_1")
      yield* transaction(
        Effect.flatMap(found, (owned) => store.save({ ...owned, agencyId, permissions: ["jobs:read"] }))
      )
      const all = [
        ...Option.toArray(yield* store.findAny(id)),
        ...Option.toArray(yield* store.find(manager, id)),
        ...Option.toArray(yield* transaction(store.lock(id))),
        ...Option.toArray(yield* transaction(store.lockOwn(manager, id))),
        ...(yield* store.all),
        ...(yield* store.page(manager, { after: undefined, limit: 1 }))
      ]
      assert.deepStrictEqual(
        all.map((owned) => ({ permissions: owned.permissions, agencyId: owned.agencyId })),
        Array.from({ length: 6 }, () => ({ permissions: ["jobs:read" as const], agencyId }))
      )
      const others = [
        { ...manager, organizationId: two },
        { ...manager, clientId: ClientId.make("cli_other") }
      ]
      for (const other of others) {
        assert.isTrue(Option.isNone(yield* store.find(other, id)))
        assert.isTrue(Option.isNone(yield* transaction(store.lockOwn(other, id))))
      }
    })
  ),
  onDeliveries("an endpoint keeps to the agency of its token and of its grant: to none where they are two", (world) =>
    Effect.gen(function* () {
      const [own, other] = [AgencyId.make("agy_own"), AgencyId.make("agy_other")]
      yield* grant(permissions, own)
      const { id } = yield* addEndpoint(world, manager)
      yield* changeBoth(world, "usr_1")
      assert.deepStrictEqual(typesOf(world), ["job.created"])
      // The grant is bound no more, and its client's endpoint from before is.
      yield* grant(permissions)
      yield* changeBoth(world, "usr_2")
      assert.deepStrictEqual(typesOf(world), ["job.created", "job.created"])
      yield* grant(permissions, other)
      yield* changeBoth(world, "usr_3")
      assert.deepStrictEqual(typesOf(world).length, 2)
      yield* world.write(world.webhooks.update(manager, id, { types: ["*"] }, undefined))
      yield* world.pass(minuteMs)
      assert.deepStrictEqual(typesOf(world), ["job.created", "job.created", "job.created"])
    })
  )
]
