/**
 * A round of deliveries to one endpoint under a lease: what it has done so far, and how that is written down. What is sent, and in which order,
 * decides `Deliveries.ts`.
 */
import {
  disableWebhookEndpoint,
  enableWebhookEndpoint,
  webhookEndpointTurned
} from "@partner-api/domain/commands/WebhookEndpoint"
import { type Decision, system } from "@partner-api/domain/Journal"
import type { OwnedWebhookEndpoint, WebhookDisabledReason, WebhookStatus } from "@partner-api/domain/WebhookEndpoint"
import { afterFailure, healthy, isFailing, isGivenUp, type WebhookHealth } from "@partner-api/domain/WebhookSchedule"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { DeliveryCommit, DeliveryStore, Lease, StoredDelivery } from "../../store/DeliveryStore.ts"
import type { WebhookStore } from "../../store/WebhookStore.ts"
import { type Journal, record } from "../Journal.ts"
import type { MadeAttempt } from "./Attempts.ts"

/** The time that a lease holds: longer than an exchange, so that a worker that lives never loses it. */
export const leaseMs = 30_000

/** The number of deliveries that are written at once, and the time that they wait for it: a delivery that a killed worker has not written is sent again. */
const sendsPerCommit = 25
const commitIntervalMs = 1_000

/** The lease was lost: the endpoint was changed, or another worker has it. Nothing of the round is written down. */
export class LeaseLost {
  readonly _tag = "LeaseLost"
}

/** The change of an endpoint by its deliveries. */
type Turn = "enabled" | "failing" | "recovered" | { readonly disabled: WebhookDisabledReason }

const turned = (owned: OwnedWebhookEndpoint, turn: Turn, nowMs: number): Decision<OwnedWebhookEndpoint> => {
  if (turn === "enabled") return enableWebhookEndpoint(owned, nowMs)
  if (typeof turn === "object") return disableWebhookEndpoint(owned, turn.disabled, nowMs)
  return { next: owned, entries: [webhookEndpointTurned(owned, turn)] }
}

/** The stores that a round writes to. */
export interface RoundStores {
  readonly journal: Journal["Service"]
  readonly deliveries: DeliveryStore["Service"]
  readonly webhooks: WebhookStore["Service"]
}

/** Begins a round. */
export const beginRound = (
  { deliveries, journal, webhooks }: RoundStores,
  lease: Lease,
  endpoint: { readonly status: WebhookStatus },
  startMs: number
) => {
  let { failedFrom, health, position } = lease
  let status = endpoint.status
  let log: ReadonlyArray<StoredDelivery> = []
  let turns: ReadonlyArray<Turn> = []
  let committedMs = startMs

  const turn = (to: Turn): void => {
    turns = [...turns, to]
    if (to === "enabled") status = "enabled"
    if (typeof to === "object") status = "disabled"
  }

  /** Makes the turns of the round on the endpoint as it is now. */
  const makeTurns = Effect.fnUntraced(function* (found: OwnedWebhookEndpoint, nowMs: number) {
    let owned = found
    for (const to of turns) {
      const { entries, next } = turned(owned, to, nowMs)
      yield* record(entries)
      owned = next
    }
    yield* webhooks.save(owned)
  })

  const commit = (release: DeliveryCommit["release"]) =>
    Effect.gen(function* () {
      const nowMs = yield* Clock.currentTimeMillis
      const made: DeliveryCommit = {
        progress: { position, health },
        failedFrom,
        deliveries: log,
        untilMs: release === undefined ? nowMs + leaseMs : nowMs,
        ...(release === undefined ? {} : { release })
      }
      yield* journal.write(
        system,
        Effect.gen(function* () {
          // Before the lease, as those do who change an endpoint: two that want both would wait for each other.
          const found = turns.length === 0 ? Option.none() : yield* webhooks.lock(lease.endpointId)
          if (!(yield* deliveries.commit(lease, made))) return yield* Effect.fail(new LeaseLost())
          if (Option.isSome(found)) yield* makeTurns(found.value, nowMs)
        })
      )
      log = []
      turns = []
      committedMs = nowMs
    })

  return {
    position: () => position,
    health: (): WebhookHealth => health,
    status: () => status,
    isBlocked: (nowMs: number): boolean => health.failures > 0 && nowMs < health.notBeforeMs,
    turn,
    /** Goes on to a sequence of the feed. */
    advance: (sequence: number): void => {
      position = sequence
    },
    /** The sequence from which on failed deliveries are made once more; none where none are. */
    failedFrom: () => failedFrom,
    /** Goes on with failed deliveries from a sequence; without one, all of them were made once more. */
    passFailed: (from: number | undefined): void => {
      failedFrom = from
    },
    /** Writes a delivery down with the next commit. */
    note: (delivery: StoredDelivery): void => {
      log = [...log.filter(({ eventId }) => eventId !== delivery.eventId), delivery]
    },
    /** The endpoint has accepted an event. */
    recover: (): void => {
      if (isFailing(health)) turn("recovered")
      health = healthy
    },
    /** The endpoint has not accepted an event: it is tried again later, or given up. */
    fail: Effect.fnUntraced(function* ({ retryAfterMs }: MadeAttempt) {
      const nowMs = yield* Clock.currentTimeMillis
      const chance = yield* Random.next
      const before = health
      health = afterFailure(before, { nowMs, chance, ...(retryAfterMs === undefined ? {} : { retryAfterMs }) })
      if (isFailing(health) && !isFailing(before)) turn("failing")
      if (isGivenUp(health, nowMs)) turn({ disabled: "failing" })
    }),
    /** Writes down what was done, where there is enough of it. */
    commitSome: Effect.suspend(() =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
        log.length >= sendsPerCommit || (log.length > 0 && nowMs - committedMs >= commitIntervalMs)
          ? commit(undefined)
          : Effect.void
      )
    ),
    /** Writes down what was done, so that the lease holds for the longest exchange. */
    renew: Effect.suspend(() => commit(undefined)),
    /** Writes down everything and ends the lease. `wakeAfter` is the sequence after which a failing endpoint is looked at again. */
    release: (wakeAfter: number | undefined) =>
      Effect.flatMap(Clock.currentTimeMillis, (nowMs) => {
        const isEnabled = status === "enabled"
        const isFailed = health.failures > 0
        // One whose time has come and that has nothing left to send rests until something happens.
        const isWaiting = isFailed && health.notBeforeMs > nowMs
        return commit({
          wakeAfter: isEnabled ? (isWaiting ? wakeAfter : position) : undefined,
          sends: isEnabled ? "all" : "pings",
          notBeforeMs: isFailed ? health.notBeforeMs : 0,
          dueAtMs: !isEnabled
            ? undefined
            : isWaiting
              ? health.notBeforeMs
              : failedFrom === undefined
                ? undefined
                : nowMs,
          isFailing: isFailed || !isEnabled
        })
      }),
    /** Ends the lease; until then nothing is sent. */
    pause: (untilMs: number) =>
      commit({ wakeAfter: undefined, sends: "nothing", notBeforeMs: 0, dueAtMs: untilMs, isFailing: true })
  }
}

export type DeliveryRound = ReturnType<typeof beginRound>
