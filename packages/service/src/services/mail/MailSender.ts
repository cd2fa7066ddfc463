/**
 * The port to whatever sends mail: one attempt, and what came of it. Decides nothing about attempts after it.
 */
import type { Mail } from "@partner-api/domain/Mail"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"

/** The longest attempt, in milliseconds: greeting, TLS and the whole mail. */
export const mailAttemptMaxMs = 60_000

/** A mail with the name that it has in every attempt: a mailbox that gets it twice shows it once. */
export interface NamedMail extends Mail {
  readonly id: string
}

/** The outcome of an attempt. A mail that was refused for good is never tried again. */
export type MailOutcome = "sent" | "refused" | "failed"

export class MailSender extends Context.Service<
  MailSender,
  {
    /** Tries to send a mail, once. Takes at most {@link mailAttemptMaxMs}. */
    readonly send: (mail: NamedMail) => Effect.Effect<MailOutcome>
  }
>()("@partner-api/service/MailSender") {}
