/**
 * An endpoint with 200,000 deliveries costs no more than one with a few (threat model, Webhooks): whatever its client asks for, no statement
 * takes longer than 10 ms, and on SQLite, which plans without statistics, each reads a range of an index.
 */
import { assert, describe, it } from "@effect/vitest"
import { type OwnedWebhookEndpoint, WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import { permissions } from "@partner-api/domain/Permission"
import { at, clientId, one } from "@partner-api/service/laws/Furnished"
import { requestPing } from "@partner-api/service/services/webhooks/Pings"
import { DeliveryStore, type Lease } from "@partner-api/service/store/DeliveryStore"
import { EventStore } from "@partner-api/service/store/EventStore"
import { Transaction } from "@partner-api/service/store/Transaction"
import { WebhookStore } from "@partner-api/service/store/WebhookStore"
import { WebhookUseStore } from "@partner-api/service/store/WebhookUseStore"
import { startPostgres } from "@partner-api/test-postgres/PostgresServer"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { readTarget } from "../../src/platform/DatabaseTarget.ts"
import * as Database from "../../src/store/Database.ts"
import { sharedFolder } from "../../test/TestServer.ts"
import { planOf, statementsOf } from "../../test/Plans.ts"
import { type Standing, storeDeliveries } from "./StoredDeliveries.ts"

const folder = sharedFolder()
const deliveries = 200_000

/** The longest statement, in milliseconds: the event loop stands still for it on SQLite. */
const statementMsMax = 10

/** How often an operation runs: its fastest run counts, since others use the machine too. */
const runs = 5

const id = WebhookEndpointId.make("whe_many")
const nowMs = 1_000_000
const untilMs = nowMs + 30_000

/** The endpoint, whose address has answered. */
const owned: OwnedWebhookEndpoint = {
  organizationId: one,
  clientId,
  permissions,
  agencyId: undefined,
  endpoint: {
    id,
    url: "https://hooks.example.com/many",
    types: ["*"],
    concurrency: 1,
    status: "enabled",
    secret_hint: "Zm8=",
    created_at: at,
    updated_at: at
  }
}

/** Fills the database: one endpoint, and deliveries that all stand so. */
const fill = Effect.fnUntraced(function* (standing: Standing) {
  const webhooks = yield* WebhookStore
  yield* webhooks.insert(owned, { version: 1, expiresAtMs: undefined, keyId: "a", sealed: "" })
  yield* (yield* DeliveryStore).begin(id, { organizationId: one, position: deliveries, nowMs: 0 })
  yield* storeDeliveries(id, standing, deliveries)
})

/** What a client can ask of an endpoint, and what workers do with it: each within a transaction. */
const operations = Effect.gen(function* () {
  const store = yield* DeliveryStore
  const webhooks = yield* WebhookStore
  const uses = yield* WebhookUseStore
  const events = yield* EventStore
  const found = Option.getOrThrow(yield* webhooks.findAny(id))
  const claimed = Effect.map(store.claim(id, { token: "lse_a", nowMs: untilMs + 1, untilMs }), Option.getOrThrow)
  const release = (lease: Lease) =>
    store.commit(lease, {
      progress: lease,
      deliveries: [],
      failedFrom: undefined,
      untilMs: 0,
      release: { wakeAfter: undefined, sends: "all", notBeforeMs: 0, dueAtMs: undefined, isFailing: false }
    })
  const page = (status: "succeeded" | "failed" | "parked" | "pending") =>
    store.page(id, { status }, { after: undefined, limit: 100 })
  const toRetry = (isPingsOnly: boolean) => store.toRetry(id, { nowMs, position: deliveries, limit: 25, isPingsOnly })
  const each: Readonly<Record<string, Effect.Effect<unknown, unknown>>> = {
    "recover all": store.rewind(id, { position: 0, nowMs }),
    "count all": store.count(id, { status: undefined, sequence: 1 }),
    "recover failed": store.repeatFailed(id, 1),
    "count failed": store.count(id, { status: "failed", sequence: 1 }),
    "some failed": store.failed(id, { from: 1, position: deliveries, limit: 25 }),
    "some failed after a recovery of all": store.failed(id, { from: 1, position: 0, limit: 25 }),
    "to retry after a recovery of all": store.toRetry(id, { nowMs, position: 0, limit: 25, isPingsOnly: false }),
    test: requestPing({ deliveries: store, events, uses }, found),
    "list succeeded": page("succeeded"),
    "list failed": page("failed"),
    "list parked": page("parked"),
    "list pending": page("pending"),
    "to retry": toRetry(false),
    "pings to retry": toRetry(true),
    release: Effect.flatMap(claimed, release),
    due: store.due(untilMs + 1, { healthy: 64, failing: 16 }),
    stand: store.endpointStatus(id),
    delete: webhooks.remove(id),
    purge: store.purgeRemoved
  }
  return each
})

/** The fastest run of each operation, in milliseconds. All runs are undone. */
const timesOf = Effect.gen(function* () {
  const inOne = yield* Transaction
  const times: Record<string, number> = {}
  for (const [name, operation] of Object.entries(yield* operations)) {
    const measured = Effect.gen(function* () {
      if (name === "purge") yield* (yield* operations)["delete"] ?? Effect.void
      const startMs = performance.now()
      yield* operation
      return yield* Effect.fail({ tookMs: performance.now() - startMs })
    })
    for (let run = 0; run < runs; run++) {
      const { tookMs } = yield* Effect.flip(inOne(measured)) as Effect.Effect<{ tookMs: number }>
      times[name] = Math.min(times[name] ?? Number.POSITIVE_INFINITY, Math.round(tookMs * 100) / 100)
    }
  }
  return times
})

/** Measures on a database for each way in which the deliveries stand. */
const check = Effect.fnUntraced(function* (targetOf: (standing: string) => Promise<string>) {
  const slow: Array<string> = []
  for (const standing of ["succeeded", "failed", "parked"] as const) {
    const target = yield* Effect.promise(() => targetOf(standing))
    const times = yield* Effect.andThen(fill(standing), timesOf).pipe(
      Effect.provide(Database.layer(readTarget(target)))
    )
    console.log(JSON.stringify({ check: "many deliveries", engine: target.split(":")[0], standing, ...times }))
    const over = Object.entries(times).filter(([, ms]) => ms > statementMsMax)
    slow.push(...over.map(([name, ms]) => `${standing}: ${name}: ${ms} ms`))
  }
  assert.deepStrictEqual(slow, [])
})

describe(`an endpoint with ${deliveries} deliveries`, () => {
  it.live("costs no statement of more than 10 ms on SQLite (threat model, Webhooks)", () =>
    check((standing) => Promise.resolve(`sqlite:${folder.file(`${standing}.db`)}`))
  )

  it("costs no statement of more than 10 ms on PostgreSQL (threat model, Webhooks)", async () => {
    await using postgres = await startPostgres()
    await Effect.runPromise(check(() => postgres.create()))
  })

  it.live("is read by ranges of indexes that its statements name, on SQLite (docs/decisions, Webhooks)", () =>
    Effect.gen(function* () {
      const context = yield* Layer.build(Database.layer(readTarget(`sqlite:${folder.file("plans.db")}`)))
      yield* Effect.provideContext(fill("failed"), context)
      const each = yield* Effect.provideContext(operations, context)
      const plans: Record<string, ReadonlyArray<string>> = {}
      for (const [name, operation] of Object.entries(each)) {
        for (const [text, values] of yield* statementsOf(Effect.provideContext(operation, context))) {
          if (!/webhook_deliveries|webhook_uses/.test(text) || !/SELECT|UPDATE|DELETE/.test(text)) continue
          plans[name] = [...(plans[name] ?? []), ...(yield* Effect.provideContext(planOf(text, values), context))]
        }
      }
      const scans = Object.entries(plans).flatMap(([name, steps]) =>
        steps
          .filter((step) => /^SCAN (?!first|moments|\d|CONSTANT|counted)|TEMP B-TREE/.test(step))
          .map((step) => `${name}: ${step}`)
      )
      assert.deepStrictEqual(scans, [])
    }).pipe(Effect.scoped)
  )
})
