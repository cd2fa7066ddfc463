/**
 * Mails of this service (recruiting 6, Mail): their bounds, when a mail is tried again, and their texts. Only links are mailed: of an invitation, and of a
 * confirmation.
 *
 * Sends nothing, and has no address but the one that it is given.
 */
import type { ShownConfirmation } from "./Confirmation.ts"
import { RateLimited, retryAfterSecondsOf } from "./Errors.ts"
import { dayMs, dayStartMs } from "./StorageQuota.ts"
import type { Timestamp } from "./Timestamp.ts"

/** The maximum of mails to one address in one day (UTC), from all clients together, so that no address is flooded. */
export const mailsPerAddressMax = 3

/** The most mails that one client causes in one day (UTC): a stolen token sends no mail to thousands. */
export const mailsPerClientMax = 200

/** The most attempts to send a mail. With the times between them, the last one is made three days after the first. */
export const mailAttemptsMax = 20

/** The longest time between two attempts, in milliseconds, and the first one. It doubles from one to the next. */
const retryMaxMs = 4 * 3_600_000
const retryFirstMs = 60_000

/** The days that the record of a sent mail is kept: that it was sent, and how often. */
export const mailDays = 30

/** The longest name in a mail, in characters: a subject is read in a list. */
const mailNameMax = 100

/** The subject of a mail. */
export type MailKind = "INVITATION" | "CONFIRMATION"

/** A mail as it is sent. */
export interface Mail {
  readonly to: string
  readonly subject: string
  readonly text: string
  readonly html: string
}

/** When a mail is tried again after this many attempts, in milliseconds from now; never after the last one. */
export const mailRetryMs = (attempts: number): number | undefined =>
  attempts >= mailAttemptsMax ? undefined : Math.min(retryMaxMs, retryFirstMs * 2 ** (attempts - 1))

/** The number of mails that were written today, to an address and for a client. */
export interface MailUse {
  readonly ofAddress: number
  readonly ofClient: number
}

/** The refusal of one mail more than an address or a client has in a day. */
export const refusedMail = ({ ofAddress, ofClient }: MailUse, nowMs: number): RateLimited | undefined => {
  const retryAfterSeconds = retryAfterSecondsOf(dayStartMs(nowMs) + dayMs - nowMs)
  const until = `Try again when the day ends (UTC), in ${retryAfterSeconds} s.`
  if (ofAddress >= mailsPerAddressMax) {
    const message = `The address has got the ${mailsPerAddressMax} mails of one day. ${until}`
    return new RateLimited({ message, retryAfterSeconds })
  }
  if (ofClient < mailsPerClientMax) return undefined
  const message = `The client has caused the ${mailsPerClientMax} mails of one day. ${until}`
  return new RateLimited({ message, retryAfterSeconds })
}

/** A name without what mail programs turn into an address or another line. */
export const mailName = (name: string): string =>
  name
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
    .replaceAll("://", " ")
    .replaceAll(/www\./giu, "www ")
    .slice(0, mailNameMax)
    .trim()

const escapes: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;"
}

const escaped = (text: string): string => text.replaceAll(/[&<>"']/g, (character) => escapes[character] ?? "")

interface Letter {
  readonly to: string
  readonly subject: string
  readonly before: ReadonlyArray<string>
  readonly action: string
  readonly link: string
  readonly after: ReadonlyArray<string>
}

const mailOf = ({ action, after, before, link, subject, to }: Letter): Mail => {
  const paragraph = (text: string) => `<p>${escaped(text)}</p>`
  return {
    to,
    subject,
    text: [...before, `${action}:\n${link}`, ...after].join("\n\n").concat("\n"),
    html: [
      '<!doctype html><html lang="en"><body>',
      ...before.map(paragraph),
      `<p><a href="${escaped(link)}">${escaped(action)}</a></p>`,
      ...after.map(paragraph),
      "</body></html>"
    ].join("\n")
  }
}

/** A moment for people: `2026-01-31 09:30 UTC`. */
const momentOf = (moment: Timestamp): string => `${moment.slice(0, 16).replace("T", " ")} UTC`

/** The mail of a confirmation's link. */
export const confirmationMail = (to: string, link: string, shown: Omit<ShownConfirmation, "state">): Mail => {
  const [agency, employer] = [mailName(shown.agency_name), mailName(shown.organization_name)]
  const job = mailName(shown.job_title)
  return mailOf({
    to,
    subject: `${agency} would like to submit you to ${employer}`,
    before: [
      `Hello ${mailName(shown.first_name)},`,
      `${agency} would like to submit you for the job ${job} at ${employer}. You decide whether it may.`
    ],
    action: "Read what is shared, and confirm or decline",
    link,
    after: [
      `The link works until ${momentOf(shown.expires_at)}. It is yours alone: do not forward it.`,
      "If you know nothing of this, do nothing: without your confirmation nothing is shared."
    ]
  })
}

/** The content of the mail of an invitation. */
export interface InvitationWords {
  readonly organization_name: string
  readonly company_name: string
  readonly first_name: string
  readonly expires_at: Timestamp
}

/** The mail of an invitation's link. */
export const invitationMail = (to: string, link: string, words: InvitationWords): Mail => {
  const [employer, company] = [mailName(words.organization_name), mailName(words.company_name)]
  return mailOf({
    to,
    subject: `${employer} invites ${company}`,
    before: [`Hello ${mailName(words.first_name)},`, `${employer} invites you to recruit for it as ${company}.`],
    action: "Read the invitation, and accept it",
    link,
    after: [
      `The link works until ${momentOf(words.expires_at)}. It is yours alone: do not forward it.`,
      "If you know nothing of this, do nothing."
    ]
  })
}
