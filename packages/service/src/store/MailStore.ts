/**
 * The port to mails that are to be sent. A mail is written in the transaction of its link, sealed, and its text is forgotten when it is sent, given up or ended.
 * No address is in a row: a keyed digest counts the mails of one.
 */
import type { MailKind, MailUse } from "@partner-api/domain/Mail"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** The most mails that one look gives: they are sent one after the other. */
export const mailsPerLook = 20

/** The number of old mails that are removed at once; a larger batch would delay requests. */
export const mailsPerPurge = 1_000

/** A mail that is to be sent. */
export interface StoredMail {
  readonly id: string
  readonly organizationId: OrganizationId
  readonly kind: MailKind
  /** The application or the invitation whose link it has. */
  readonly subjectId: string
  readonly clientId: ClientId
  readonly addressKey: string
  readonly keyId: string
  readonly sealed: string
  readonly createdAtMs: number
  /** When it is sent, or tried again. */
  readonly dueAtMs: number
  readonly attempts: number
}

/** The backlog as the operator sees it. */
export interface MailBacklog {
  readonly waiting: number
  /** When the oldest waiting mail was written. */
  readonly oldestMs: number | undefined
  /** The mails that were given up and are still known. */
  readonly failed: number
}

export class MailStore extends Context.Service<
  MailStore,
  {
    /** The numbers of mails that were written since a moment, to an address and for a client. Until the transaction under way ends, nobody else counts these. */
    readonly lockUse: (
      of: Pick<StoredMail, "addressKey" | "clientId">,
      sinceMs: number
    ) => Effect.Effect<MailUse, StoreError>
    readonly insert: (mail: StoredMail) => Effect.Effect<void, StoreError>
    /** The mails of a link that are not sent yet, the oldest first. */
    readonly waiting: (
      organizationId: OrganizationId,
      subjectId: string
    ) => Effect.Effect<ReadonlyArray<StoredMail>, StoreError>
    /** Forgets the mails of a link that are not sent yet. */
    readonly forget: (organizationId: OrganizationId, subjectId: string) => Effect.Effect<void, StoreError>
    /** The mails that are due at a moment, the longest waiting first; {@link mailsPerLook} at most. */
    readonly due: (nowMs: number) => Effect.Effect<ReadonlyArray<StoredMail>, StoreError>
    /** Takes a due mail for one attempt, until a moment; none where another node was first. */
    readonly take: (mail: StoredMail, untilMs: number) => Effect.Effect<Option.Option<StoredMail>, StoreError>
    /** Keeps what became of a mail, and forgets its text. */
    readonly end: (id: string, state: "SENT" | "FAILED") => Effect.Effect<void, StoreError>
    /** Has a mail tried again at a moment. */
    readonly postpone: (id: string, dueAtMs: number) => Effect.Effect<void, StoreError>
    /** The waiting mails behind an id that another key has sealed, by id; {@link mailsPerLook} at most. */
    readonly sealedOtherwise: (keyId: string, afterId: string) => Effect.Effect<ReadonlyArray<StoredMail>, StoreError>
    /** Keeps the text of a waiting mail as another key has sealed it. */
    readonly reseal: (mail: Pick<StoredMail, "id" | "keyId" | "sealed">) => Effect.Effect<void, StoreError>
    readonly backlog: Effect.Effect<MailBacklog, StoreError>
    /** Removes one batch of the mails that were written before a moment, and returns their number. */
    readonly purge: (beforeMs: number) => Effect.Effect<number, StoreError>
  }
>()("@partner-api/service/MailStore") {}
