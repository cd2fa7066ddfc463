/**
 * {@link DeliveryStore} in memory, beside the endpoints.
 */
import { lookAhead, lookedMax } from "@partner-api/domain/Pagination"
import { deliveriesCountedMax } from "@partner-api/domain/WebhookDelivery"
import { healthy } from "@partner-api/domain/WebhookSchedule"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  deliveriesPerPurge,
  type DeliveryCommit,
  DeliveryStore,
  type DueEndpoint,
  type Lease,
  type StoredDelivery
} from "../DeliveryStore.ts"
import { Memory } from "./Memory.ts"
import { journalOf, type MemoryState, withWebhook } from "./MemoryState.ts"
import { endpointStatusOf } from "./MemoryEndpointStatus.ts"
import { withDeliveries, type WebhookPosition, type WebhookRow } from "./MemoryWebhooks.ts"

/** A moment, and a sequence, that never comes. */
const never = Number.MAX_SAFE_INTEGER

const isDue = ({ journals }: MemoryState, { owned, place }: WebhookRow, nowMs: number): boolean =>
  place.leaseUntilMs <= nowMs &&
  (place.dueAtMs <= nowMs || place.wakeAfter < journalOf(journals, owned.organizationId).entries.length)

/** Endpoints that are due in the order of turns: clients take turns, and of one client those that have waited longest come first. */
const inTurn = (rows: ReadonlyArray<WebhookRow>): ReadonlyArray<DueEndpoint> => {
  const turns = new Map<string, number>()
  return rows
    .toSorted((left, right) => left.place.leaseUntilMs - right.place.leaseUntilMs)
    .map(({ owned, place }) => {
      const turn = (turns.get(owned.clientId) ?? 0) + 1
      turns.set(owned.clientId, turn)
      const { clientId, endpoint, organizationId } = owned
      return { turn, due: { organizationId, clientId, endpointId: endpoint.id, isFailing: place.isFailing } }
    })
    .toSorted((left, right) => left.turn - right.turn)
    .map(({ due }) => due)
}

/** Whether a delivery is tried beside the feed: the feed comes to the others. */
const isBeside = ({ sequence, status }: StoredDelivery, position: number): boolean =>
  status === "parked" || sequence <= position

const dueAt = (
  { deliveries, place }: WebhookRow,
  lease: Lease,
  { dueAtMs = never, notBeforeMs, sends }: NonNullable<DeliveryCommit["release"]>
): number => {
  if (place.wakes !== lease.wakes) return 0
  const nextOf = (isPing: boolean): number =>
    deliveries
      .filter((delivery) => (delivery.type === "ping") === isPing && isBeside(delivery, place.position))
      .reduce((least, { nextAttemptAtMs = never }) => Math.min(least, nextAttemptAtMs), never)
  const others = sends === "all" ? Math.max(nextOf(false), notBeforeMs) : never
  return Math.min(sends === "nothing" ? never : nextOf(true), others, dueAtMs)
}

const committed = (row: WebhookRow, lease: Lease, made: DeliveryCommit): WebhookRow => {
  const { progress, release, untilMs } = made
  const saved = { ...row, deliveries: withDeliveries(row.deliveries, made.deliveries) }
  const failedFrom = row.place.wakes === lease.wakes ? made.failedFrom : row.place.failedFrom
  const place: WebhookPosition = { ...row.place, ...progress, failedFrom, leaseUntilMs: untilMs }
  if (release === undefined) return { ...saved, place }
  const { isFailing, wakeAfter = never } = release
  const dueAtMs = dueAt({ ...saved, place }, lease, release)
  return { ...saved, place: { ...place, leaseToken: "", isFailing, wakeAfter, dueAtMs } }
}

const woken = (place: WebhookPosition): WebhookPosition => ({ ...place, dueAtMs: 0, wakes: place.wakes + 1 })

/** An endpoint that is given another chance, by the worker that leases it next. */
const restarted = (place: WebhookPosition, nowMs: number): WebhookPosition => ({
  ...woken(place),
  health: healthy,
  isFailing: true,
  leaseToken: "",
  leaseUntilMs: nowMs
})

