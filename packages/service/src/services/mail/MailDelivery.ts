/**
 * Sends the mails of the outbox, each at least once: a node takes a mail for the time of an attempt, and forgets its text when it is sent. Asks nobody
 * whether it is time; a worker of the program does that.
 */
import { mailRetryMs } from "@partner-api/domain/Mail"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { mailsPerLook, MailStore, type StoredMail } from "../../store/MailStore.ts"
import type { StoreError } from "../../store/StoreError.ts"
import { inBatches } from "../Batches.ts"
import { SecretsKeys } from "../webhooks/WebhookSecrets.ts"
import { mailAttemptMaxMs, type MailOutcome, MailSender } from "./MailSender.ts"
import { openMail } from "./Outbox.ts"

/** The time that a node has a mail for itself: an attempt, and the write of its outcome. */
const leaseMs = 2 * mailAttemptMaxMs

export class MailDelivery extends Context.Service<
  MailDelivery,
  {
    /** Sends every mail that is due. A failed attempt is made again later; what was refused for good, and what does not open, is given up. */
    readonly sendDue: Effect.Effect<void, StoreError>
  }
>()("@partner-api/service/MailDelivery") {
  static readonly layer = Layer.effect(
    MailDelivery,
    Effect.gen(function* () {
      const store = yield* MailStore
      const sender = yield* MailSender
      const keys = yield* SecretsKeys

      const attempt = (mail: StoredMail): Effect.Effect<MailOutcome> =>
        Option.match(openMail(keys, mail), {
          onNone: () => Effect.succeed("refused" as const),
          onSome: (text) => sender.send({ id: mail.id, ...text })
        })

      const settle = Effect.fnUntraced(function* ({ attempts, id }: StoredMail, outcome: MailOutcome) {
        const retryMs = outcome === "failed" ? mailRetryMs(attempts) : undefined
        return yield* retryMs === undefined
          ? store.end(id, outcome === "sent" ? "SENT" : "FAILED")
          : store.postpone(id, (yield* Clock.currentTimeMillis) + retryMs)
      })

      const sendOne = Effect.fnUntraced(function* (due: StoredMail) {
        const taken = yield* store.take(due, (yield* Clock.currentTimeMillis) + leaseMs)
        if (Option.isSome(taken)) yield* settle(taken.value, yield* attempt(taken.value))
      })

      const some = Effect.gen(function* () {
        const due = yield* store.due(yield* Clock.currentTimeMillis)
        yield* Effect.forEach(due, sendOne, { discard: true })
        return due.length
      })

      return MailDelivery.of({
        sendDue: inBatches(some, mailsPerLook).pipe(Effect.withSpan("MailDelivery.sendDue"))
      })
    })
  )
}
