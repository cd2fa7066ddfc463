/**
 * The port to the journal. Entries are appended; a store refuses to change or remove one.
 */
import type { AuditEntry } from "@partner-api/domain/Audit"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/** An entry, and the organization whose journal it is appended to; without one, the journal of what belongs to none. */
export interface JournalRecord {
  readonly organizationId: OrganizationId | undefined
  readonly entry: AuditEntry
}

export class JournalStore extends Context.Service<
  JournalStore,
  {
    /**
     * Appends entries. Each journal counts its entries 1, 2, 3 … without gaps in the order of commits: its counter is locked until the
     * transaction ends, so this is the last thing that a transaction does.
     */
    readonly append: (records: ReadonlyArray<JournalRecord>) => Effect.Effect<void, StoreError>
    /** A page of a journal, the oldest entry first; `after` is the id of an entry. */
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, StoreError>
  }
>()("@partner-api/service/JournalStore") {}
