/**
 * The port to the journal. Entries are appended; a store refuses to change or remove one.
 */
import type { AuditAction, AuditEntry } from "@partner-api/domain/Audit"
import type { EventBody } from "@partner-api/domain/Event"
import type { EventAudience } from "@partner-api/domain/EventAudience"
import type { ClientId, OrganizationId } from "@partner-api/domain/Ids"
import type { FoundRows } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoreError } from "./StoreError.ts"

/** An entry, and the organization of its journal; without one, the journal of entries that belong to no organization. */
export interface JournalRecord {
  readonly organizationId: OrganizationId | undefined
  readonly entry: AuditEntry
  /** The event that partners get of the entry; absent where the entry is no event. */
  readonly event?: EventBody
  /** The audience of the event, where its record alone does not decide it. */
  readonly audience?: EventAudience
}

/** An entry and its number in its journal. */
export interface NumberedEntry {
  readonly sequence: number
  readonly entry: AuditEntry
  /** The size of its stored text. */
  readonly bytes: number
}

/** The most entries that a page of one client looks at: each may be about an application that the client does not see, and is looked up in one statement. */
export const seenLookedMax = 1_000

export class JournalStore extends Context.Service<
  JournalStore,
  {
    /**
     * Appends entries, and the events among them. Each journal counts its entries 1, 2, 3 … without gaps, in the order of commits. The append locks the journal
     * until the transaction ends, so a transaction appends last.
     */
    readonly append: (records: ReadonlyArray<JournalRecord>) => Effect.Effect<void, StoreError>
    /**
     * A page of a journal, the oldest entry first: the entries after a number. With `clientId`, without entries about applications that this client of the
     * employer does not see now; at most {@link seenLookedMax} entries are looked at then.
     */
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: { readonly after: number; readonly limit: number; readonly clientId?: ClientId | undefined }
    ) => Effect.Effect<FoundRows<NumberedEntry>, StoreError>
    /** A page of a journal, the newest entry first: the entries before a number, or the last ones. */
    readonly pageBefore: (
      organizationId: OrganizationId | undefined,
      request: { readonly before: number | undefined; readonly limit: number }
    ) => Effect.Effect<FoundRows<NumberedEntry>, StoreError>
    /** A page of the entries of one resource with some actions, the oldest first: those after a number. */
    readonly pageAbout: (
      organizationId: OrganizationId,
      resourceId: string,
      actions: ReadonlyArray<AuditAction>,
      request: { readonly after: number; readonly limit: number }
    ) => Effect.Effect<FoundRows<NumberedEntry>, StoreError>
    /** The newest entries about a resource with some actions, the newest first, at most `limit`. */
    readonly newestAbout: (
      organizationId: OrganizationId | undefined,
      resourceId: string,
      actions: ReadonlyArray<AuditAction>,
      limit: number
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, StoreError>
    /** The number of the entry with an id. It reads the whole journal, which is slow. */
    readonly sequenceOf: (
      organizationId: OrganizationId | undefined,
      id: string
    ) => Effect.Effect<Option.Option<number>, StoreError>
  }
>()("@partner-api/service/JournalStore") {}
