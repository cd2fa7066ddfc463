/**
 * Mails of a service in memory: sent at the call of a test, to the test.
 */
import type { Mail } from "@partner-api/domain/Mail"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { MailDelivery } from "../services/mail/MailDelivery.ts"
import { MailSender } from "../services/mail/MailSender.ts"
import * as MemoryStores from "../store/memory/MemoryStores.ts"
import { type DeliveryOptions, secretsKeys } from "./MemoryWebhooks.ts"

/** Sends every mail that is due now, and gives them in their order. */
export const sendDue = ({ clock, memory }: DeliveryOptions): Promise<ReadonlyArray<Mail>> => {
  const sent: Array<Mail> = []
  const sender = Layer.succeed(MailSender, {
    send: ({ html, subject, text, to }) => Effect.sync(() => (sent.push({ to, subject, text, html }), "sent" as const))
  })
  return MailDelivery.use((mails) => mails.sendDue).pipe(
    Effect.provide(MailDelivery.layer.pipe(Layer.provide([MemoryStores.layer(memory), sender, secretsKeys]))),
    Effect.provideService(Clock.Clock, clock),
    Effect.as(sent),
    Effect.runPromise
  )
}
