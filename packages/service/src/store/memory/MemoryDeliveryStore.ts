/**
 * {@link DeliveryStore} in memory, beside the endpoints.
 */
import { lookAhead } from "@partner-api/domain/Pagination"
import { healthy } from "@partner-api/domain/WebhookSchedule"
import type { WebhookEndpointId } from "@partner-api/domain/WebhookEndpoint"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import {
  deliveriesPerPurge,
  type DeliveryCommit,
  DeliveryStore,
  type Lease,
  type StoredDelivery
} from "../DeliveryStore.ts"
import { Memory } from "./Memory.ts"
import { journalOf, type MemoryState, withWebhook } from "./MemoryState.ts"
import { standingOf } from "./MemoryStandings.ts"
import { withDeliveries, type WebhookPosition, type WebhookRow } from "./MemoryWebhooks.ts"

/** A moment, and a sequence, that never comes. */
const never = Number.MAX_SAFE_INTEGER

const isDue = ({ journals }: MemoryState, { owned, place }: WebhookRow, nowMs: number): boolean =>
  place.leaseUntilMs <= nowMs &&
  (place.dueAtMs <= nowMs || place.wakeAfter < journalOf(journals, owned.organizationId).entries.length)

const dueAt = (
  { deliveries, place }: WebhookRow,
  lease: Lease,
  { dueAtMs = never, notBeforeMs, sends }: NonNullable<DeliveryCommit["release"]>
): number => {
  if (place.wakes !== lease.wakes) return 0
  const nextOf = (isPing: boolean): number =>
    deliveries
      .filter(({ type }) => (type === "ping") === isPing)
      .reduce((least, { nextAttemptAtMs = never }) => Math.min(least, nextAttemptAtMs), never)
  const others = sends === "all" ? Math.max(nextOf(false), notBeforeMs) : never
  return Math.min(sends === "nothing" ? never : nextOf(true), others, dueAtMs)
}

const committed = (row: WebhookRow, lease: Lease, made: DeliveryCommit): WebhookRow => {
  const { progress, release, untilMs } = made
  const saved = { ...row, deliveries: withDeliveries(row.deliveries, made.deliveries) }
  const place: WebhookPosition = { ...row.place, ...progress, leaseUntilMs: untilMs }
  if (release === undefined) return { ...saved, place }
  const { isFailing, wakeAfter = never } = release
  return { ...saved, place: { ...place, leaseToken: "", isFailing, wakeAfter, dueAtMs: dueAt(saved, lease, release) } }
}

const woken = (place: WebhookPosition): WebhookPosition => ({ ...place, dueAtMs: 0, wakes: place.wakes + 1 })

