/**
 * Delivers the feed to a webhook endpoint from its position on, in order.
 */
import { InternalError } from "@partner-api/domain/Errors"
import { EventId } from "@partner-api/domain/EventId"
import { readableTypes } from "@partner-api/domain/EventQuery"
import { EventTypeName } from "@partner-api/domain/EventType"
import { attemptsMax, isNextTried, retryDelayMs, verdictOf } from "@partner-api/domain/WebhookSchedule"
import * as Arr from "effect/Array"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Random from "effect/Random"
import * as Schema from "effect/Schema"
import type { StoredDelivery } from "../../store/DeliveryStore.ts"
import type { EventPage } from "../../store/EventStore.ts"
import { failedOnce, type MadeAttempt, succeeded, withAttempt } from "./Attempts.ts"
import { attempt, eventsPerPage, isOver, notAccepted, type Outgoing, type RoundScope } from "./RoundScope.ts"

/** The maximum number of events that a round delivers: others wait for its place. */
const eventsPerRound = 100

const readHead = Schema.decodeEffect(Schema.fromJsonString(Schema.Struct({ id: EventId, type: EventTypeName })))

const unreadable = new InternalError({ message: "An event in the database cannot be read." })

const readPage = ({ events, found, viewer }: RoundScope, after: number, limit: number) =>
  events.page(found.organizationId, {
    after,
    limit,
    types: readableTypes(found.endpoint.types, viewer.permissions),
    viewer
  })

/** The deliveries of events of the feed, with the attempts that there were before. */
const outgoingOf = Effect.fnUntraced(function* ({ deliveries, found }: RoundScope, page: EventPage["events"]) {
  const heads = yield* Effect.mapError(
    Effect.forEach(page, (event) => Effect.map(readHead(event.json), (head) => ({ ...head, ...event }))),
    () => unreadable
  )
  const before = yield* deliveries.find(
    found.endpoint.id,
    heads.map(({ id }) => id)
  )
  const nowMs = yield* Clock.currentTimeMillis
  return heads.map(({ id, json, sequence, type }): Outgoing => {
    const known = before.find(({ eventId }) => eventId === id)
    const delivery: StoredDelivery = known ?? {
      eventId: id,
      sequence,
      type,
      status: "pending",
      attempts: [],
      failures: 0,
      nextAttemptAtMs: undefined,
      createdAtMs: nowMs
    }
    // One that is sent once more has all its attempts again.
    return { body: json, delivery: delivery.status === "pending" ? delivery : { ...delivery, failures: 0 } }
  })
})

/** The event after one that is refused, tried once: when it is accepted, the one before is parked. */
const tryNext = Effect.fnUntraced(function* (scope: RoundScope, refused: StoredDelivery) {
  const { round } = scope
  const page = yield* readPage(scope, refused.sequence, 1)
  const [next] = yield* outgoingOf(scope, page.events.slice(0, 1))
  // It is tried as soon as there is one.
  if (next === undefined) return page.lookedTo ?? page.head
  yield* round.renew
  const made = yield* attempt(scope, next)
  if (verdictOf(made.attempt) !== "accepted") {
    round.note({ ...withAttempt(next.delivery, made), status: "pending" })
    return undefined
  }
  const nowMs = yield* Clock.currentTimeMillis
  const delayMs = retryDelayMs(refused.failures, yield* Random.next)
  round.note({ ...refused, status: "parked", nextAttemptAtMs: nowMs + delayMs })
  round.note(succeeded(next.delivery, made))
  round.advance(next.delivery.sequence)
  round.recover()
  return undefined
})

/** An event of the feed was not accepted: it is tried again, or given up. Gives the sequence after which the endpoint is looked at. */
const onFailure = Effect.fnUntraced(function* (scope: RoundScope, { delivery }: Outgoing, made: MadeAttempt) {
  const { round } = scope
  yield* notAccepted(round, made)
  const isLast = delivery.failures + 1 >= attemptsMax
  const failed = failedOnce(delivery, made, {
    status: isLast ? "failed" : "pending",
    nextAttemptAtMs: isLast || round.status() === "disabled" ? undefined : round.health().notBeforeMs
  })
  round.note(failed)
  if (isLast) round.advance(delivery.sequence)
  else if (round.status() === "enabled" && isNextTried(failed.failures, made.attempt))
    return yield* tryNext(scope, failed)
  return undefined
})

/** Sends some events of the feed at once. Gives the first that was not accepted, with what came of it. */
const sendSome = Effect.fnUntraced(function* (scope: RoundScope, some: ReadonlyArray<Outgoing>) {
  const { found, round } = scope
  const all = yield* Effect.forEach(
    some,
    (outgoing) => Effect.map(attempt(scope, outgoing), (made) => ({ outgoing, made })),
    { concurrency: found.endpoint.concurrency }
  )
  const accepted = Arr.takeWhile(all, ({ made }) => verdictOf(made.attempt) === "accepted")
  for (const { made, outgoing } of accepted) {
    round.note(succeeded(outgoing.delivery, made))
    round.advance(outgoing.delivery.sequence)
    round.recover()
  }
  return all[accepted.length]
})

/** Delivers the feed from the position on. Gives the sequence after which a failing endpoint is looked at again. */
export const follow = Effect.fnUntraced(function* (scope: RoundScope) {
  const { found, round } = scope
  let sent = 0
  while (sent < eventsPerRound && !(yield* isOver(scope))) {
    const page = yield* readPage(scope, round.position(), eventsPerPage)
    const outgoing = yield* outgoingOf(scope, page.events.slice(0, eventsPerPage))
    if (outgoing.length === 0) {
      round.advance(page.lookedTo ?? Math.max(page.head, round.position()))
      if (page.lookedTo === undefined) return undefined
    }
    for (const some of Arr.chunksOf(outgoing, found.endpoint.concurrency)) {
      if (yield* isOver(scope)) return undefined
      const failed = yield* sendSome(scope, some)
      if (failed !== undefined) return yield* onFailure(scope, failed.outgoing, failed.made)
      sent += some.length
      yield* round.commitSome
    }
  }
  return undefined
})

/** A failing endpoint before its time: the event after a refused one may have come. */
export const followRefused = Effect.fnUntraced(function* (scope: RoundScope) {
  const page = yield* readPage(scope, scope.round.position(), 1)
  const [first] = yield* outgoingOf(scope, page.events.slice(0, 1))
  return first !== undefined && isNextTried(first.delivery.failures, first.delivery.attempts.at(-1))
    ? yield* tryNext(scope, first.delivery)
    : undefined
})
