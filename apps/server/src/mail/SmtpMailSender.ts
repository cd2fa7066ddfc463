/**
 * {@link MailSender} over SMTP, by nodemailer, which is loaded with the first mail. Connections are kept for the next one. A relay that is not on this machine
 * has to speak TLS.
 */
import {
  mailAttemptMaxMs,
  type MailOutcome,
  MailSender,
  type NamedMail
} from "@partner-api/service/services/mail/MailSender"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Redacted from "effect/Redacted"
import { isLoopback } from "../platform/AllowedHosts.ts"
import { Meters } from "../platform/metrics/Meters.ts"
import type { MailSettings } from "../platform/MailSettings.ts"

/** The times that nodemailer gives a relay, in milliseconds; together they are below {@link mailAttemptMaxMs}. */
const timeouts = {
  dnsTimeout: 5_000,
  connectionTimeout: 10_000,
  greetingTimeout: 10_000,
  socketTimeout: mailAttemptMaxMs / 2
}

/** The most connections to the relay at once: mails are sent one after the other, and a relay bounds each client. */
const connectionsMax = 2

/** The options by which nodemailer reaches the relay. */
export const transportOf = ({ host, isTls, login, port }: Omit<MailSettings, "from">) => {
  const isLocal = isLoopback(host)
  return {
    host,
    port,
    secure: isTls,
    // Between two programs of one machine there is nobody to read along, and no certificate.
    requireTLS: !isLocal,
    ignoreTLS: isLocal && !isTls,
    pool: true as const,
    maxConnections: connectionsMax,
    disableFileAccess: true,
    disableUrlAccess: true,
    ...timeouts,
    ...(login === undefined ? {} : { auth: { user: login.user, pass: Redacted.value(login.password) } })
  }
}

/** Whether an error is one of nodemailer. */
const isErrorOfMail = (error: unknown): error is { readonly code: unknown; readonly responseCode: unknown } =>
  typeof error === "object" && error !== null && "code" in error && "responseCode" in error

/** Whether the relay has refused the mail itself for good (RFC 5321, 5yz). A refused login is a matter of settings. */
const isRefused = (error: unknown): boolean =>
  isErrorOfMail(error) &&
  (error.code === "EENVELOPE" || error.code === "EMESSAGE") &&
  typeof error.responseCode === "number" &&
  error.responseCode >= 500

/** An attempt that failed. The answer of the relay stays in it: it may repeat the address. */
class MailError extends Data.TaggedError("MailError")<{ readonly isRefused: boolean }> {}

/** The domain of an address, for the name of a mail. */
const domainOf = (from: string): string => /@([^\s>]+)/.exec(from)?.[1] ?? "localhost"

export const layer = (settings: MailSettings) =>
  Layer.effect(
    MailSender,
    Effect.gen(function* () {
      const meters = yield* Meters
      const recorderOf = (outcome: MailOutcome) => meters?.recorder("partner_mails_total", { outcome })
      const count = { sent: recorderOf("sent"), refused: recorderOf("refused"), failed: recorderOf("failed") }
      let isOpen = false
      const transport = yield* Effect.cached(
        Effect.promise(async () => {
          const { createTransport } = await import("nodemailer")
          isOpen = true
          return createTransport(transportOf(settings))
        })
      )
      yield* Effect.addFinalizer(() =>
        Effect.suspend(() => (isOpen ? Effect.map(transport, (relay) => relay.close()) : Effect.void))
      )
      const send = ({ html, id, subject, text, to }: NamedMail): Effect.Effect<MailOutcome> =>
        Effect.flatMap(transport, (relay) =>
          Effect.tryPromise({
            try: () =>
              relay.sendMail({
                from: settings.from,
                to: { name: "", address: to },
                subject,
                text,
                html,
                messageId: `<${id}@${domainOf(settings.from)}>`,
                headers: { "Auto-Submitted": "auto-generated" }
              }),
            catch: (error) => new MailError({ isRefused: isRefused(error) })
          }).pipe(
            Effect.timeout(mailAttemptMaxMs),
            Effect.as<MailOutcome>("sent"),
            Effect.catch((error) =>
              Effect.succeed<MailOutcome>(error._tag === "MailError" && error.isRefused ? "refused" : "failed")
            ),
            Effect.tap((outcome) => Effect.sync(() => count[outcome]?.(1)))
          )
        )
      return MailSender.of({ send })
    })
  )
