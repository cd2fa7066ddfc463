/**
 * What every engine does alike where the secret of a client has leaked: nothing that was made with it goes on (decisions, Webhooks). `StoreLaws.ts`
 * has these laws among all laws.
 */
import { assert } from "@effect/vitest"
import { disableWebhookEndpoint } from "@partner-api/domain/commands/WebhookEndpoint"
import { operator } from "@partner-api/domain/Journal"
import { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { digestOf } from "@partner-api/service/crypto/Secrets"
import { Grants } from "@partner-api/service/services/access/Grants"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { Journal } from "@partner-api/service/services/Journal"
import { Webhooks } from "@partner-api/service/services/webhooks/Webhooks"
import { DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import { type FoundWebhookEndpoint, WebhookStore } from "@partner-api/service/store/WebhookStore"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import { at, clientId, furnish, type Law, transaction, two } from "./Furnished.ts"
import { addToken, deliveryServices, type DeliveryWorld, manager, minuteMs, onDeliveries } from "./DeliveryWorld.ts"

/** Replaces the secret of the client of the laws. */
const replacing = Effect.map(
  Effect.provide(ClientAdministration, Layer.provide(ClientAdministration.layer, Grants.layer)),
  ({ replaceSecrets }) =>
    (keepsWebhooks = false) =>
      replaceSecrets(clientId, { keepsWebhooks })
)

const standingOf = ({ endpoint }: FoundWebhookEndpoint): ReadonlyArray<string | undefined> => [
  endpoint.id,
  endpoint.status,
  endpoint.disabled_reason
]

const standings = Effect.map(
  Effect.flatMap(WebhookStore, ({ ofClient }) => ofClient(clientId)),
  (found) => found.map(standingOf)
)

const enabled = (world: DeliveryWorld) => Effect.tap(world.addEndpoint(), world.deliver)

/** Begins the deliveries of an endpoint in the other organization. */
const begin = (id: WebhookEndpointId) =>
  Effect.flatMap(DeliveryStore, (deliveries) =>
    transaction(deliveries.begin(id, { organizationId: two, position: 0, nowMs: 0 }))
  )

/** How many endpoints are made while the secret is replaced. */
const creations = 8

export const leakedSecretLaws: ReadonlyArray<Law> = [
  onDeliveries(
    "a secret that leaked takes the endpoints of its client with it, until the client enables them",
    (world) =>
      Effect.gen(function* () {
        const store = yield* WebhookStore
        const { id } = yield* enabled(world)
        const [found = assert.fail("no endpoint")] = yield* store.ofClient(clientId)
        // One is in another organization, and one was disabled by the operator, who alone enables it.
        const elsewhere = { ...found.endpoint, id: WebhookEndpointId.make("whe_0") }
        const byOperator = disableWebhookEndpoint(
          { ...found, endpoint: { ...elsewhere } },
          "operator",
          world.nowMs()
        ).next
        const secret = { version: 1, keyId: "key", sealed: "sealed", expiresAtMs: undefined }
        yield* transaction(store.insert({ ...found, organizationId: two, endpoint: elsewhere }, secret))
        yield* begin(elsewhere.id)
        const last = { ...byOperator.endpoint, id: WebhookEndpointId.make("whe_1") }
        yield* transaction(store.insert({ ...byOperator, organizationId: two, endpoint: last }, secret))
        yield* begin(last.id)
        const replace = yield* replacing
        const replaced = yield* world.write(replace())
        const leaked = [
          [id, "disabled", "credentials_replaced"],
          ["whe_0", "disabled", "credentials_replaced"]
        ]
        assert.deepStrictEqual(replaced.disabled.map(standingOf), leaked)
        assert.deepStrictEqual(yield* standings, [...leaked, ["whe_1", "disabled", "operator"]])
        yield* world.addJobs(1)
        yield* world.pass(minuteMs)
        assert.deepStrictEqual(world.eventIds(), [])
        yield* addToken("tok_new", digestOf(replaced.secret))
        const by = { ...manager, tokenId: "tok_new" }
        yield* world.write(world.webhooks.update(by, id, { status: "enabled" }, undefined))
        yield* world.deliver
        assert.deepStrictEqual(
          world.received.map(({ type }) => type),
          ["ping", "ping", "webhook_endpoint.disabled", "job.created"]
        )
      })
  ),
  onDeliveries("a secret that leaked leaves the endpoints of its client alone where they are to be kept", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      const replace = yield* replacing
      const { disabled } = yield* world.write(replace(true))
      assert.deepStrictEqual([disabled, yield* standings], [[], [[id, "enabled", undefined]]])
    })
  ),
  onDeliveries("a token that has ended since its request was admitted makes and opens no endpoint", (world) =>
    Effect.gen(function* () {
      const { id } = yield* enabled(world)
      const { revoke } = yield* TokenStore
      yield* revoke(clientId, manager.tokenId)
      for (const [name, refused] of Object.entries({
        create: world.webhooks.create(manager, { url: "https://example.com/hook" }),
        update: world.webhooks.update(manager, id, { url: "https://example.com/other" }, undefined),
        rotate: world.webhooks.rotateSecret(manager, id, {}),
        test: world.webhookDeliveries.test(manager, id),
        recover: world.webhookDeliveries.recover(manager, id, { since: at, only: "all" })
      })) {
        assert.propertyVal(yield* Effect.flip(world.write<unknown, unknown>(refused)), "_tag", "Unauthorized", name)
      }
    })
  ),
  [
    "an endpoint that is made while the secret of its client is replaced is not made, or is disabled",
    (first, second) =>
      Effect.gen(function* () {
        yield* first(Effect.andThen(furnish, addToken()))
        const ending = Effect.gen(function* () {
          const { write } = yield* Journal
          const replace = yield* replacing
          return yield* write(operator, replace())
        }).pipe(Effect.provide(Journal.layer))
        const creating = Effect.gen(function* () {
          const { write } = yield* Journal
          const { create } = yield* Webhooks
          const made = write(operator, create(manager, { url: "https://example.com/hook" }))
          const exits = yield* Effect.all(
            Array.from({ length: creations }, () => Effect.exit(made)),
            { concurrency: 2 }
          )
          return exits.filter(Exit.isSuccess).length
        }).pipe(Effect.provide(deliveryServices({ send: () => Effect.succeed({ status: 204 }) })))
        const [count] = yield* Effect.all([second(creating), first(ending)], { concurrency: 2 })
        const left = yield* first(standings)
        assert.deepStrictEqual(
          left.map(([, ...standing]) => standing),
          Array.from({ length: count }, () => ["disabled", "credentials_replaced"])
        )
      })
  ]
]