/** An endpoint that is given another chance, by the worker that leases it next. */
const restarted = (place: WebhookPosition): WebhookPosition => ({
  ...woken(place),
  health: healthy,
  isFailing: true,
  leaseToken: "",
  leaseUntilMs: 0
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
      due: (nowMs, { failing, healthy: most }, among) =>
        read((state) => {
          const due = state.webhooks.rows
            .filter((row) => isDue(state, row, nowMs))
            .filter(({ owned }) => among === undefined || among.includes(owned.organizationId))
            .toSorted((left, right) => left.place.leaseUntilMs - right.place.leaseUntilMs)
            .map(({ owned, place }) => ({
              organizationId: owned.organizationId,
              endpointId: owned.endpoint.id,
              isFailing: place.isFailing
            }))
          return [
            ...due.filter(({ isFailing }) => !isFailing).slice(0, most),
            ...due.filter(({ isFailing }) => isFailing).slice(0, failing)
          ]
        }),
      claim: (id, { nowMs, token, untilMs }) =>
        write((state) => {
          const row = state.webhooks.find(id)
          if (row === undefined || row.place.leaseUntilMs > nowMs) return [state, Option.none()]
          const place = { ...row.place, leaseToken: token, leaseUntilMs: untilMs }
          const { health, position, wakes } = place
          return [
            { ...state, webhooks: state.webhooks.put({ ...row, place }) },
            Option.some({ endpointId: id, token, health, position, wakes })
          ]
        }),
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
              ({ nextAttemptAtMs = never, sequence, type }) =>
                nextAttemptAtMs <= nowMs && sequence <= position && (type === "ping" || !isPingsOnly)
            )
            .slice(0, limit)
        ),
      find: (id, eventIds) =>
        deliveriesOf(id, (deliveries) => deliveries.filter(({ eventId }) => eventIds.includes(eventId))),
      page: (id, { status }, { after, limit }) =>
        deliveriesOf(id, (deliveries) =>
          deliveries
            .filter(
              (delivery) =>
                (after === undefined || delivery.eventId < after) &&
                (status === undefined || delivery.status === status)
            )
            .toReversed()
            .slice(0, lookAhead(limit))
        ),
      count: (id, { sequence, status }) =>
        Effect.map(
          deliveriesOf(id, (deliveries) =>
            deliveries.filter((delivery) => delivery.status === status && delivery.sequence >= sequence)
          ),
          ({ length }) => length
        ),
      standings: read((state) => state.webhooks.rows.map((row) => standingOf(state, row))),
      standingsOf: (ids) =>
        read((state) =>
          state.webhooks.rows
            .filter(({ owned }) => ids.includes(owned.endpoint.id))
            .map((row) => standingOf(state, row))
        ),
      standing: (id) =>
        read((state) => Option.map(Option.fromUndefinedOr(state.webhooks.find(id)), (row) => standingOf(state, row))),
      begin: (id, { position }) => change(id, (row) => ({ ...row, place: { ...row.place, position } })),
      ask: (id, delivery) =>
        change(id, (row) => ({
          ...row,
          deliveries: withDeliveries(row.deliveries, [delivery]),
          place: woken(row.place)
        })),
      askFailed: (id, { nowMs, sequence }) =>
        write((state) => {
          const asked = (state.webhooks.find(id)?.deliveries ?? [])
            .filter((delivery) => delivery.status === "failed" && delivery.sequence >= sequence)
            .map((delivery) => ({ ...delivery, status: "pending" as const, failures: 0, nextAttemptAtMs: nowMs }))
          const next = withWebhook(state, id, (row) => ({
            ...row,
            deliveries: withDeliveries(row.deliveries, asked),
            place: woken(row.place)
          }))
          return [next, asked.length]
        }),
      interrupt: (id) => change(id, (row) => ({ ...row, place: restarted(row.place) })),
      rewind: (id, position) =>
        write((state) => {
          const repeated = (state.webhooks.find(id)?.deliveries ?? []).filter(({ sequence }) => sequence > position)
          const back = (row: WebhookRow): WebhookRow => ({
            ...row,
            deliveries: withDeliveries(
              row.deliveries,
              repeated.map((delivery) => ({ ...delivery, status: "pending", failures: 0, nextAttemptAtMs: undefined }))
            ),
            place: { ...restarted(row.place), position: Math.min(row.place.position, position) }
          })
          return [withWebhook(state, id, back), repeated.length]
        }),
      pingsSince: (id, sinceMs) =>
        read(
          ({ webhooks }) =>
            (webhooks.find(id)?.deliveries ?? []).filter(
              ({ createdAtMs, type }) => type === "ping" && createdAtMs > sinceMs
            ).length
        ),
      purge: (beforeMs) =>
        write((state) => {
          const isOld = ({ createdAtMs }: StoredDelivery): boolean => createdAtMs < beforeMs
          const row = state.webhooks.rows.find(({ deliveries }) => deliveries[0] !== undefined && isOld(deliveries[0]))
          if (row === undefined) return [state, 0]
          const kept = row.deliveries.filter((delivery, index) => index >= deliveriesPerPurge || !isOld(delivery))
          const next = { ...state, webhooks: state.webhooks.put({ ...row, deliveries: kept }) }
          return [next, row.deliveries.length - kept.length]
        })
    })
  })
)
