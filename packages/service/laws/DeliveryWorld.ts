/**
 * What laws of deliveries begin with: the services on furnished stores, a receiver that answers as a law says, and a clock that the law moves.
 */
import { createJob } from "@partner-api/domain/commands/Job"
import { JobId } from "@partner-api/domain/Ids"
import { operator } from "@partner-api/domain/Journal"
import type { WebhookDelivery } from "@partner-api/domain/WebhookDelivery"
import type { NewWebhookEndpoint, WebhookEndpoint } from "@partner-api/domain/WebhookEndpoint"
import type { CurrentWrite } from "@partner-api/contract/Middleware"
import { sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { Drain } from "@partner-api/service/services/Drain"
import { Journal, record } from "@partner-api/service/services/Journal"
import { Deliveries } from "@partner-api/service/services/webhooks/Deliveries"
import { WebhookDeliveries } from "@partner-api/service/services/webhooks/WebhookDeliveries"
import { WebhookPolicy } from "@partner-api/service/services/webhooks/WebhookPolicy"
import {
  type WebhookOutcome,
  type WebhookRequest,
  WebhookSender
} from "@partner-api/service/services/webhooks/WebhookSender"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import { type WebhookManager, Webhooks } from "@partner-api/service/services/webhooks/Webhooks"
import { DeliveryStore } from "@partner-api/service/store/DeliveryStore"
import type { Stores } from "@partner-api/service/store/Stores"
import { TokenStore } from "@partner-api/service/store/TokenStore"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Random from "effect/Random"
import * as Result from "effect/Result"
import { clientId, furnish, type Law, one } from "./Furnished.ts"

export const startMs = Date.UTC(2026, 0, 1)
export const minuteMs = 60_000
export const hourMs = 60 * minuteMs

/** A request that the receiver got. */
export interface Received extends WebhookRequest {
  readonly id: string
  readonly type: string
  readonly atMs: number
}

/** The client of the laws, with a token that may do whatever its grant holds. */
export const manager: WebhookManager = { clientId, organizationId: one, tokenId: "tok_a" }

/** Stores a token of the client: that of the laws, where no other is named. */
export const addToken = (digest = manager.tokenId, secretDigest = "secret") =>
  Effect.flatMap(TokenStore, ({ insert }) =>
    insert(
      { digest, clientId, primary: true, organizationId: one, secretDigest, expiresAtMs: Number.MAX_SAFE_INTEGER },
      startMs
    )
  )

const typeIn = (body: string): string => /"type":"([a-z_.]+)"/.exec(body)?.[1] ?? ""

/** What a law does with deliveries. */
export interface DeliveryWorld {
  readonly nowMs: () => number
  /** What the receiver got, the first request first. */
  readonly received: ReadonlyArray<Received>
  /** The ids of the events that the receiver got, without those of `ping`s. */
  readonly eventIds: () => ReadonlyArray<string>
  /** The most requests that were under way to the receiver at once. */
  readonly mostUnderWay: () => number
  /** Says how the receiver answers from now on. */
  readonly answer: (outcome: (request: Received) => WebhookOutcome) => void
  /** Adds jobs, an event for each, and gives their ids. */
  readonly addJobs: (count: number) => Effect.Effect<ReadonlyArray<string>, unknown>
  readonly addEndpoint: (input?: Partial<NewWebhookEndpoint>) => Effect.Effect<WebhookEndpoint, unknown>
  /** Runs an effect as one write. */
  readonly write: <A, E>(effect: Effect.Effect<A, E, CurrentWrite>) => Effect.Effect<A, unknown>
  /** Runs an effect at the time of the world. */
  readonly inTime: <A, E>(effect: Effect.Effect<A, E>) => Effect.Effect<A, E>
  readonly webhooks: Webhooks["Service"]
  readonly webhookDeliveries: WebhookDeliveries["Service"]
  /** Delivers everything that is due now. */
  readonly deliver: Effect.Effect<void, unknown>
  /** Moves the clock on; nobody delivers. */
  readonly tick: (durationMs: number) => Effect.Effect<void>
  /** Moves the clock on, and delivers after each step. */
  readonly pass: (durationMs: number, stepMs?: number) => Effect.Effect<void, unknown>
  readonly endpoint: Effect.Effect<WebhookEndpoint, unknown>
  readonly deliveries: (status?: WebhookDelivery["status"]) => Effect.Effect<ReadonlyArray<WebhookDelivery>, unknown>
}

const keys = [sealingKeyOf(new Uint8Array(sealingKeyBytes))]

/** More endpoints than a law has. */
const endpointsAtOnce = 100

/** The services of deliveries, with a sender. */
export const deliveryServices = (sender: WebhookSender["Service"]) =>
  Layer.mergeAll(Deliveries.layer, Webhooks.layer, WebhookDeliveries.layer).pipe(
    Layer.provideMerge(Journal.layer),
    Layer.provide([
      Drain.layer,
      Layer.succeed(WebhookSender, sender),
      Layer.succeed(SecretsKeys, keys),
      Layer.succeed(WebhookPolicy, { publicUrl: undefined, allowsLoopback: true, allowedNetworks: [] })
    ])
  )

/** A clock that stands where it was put. */
const clockAt = (nowMs: () => number): Clock.Clock => {
  const nowNanos = () => BigInt(nowMs()) * 1_000_000n
  return {
    currentTimeMillisUnsafe: nowMs,
    currentTimeMillis: Effect.sync(nowMs),
    currentTimeNanosUnsafe: nowNanos,
    currentTimeNanos: Effect.sync(nowNanos),
    monotonicTimeNanosUnsafe: nowNanos,
    monotonicTimeNanos: Effect.sync(nowNanos),
    sleep: () => Effect.never
  }
}

/** Makes the world of a law on stores that are furnished already. */
const makeWorld = Effect.gen(function* () {
  yield* addToken()
  let nowMs = startMs
  let jobs = 0
  let outcomeOf: (request: Received) => WebhookOutcome = () => ({ status: 204 })
  const received: Array<Received> = []
  let underWay = 0
  let mostUnderWay = 0
  const send = (request: WebhookRequest) =>
    Effect.gen(function* () {
      const id = request.headers["webhook-id"] ?? ""
      const got: Received = { ...request, id, type: typeIn(request.body), atMs: nowMs }
      received.push(got)
      mostUnderWay = Math.max(mostUnderWay, ++underWay)
      // Whatever else may be sent now is sent before the answer.
      yield* Effect.yieldNow
      underWay--
      return outcomeOf(got)
    })
  const context = yield* Layer.build(deliveryServices({ send }))
  const journal = yield* Effect.provide(Journal, context)
  const webhooks = yield* Effect.provide(Webhooks, context)
  const webhookDeliveries = yield* Effect.provide(WebhookDeliveries, context)
  const { deliver } = yield* Effect.provide(Deliveries, context)
  const store = yield* DeliveryStore
  const inTime = <A, E>(effect: Effect.Effect<A, E>) =>
    effect.pipe(
      Random.withSeed("deliveries"),
      Effect.provideService(
        Clock.Clock,
        clockAt(() => nowMs)
      )
    )

  const deliverDue = inTime(
    Effect.gen(function* () {
      while (true) {
        const due = yield* store.due(nowMs, { healthy: endpointsAtOnce, failing: endpointsAtOnce })
        if (due.length === 0) return
        yield* Effect.forEach(due, ({ endpointId }) => deliver(endpointId), { discard: true })
      }
    })
  )
  const write: DeliveryWorld["write"] = (effect) => inTime(journal.write(operator, effect))

  const addJobs = (count: number) =>
    write(
      Effect.gen(function* () {
        const ids = Array.from({ length: count }, () => `job_${String(++jobs).padStart(6, "0")}`)
        for (const id of ids) {
          const made = { activeUsers: new Set<string>(), id: JobId.make(id), nowMs, access: "ALL" as const }
          const { entries } = Result.getOrThrow(
            createJob(one, { title: id, description: "Works", status: "OPEN" }, made)
          )
          yield* record(entries)
        }
        return ids
      })
    )

  const owned = Effect.map(webhooks.page(manager, { after: undefined, limit: 100 }), ([first]) => first)
  const endpoint = Effect.flatMap(owned, Effect.fromNullishOr)

  const world: DeliveryWorld = {
    nowMs: () => nowMs,
    received,
    mostUnderWay: () => mostUnderWay,
    eventIds: () => received.filter(({ type }) => type !== "ping").map(({ id }) => id),
    answer: (outcome) => {
      outcomeOf = outcome
    },
    addJobs,
    addEndpoint: (input) => write(webhooks.create(manager, { url: "https://example.com/hook", ...input })),
    write,
    inTime,
    webhooks,
    webhookDeliveries,
    deliver: deliverDue,
    tick: (durationMs) =>
      Effect.sync(() => {
        nowMs += durationMs
      }),
    pass: Effect.fnUntraced(function* (durationMs, stepMs = minuteMs) {
      const endMs = nowMs + durationMs
      while (nowMs < endMs) {
        nowMs = Math.min(endMs, nowMs + stepMs)
        yield* deliverDue
      }
    }),
    endpoint,
    deliveries: (status) =>
      Effect.flatMap(endpoint, ({ id }) =>
        Effect.map(
          webhookDeliveries.page(manager, id, status === undefined ? {} : { status }, { after: undefined, limit: 100 }),
          ({ rows }) => rows.map(({ row }) => row)
        )
      )
  }
  return world
})

/** A law about deliveries. */
export const onDeliveries = (
  name: string,
  holds: (world: DeliveryWorld) => Effect.Effect<void, unknown, Stores>
): Law => [name, (first) => first(Effect.scoped(Effect.andThen(furnish, Effect.flatMap(makeWorld, holds))))]
