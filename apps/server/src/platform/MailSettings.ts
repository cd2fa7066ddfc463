/**
 * The settings of mail: the relay that takes mails, and their sender. Without them no mail is sent.
 */
import { problem } from "@partner-api/domain/Problem"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { optional } from "./Setting.ts"

/** A relay, and the sender of mails. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** Whether the connection begins with TLS; otherwise it goes over to it (STARTTLS). */
  readonly isTls: boolean
  readonly login: { readonly user: string; readonly password: Redacted.Redacted } | undefined
  readonly from: string
}

/** The ports of submission with STARTTLS and with TLS (RFC 8314). */
const ports: Readonly<Record<string, number>> = { "smtp:": 587, "smtps:": 465 }

const relayOf = (text: string): URL | undefined => {
  const url = URL.parse(text)
  // A part that is encoded wrongly cannot be sent.
  if (/%(?![0-9A-Fa-f]{2})/.test(text)) return undefined
  const isPlain = url !== null && (url.pathname === "" || url.pathname === "/") && url.search === "" && url.hash === ""
  return isPlain && url.protocol in ports && url.hostname !== "" ? url : undefined
}

const SmtpUrl = Schema.String.check(
  Schema.makeFilter(
    (text: string) => relayOf(text) !== undefined,
    problem(
      "format",
      "must be smtps://USER:PASSWORD@HOST or smtp://USER:PASSWORD@HOST, with a port where it is another one"
    )
  )
)

const sender = /^(?:[^<>"@,;:\r\n]{1,100} <[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190}>|[^\s<>@,;]{1,64}@[^\s<>@,;]{1,190})$/

const MailFrom = Schema.String.check(
  Schema.isPattern(
    sender,
    problem("format", "must have the form NAME <ADDRESS>, such as Acme Recruiting <no-reply@acme.example>")
  )
)

/** The settings, as they are declared. */
export const mailSettings = {
  smtpUrl: optional(
    "SMTP_URL",
    SmtpUrl,
    "no mail",
    "the relay that takes mails: smtps://USER:PASSWORD@HOST, or smtp:// for STARTTLS; needs MAIL_FROM and SECRETS_KEY",
    (text) => relayOf(text)?.host ?? ""
  ),
  mailFrom: optional("MAIL_FROM", MailFrom, "no mail", "the sender of mails: NAME <ADDRESS>")
}

/** The result of the read: the settings, or the name of the one that is missing beside the other; nothing where neither is set. */
export type ReadMail = { readonly settings: MailSettings | undefined } | { readonly missing: string }

/** Reads them. */
export const readMail: Config.Config<ReadMail> = Config.all({
  url: mailSettings.smtpUrl.config,
  from: mailSettings.mailFrom.config
}).pipe(
  Config.map(({ from, url }): ReadMail => {
    const relay = Option.getOrUndefined(Option.map(url, relayOf))
    if (relay === undefined)
      return Option.isSome(from) ? { missing: mailSettings.smtpUrl.name } : { settings: undefined }
    if (Option.isNone(from)) return { missing: mailSettings.mailFrom.name }
    const { hostname, password, port, protocol, username } = relay
    return {
      settings: {
        host: hostname.replaceAll(/^\[|\]$/g, ""),
        port: port === "" ? (ports[protocol] ?? 0) : Number(port),
        isTls: protocol === "smtps:",
        login:
          username === ""
            ? undefined
            : { user: decodeURIComponent(username), password: Redacted.make(decodeURIComponent(password)) },
        from: from.value
      }
    }
  })
)
