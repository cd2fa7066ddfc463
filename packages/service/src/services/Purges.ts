/**
 * Removes what has expired: tokens, answers stored under idempotency keys, events, deliveries, counts of stored bytes, links and sessions of
 * operators, links of persons, claims on erased persons, and the persons of invitations. Asks nobody whether it is time; a worker of the program does that.
 */
import { personEndMs } from "@partner-api/domain/AgencyInvitation"
import { mailDays } from "@partner-api/domain/Mail"
import { dayStartMs, storedBytesDays } from "@partner-api/domain/StorageQuota"
import { deliveryDays } from "@partner-api/domain/WebhookDelivery"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { AgencyInvitationStore, invitationsPerErasure } from "../store/AgencyInvitationStore.ts"
import { checkDaysPerPurge, CheckStore } from "../store/CheckStore.ts"
import { claimsPerBatch, ClaimStore } from "../store/ClaimStore.ts"
import { ConfirmationStore, linksPerPurge } from "../store/ConfirmationStore.ts"
import { DeliveryStore } from "../store/DeliveryStore.ts"
import { EventStore } from "../store/EventStore.ts"
import { mailsPerPurge, MailStore } from "../store/MailStore.ts"
import { answersPerPurge, IdempotencyStore } from "../store/IdempotencyStore.ts"
import { OperatorStore, sessionsPerPurge } from "../store/OperatorStore.ts"
import { StoredBytesStore } from "../store/StoredBytesStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { tokensPerPurge, TokenStore } from "../store/TokenStore.ts"
import { inBatches } from "./Batches.ts"
import { dayMs, EventRetention } from "./EventRetention.ts"

export class Purges extends Context.Service<
  Purges,
  {
    /** Removes every expired token, in short batches, so that requests come between. */
    readonly tokens: Effect.Effect<void, StoreError>
    /** Removes every expired answer, likewise. */
    readonly answers: Effect.Effect<void, StoreError>
    /** Removes every event that is older than events are kept, likewise. */
    readonly events: Effect.Effect<void, StoreError>
    /** Removes the deliveries that deleted webhook endpoints have left, likewise. */
    readonly removedDeliveries: Effect.Effect<void, StoreError>
    /** Removes every delivery that is older than deliveries are kept, likewise. */
    readonly deliveries: Effect.Effect<void, StoreError>
    /** Removes every sign-in link and session of operators that has ended, likewise. */
    readonly sessions: Effect.Effect<void, StoreError>
    /** Erases the persons of invitations that have ended {@link personEndMs} ago, likewise. */
    readonly invitedPersons: Effect.Effect<void, StoreError>
    /** Removes the links by which nobody confirmed and that have ended, likewise. */
    readonly confirmationLinks: Effect.Effect<void, StoreError>
    /** Removes the counts of checks of the days before, likewise. */
    readonly checks: Effect.Effect<void, StoreError>
    /** Removes the claims of erased persons that are over, likewise. */
    readonly claims: Effect.Effect<void, StoreError>
    /** Removes what is known of mails that were written {@link mailDays} ago, likewise. */
    readonly mails: Effect.Effect<void, StoreError>
    /** Removes the counts of stored bytes of days that are not kept any more. */
    readonly storedBytes: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/Purges") {
  static readonly layer = Layer.effect(
    Purges,
    Effect.gen(function* () {
      const tokens = yield* TokenStore
      const invitations = yield* AgencyInvitationStore
      const checks = yield* CheckStore
      const claims = yield* ClaimStore
      const confirmations = yield* ConfirmationStore
      const mails = yield* MailStore
      const answers = yield* IdempotencyStore
      const events = yield* EventStore
      const deliveries = yield* DeliveryStore
      const operators = yield* OperatorStore
      const storedBytes = yield* StoredBytesStore
      const { days } = yield* EventRetention
      const purging = (purge: (nowMs: number) => Effect.Effect<number, StoreError>, batch: number) =>
        Effect.flatMap(Clock.currentTimeMillis, (nowMs) => inBatches(purge(nowMs), batch))
      return Purges.of({
        tokens: purging(tokens.purge, tokensPerPurge).pipe(Effect.withSpan("Purges.tokens")),
        answers: purging(answers.purge, answersPerPurge).pipe(Effect.withSpan("Purges.answers")),
        // A batch is of one organization, so a short one may be followed by a full one.
        events: purging((nowMs) => events.purge(nowMs - days * dayMs), 1).pipe(Effect.withSpan("Purges.events")),
        // A batch is of one endpoint, likewise.
        deliveries: purging((nowMs) => deliveries.purge(nowMs - deliveryDays * dayMs), 1).pipe(
          Effect.withSpan("Purges.deliveries")
        ),
        removedDeliveries: Effect.asVoid(
          Effect.repeat(
            Effect.tap(deliveries.purgeRemoved, () => Effect.yieldNow),
            { until: (hasMore) => !hasMore }
          )
        ).pipe(Effect.withSpan("Purges.removedDeliveries")),
        sessions: purging(operators.purge, sessionsPerPurge).pipe(Effect.withSpan("Purges.sessions")),
        invitedPersons: purging((nowMs) => invitations.erasePersons(personEndMs(nowMs)), invitationsPerErasure).pipe(
          Effect.withSpan("Purges.invitedPersons")
        ),
        checks: purging((nowMs) => checks.purge(dayStartMs(nowMs)), checkDaysPerPurge).pipe(
          Effect.withSpan("Purges.checks")
        ),
        claims: purging(claims.purge, claimsPerBatch).pipe(Effect.withSpan("Purges.claims")),
        // The links of a day are counted until it ends.
        confirmationLinks: purging((nowMs) => confirmations.purge(nowMs - dayMs), linksPerPurge).pipe(
          Effect.withSpan("Purges.confirmationLinks")
        ),
        mails: purging((nowMs) => mails.purge(nowMs - mailDays * dayMs), mailsPerPurge).pipe(
          Effect.withSpan("Purges.mails")
        ),
        storedBytes: Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
          storedBytes.purge(nowMs - storedBytesDays * dayMs)
        ).pipe(Effect.withSpan("Purges.storedBytes"))
      })
    })
  )
}