export const layer = Layer.effect(
  DeliveryStore,
  Effect.map(Memory, ({ read, write }) => {
    const deliveriesOf = (
      id: WebhookEndpointId,
      choose: (deliveries: ReadonlyArray<StoredDelivery>) => ReadonlyArray<StoredDelivery>
    ) => read(({ webhooks }) => choose(webhooks.find(id)?.deliveries ?? []))
    const change = (id: WebhookEndpointId, changeRow: (row: WebhookRow) => WebhookRow) =>
      write((state) => [withWebhook(state, id, changeRow), undefined])
    return DeliveryStore.of({
      due: (nowMs, { failing, healthy: most }, among = {}) =>
        read((state) => {
          const { fullClientIds = [], fullOfFailingClientIds = [], organizationIds } = among
          const isFull = ({ owned, place }: WebhookRow): boolean =>
            fullClientIds.includes(owned.clientId) ||
            (place.isFailing && fullOfFailingClientIds.includes(owned.clientId))
          const due = state.webhooks.rows
            .filter((row) => isDue(state, row, nowMs) && !isFull(row))
            .filter(({ owned }) => organizationIds === undefined || organizationIds.includes(owned.organizationId))
          return [
            ...inTurn(due.filter(({ place }) => !place.isFailing)).slice(0, most),
            ...inTurn(due.filter(({ place }) => place.isFailing)).slice(0, failing)
          ]
        }),
      claim: (id, { nowMs, token, untilMs }) =>
        write((state) => {
          const row = state.webhooks.find(id)
          if (row === undefined || row.place.leaseUntilMs > nowMs) return [state, Option.none()]
          const place = { ...row.place, leaseToken: token, leaseUntilMs: untilMs }
          const { failedFrom, health, position, wakes } = place
          return [
            { ...state, webhooks: state.webhooks.put({ ...row, place }) },
            Option.some({ endpointId: id, token, failedFrom, health, position, wakes })
          ]
        }),
      lost: (leases) =>
        read(({ webhooks }) =>
          leases
            .filter(({ endpointId, token }) => webhooks.find(endpointId)?.place.leaseToken !== token)
            .map(({ endpointId }) => endpointId)
        ),
      commit: (lease, made) =>
        write((state) =>
          state.webhooks.find(lease.endpointId)?.place.leaseToken === lease.token
            ? [withWebhook(state, lease.endpointId, (row) => committed(row, lease, made)), true]
            : [state, false]
        ),
      toRetry: (id, { isPingsOnly, limit, nowMs, position }) =>
        deliveriesOf(id, (deliveries) =>
          deliveries
            .filter(
              (delivery) =>
                (delivery.nextAttemptAtMs ?? never) <= nowMs &&
                isBeside(delivery, position) &&
                (delivery.type === "ping" || !isPingsOnly)
            )
            .toSorted((left, right) => (left.nextAttemptAtMs ?? never) - (right.nextAttemptAtMs ?? never))
            .slice(0, limit)
        ),
      failed: (id, { from, limit, position }) =>
        deliveriesOf(id, (deliveries) =>
          deliveries
            .filter(
              ({ sequence, status, type }) =>
                status === "failed" && type !== "ping" && sequence >= from && sequence <= position
            )
            .slice(0, limit)
        ),
      find: (id, eventIds) =>
        deliveriesOf(id, (deliveries) => deliveries.filter(({ eventId }) => eventIds.includes(eventId))),
      page: (id, { status }, { after, limit }) =>
        read(({ webhooks }) => {
          const below = (webhooks.find(id)?.deliveries ?? [])
            .filter(({ eventId }) => after === undefined || eventId < after)
            .toReversed()
          // Those that have succeeded are looked for among all.
          const looked = status === "succeeded" ? below.slice(0, lookedMax) : below
          return {
            rows: looked
              .filter((delivery) => status === undefined || delivery.status === status)
              .slice(0, lookAhead(limit))
              .map((row) => ({ position: row.eventId, row })),
            lookedTo: status === "succeeded" ? below[lookedMax - 1]?.eventId : undefined
          }
        }),
      unfinished: (ids) =>
        read(({ webhooks }) =>
          ids.filter((id) => webhooks.find(id)?.deliveries.some(({ status }) => status !== "succeeded"))
        ),
      count: (id, { sequence, status }) =>
        Effect.map(
          deliveriesOf(id, (deliveries) =>
            deliveries.filter(
              (delivery) =>
                (status === undefined || delivery.status === status) &&
                (sequence === 0 || (delivery.sequence >= sequence && delivery.type !== "ping"))
            )
          ),
          ({ length }) => Math.min(length, deliveriesCountedMax)
        ),
      endpointStatuses: read((state) => state.webhooks.rows.map((row) => endpointStatusOf(state, row))),
      endpointStatusesOf: (ids) =>
        read((state) =>
          state.webhooks.rows
            .filter(({ owned }) => ids.includes(owned.endpoint.id))
            .map((row) => endpointStatusOf(state, row))
        ),
      endpointStatus: (id) =>
        read((state) =>
          Option.map(Option.fromUndefinedOr(state.webhooks.find(id)), (row) => endpointStatusOf(state, row))
        ),
      begin: (id, { nowMs, position }) =>
        change(id, (row) => ({ ...row, place: { ...row.place, position, leaseUntilMs: nowMs } })),
      request: (id, delivery) =>
        change(id, (row) => ({
          ...row,
          deliveries: withDeliveries(row.deliveries, [delivery]),
          place: woken(row.place)
        })),
      repeatFailed: (id, sequence) =>
        change(id, (row) => {
          const { failedFrom = sequence } = row.place
          return { ...row, place: { ...woken(row.place), failedFrom: Math.min(failedFrom, sequence) } }
        }),
      interrupt: (id, nowMs) => change(id, (row) => ({ ...row, place: restarted(row.place, nowMs) })),
      rewind: (id, { nowMs, position }) =>
        change(id, (row) => ({
          ...row,
          place: { ...restarted(row.place, nowMs), position: Math.min(row.place.position, position) }
        })),
      purge: (beforeMs) =>
        write((state) => {
          const isOld = ({ createdAtMs }: StoredDelivery): boolean => createdAtMs < beforeMs
          const row = state.webhooks.rows.find(({ deliveries }) => deliveries[0] !== undefined && isOld(deliveries[0]))
          if (row === undefined) return [state, 0]
          const kept = row.deliveries.filter((delivery, index) => index >= deliveriesPerPurge || !isOld(delivery))
          const next = { ...state, webhooks: state.webhooks.put({ ...row, deliveries: kept }) }
          return [next, row.deliveries.length - kept.length]
        }),
      // An endpoint takes its deliveries along.
      purgeRemoved: Effect.succeed(false)
    })
  })
)
