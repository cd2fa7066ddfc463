/**
 * The scope of a round of deliveries: the endpoint, its viewer, the destination of its requests, and the end of the round.
 */
import { verdictOf } from "@partner-api/domain/WebhookSchedule"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import type { DeliveryStore, StoredDelivery } from "../../store/DeliveryStore.ts"
import type { EventStore } from "../../store/EventStore.ts"
import type { FoundWebhookEndpoint } from "../../store/WebhookStore.ts"
import type { Drain } from "../Drain.ts"
import { type Destination, type MadeAttempt, makeAttempt } from "./Attempts.ts"
import type { DeliveryRound } from "./DeliveryRound.ts"
import type { WebhookSender } from "./WebhookSender.ts"
import type { WebhookViewer } from "./WebhookViewer.ts"

/** The number of events that are read at once. */
export const eventsPerPage = 25

/** The services that rounds use. */
export interface RoundServices {
  readonly deliveries: DeliveryStore["Service"]
  readonly events: EventStore["Service"]
  readonly sender: WebhookSender["Service"]
  readonly drain: Drain["Service"]
}

/** An event that is to be delivered. */
export interface Outgoing {
  readonly delivery: StoredDelivery
  readonly body: string
}

/** A round, and all that stays as it is while it lasts. */
export interface RoundScope extends RoundServices {
  readonly found: FoundWebhookEndpoint
  readonly viewer: WebhookViewer
  readonly destination: Destination
  readonly round: DeliveryRound
  readonly untilMs: number
}

/** Sends an event, once. */
export const attempt = ({ destination, sender }: RoundScope, { body, delivery }: Outgoing) =>
  makeAttempt(sender, destination, { id: delivery.eventId, body })

/** Whether the round has lasted long enough, or the service is being stopped. */
export const isOver = ({ drain, untilMs }: RoundScope) =>
  Effect.map(Clock.currentTimeMillis, (nowMs) => nowMs >= untilMs || drain.hasBegun())

/** The endpoint has not accepted an event, and not because of the event alone. */
export const notAccepted = (round: DeliveryRound, made: MadeAttempt) =>
  Effect.tap(round.fail(made), () =>
    Effect.sync(() => {
      if (verdictOf(made.attempt) === "gone") round.turn({ disabled: "gone" })
    })
  )
