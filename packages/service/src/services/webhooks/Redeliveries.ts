/**
 * The deliveries to a webhook endpoint beside the feed: `ping`s, events that were parked, and deliveries that were requested once more.
 */
import { snapshotOf } from "@partner-api/domain/commands/WebhookEndpoint"
import { mayReadEvent } from "@partner-api/domain/EventAudience"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { PingEvent } from "@partner-api/domain/PingEvent"
import { timestampFromMillis } from "@partner-api/domain/Timestamp"
import { attemptsMax, pingAttemptsMax, retryDelayMs, verdictOf } from "@partner-api/domain/WebhookSchedule"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Random from "effect/Random"
import type { StoredDelivery } from "../../store/DeliveryStore.ts"
import { failedOnce, succeeded } from "./Attempts.ts"
import { attempt, eventsPerPage, isOver, notAccepted, type Outgoing, type RoundScope } from "./RoundScope.ts"

const encodePing = jsonTextOf(PingEvent)

const pingOf = ({ found }: RoundScope, { createdAtMs, eventId }: StoredDelivery): string =>
  encodePing({
    id: eventId,
    type: "ping",
    timestamp: timestampFromMillis(createdAtMs),
    organization_id: found.organizationId,
    data: { webhook_endpoint: snapshotOf(found) }
  })

/** The text of an event that was sent before; none where it is not kept any more, or not shown any more. */
const bodyOf = Effect.fnUntraced(function* (scope: RoundScope, delivery: StoredDelivery) {
  if (delivery.type === "ping") return Option.some(pingOf(scope, delivery))
  const { events, found, viewer } = scope
  const stored = yield* events.find(found.organizationId, delivery.sequence, viewer)
  return Option.map(
    Option.filter(stored, (event) => mayReadEvent(viewer, event)),
    ({ json }) => json
  )
})

/** An attempt of a `ping`: the first one that is answered enables the endpoint. */
const sendPing = Effect.fnUntraced(function* (scope: RoundScope, outgoing: Outgoing) {
  const { round } = scope
  const { delivery } = outgoing
  const made = yield* attempt(scope, outgoing)
  const isPending = round.status() === "pending"
  if (verdictOf(made.attempt) === "accepted") {
    round.note(succeeded(delivery, made))
    if (isPending) round.turn("enabled")
    // The address answers: what waits need not wait for the next step of the schedule.
    else round.recover()
    return
  }
  const isLast = !isPending || delivery.failures + 1 >= pingAttemptsMax
  const nowMs = yield* Clock.currentTimeMillis
  const next = isLast ? undefined : nowMs + retryDelayMs(1, yield* Random.next)
  round.note(failedOnce(delivery, made, { status: isLast ? "failed" : "pending", nextAttemptAtMs: next }))
  if (isPending && isLast) round.turn({ disabled: "ping_failed" })
})

/** An attempt of a delivery beside the feed: one that was parked, or that was requested again. Tells whether the endpoint answers. */
const sendAgain = Effect.fnUntraced(function* (scope: RoundScope, outgoing: Outgoing) {
  const { round } = scope
  const { delivery } = outgoing
  const made = yield* attempt(scope, outgoing)
  const verdict = verdictOf(made.attempt)
  if (verdict === "accepted") {
    round.note(succeeded(delivery, made))
    round.recover()
    return true
  }
  const failures = delivery.failures + 1
  const nowMs = yield* Clock.currentTimeMillis
  const isOver = failures >= attemptsMax
  round.note(
    failedOnce(delivery, made, {
      status: isOver ? "failed" : verdict === "refused" ? "parked" : "pending",
      nextAttemptAtMs: isOver ? undefined : nowMs + retryDelayMs(failures, yield* Random.next, made.retryAfterMs)
    })
  )
  if (verdict === "refused") return true
  yield* notAccepted(round, made)
  return false
})

/**
 * Sends some of the failed deliveries that were requested once more. The feed has its turn after as many of them. Tells whether the endpoint
 * answers.
 */
export const repeatSomeFailed = Effect.fnUntraced(function* (scope: RoundScope) {
  const { deliveries, found, round } = scope
  const from = round.failedFrom()
  if (from === undefined) return true
  const rows = yield* deliveries.failed(found.endpoint.id, {
    from,
    position: round.position(),
    limit: eventsPerPage
  })
  for (const delivery of rows) {
    if (yield* isOver(scope)) return true
    const body = yield* bodyOf(scope, delivery)
    round.passFailed(delivery.sequence + 1)
    // It has all its attempts again.
    if (Option.isSome(body) && !(yield* sendAgain(scope, { delivery: { ...delivery, failures: 0 }, body: body.value })))
      return false
    yield* round.commitSome
  }
  if (rows.length < eventsPerPage) round.passFailed(undefined)
  return true
})

/** Sends what is to be tried again beside the feed. Tells whether the endpoint answers. */
export const retry = Effect.fnUntraced(function* (scope: RoundScope) {
  const { deliveries, found, round } = scope
  const nowMs = yield* Clock.currentTimeMillis
  const rows = yield* deliveries.toRetry(found.endpoint.id, {
    nowMs,
    position: round.position(),
    limit: eventsPerPage,
    isPingsOnly: round.status() !== "enabled" || round.isBlocked(nowMs)
  })
  for (const delivery of rows) {
    if (yield* isOver(scope)) return true
    const body = yield* bodyOf(scope, delivery)
    if (Option.isNone(body)) round.note({ ...delivery, status: "failed", nextAttemptAtMs: undefined })
    else if (delivery.type === "ping") yield* sendPing(scope, { delivery, body: body.value })
    else if (!(yield* sendAgain(scope, { delivery, body: body.value }))) return false
    yield* round.commitSome
  }
  return true
})
