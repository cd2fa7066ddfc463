/**
 * Writes mails in the transaction of their links: within the bounds of a day, sealed, so that no row reveals who gets which mail. Sends nothing.
 */
import { dayStartMs } from "@partner-api/domain/StorageQuota"
import { type Mail, type MailKind, refusedMail } from "@partner-api/domain/Mail"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import { Unavailable } from "@partner-api/domain/Errors"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { emailDigestFor } from "../../crypto/KeyedDigest.ts"
import { open, seal, type SealingKey } from "../../crypto/SealedText.ts"
import { makeId } from "../../crypto/Secrets.ts"
import { mailsPerLook, MailStore, type StoredMail } from "../../store/MailStore.ts"
import { SecretsKeys } from "../webhooks/WebhookSecrets.ts"

/** The owner of the link in a mail. */
export interface MailSubject {
  readonly organizationId: OrganizationId
  readonly kind: MailKind
  readonly subjectId: string
  /** The client that has caused it. */
  readonly clientId: ClientId
}

const noKey = new Unavailable({
  message: "The service has no key to keep mails with. Its operator has to set SECRETS_KEY."
})

const Text = Schema.fromJsonString(
  Schema.Struct({ to: Schema.String, subject: Schema.String, text: Schema.String, html: Schema.String })
)
const encodeText = Schema.encodeSync(Text)
const decodeText = Schema.decodeUnknownOption(Text)

/** The place to which a sealed mail belongs. */
const placeOf = ({ id, subjectId }: Pick<StoredMail, "id" | "subjectId">): string => ["mail", id, subjectId].join("|")

/** Opens a mail; none where its key is not there. */
export const openMail = (keys: ReadonlyArray<SealingKey>, mail: StoredMail): Option.Option<Mail> =>
  Option.flatMap(open(keys, mail, placeOf(mail)), (text) => decodeText(Redacted.value(text)))

/** The result for waiting mails that were to be sealed with the first key. */
export interface RewrappedMails {
  readonly sealed: number
  /** Those that no key opens: they stay as they are, and are given up when they are due. */
  readonly lost: number
}

/** Seals the waiting mails anew that another key than the first has sealed: also while mails are sent. */
export const rewrapMails = Effect.gen(function* () {
  const store = yield* MailStore
  const keys = yield* SecretsKeys
  const [key] = keys
  if (key === undefined) return yield* noKey
  let made: RewrappedMails = { sealed: 0, lost: 0 }
  let afterId = ""
  for (;;) {
    const some = yield* store.sealedOtherwise(key.id, afterId)
    for (const mail of some) {
      const text = Option.getOrUndefined(open(keys, mail, placeOf(mail)))
      if (text !== undefined) yield* store.reseal({ id: mail.id, ...seal(key, text, placeOf(mail)) })
      made = text === undefined ? { ...made, lost: made.lost + 1 } : { ...made, sealed: made.sealed + 1 }
      afterId = mail.id
    }
    if (some.length < mailsPerLook) return made
  }
})

export const makeOutbox = Effect.gen(function* () {
  const store = yield* MailStore
  const [key] = yield* SecretsKeys
  const digestOf = key === undefined ? undefined : emailDigestFor(key, "mail")

  /** Writes a mail in the place of those of the same link that are not sent yet. Refuses more than an address or a client has in a day. */
  const post = Effect.fnUntraced(function* ({ clientId, kind, organizationId, subjectId }: MailSubject, mail: Mail) {
    if (key === undefined || digestOf === undefined) return yield* noKey
    const nowMs = yield* Clock.currentTimeMillis
    const addressKey = digestOf(mail.to)
    const refused = refusedMail(yield* store.lockUse({ addressKey, clientId }, dayStartMs(nowMs)), nowMs)
    if (refused !== undefined) return yield* refused
    yield* store.forget(organizationId, subjectId)
    const id = yield* makeId("mail_")
    const sealed = seal(key, Redacted.make(encodeText(mail)), placeOf({ id, subjectId }))
    const row = { id, organizationId, kind, subjectId, clientId, addressKey, createdAtMs: nowMs, dueAtMs: nowMs }
    yield* store.insert({ ...row, ...sealed, attempts: 0 })
  })

  return { post, forget: store.forget }
})
