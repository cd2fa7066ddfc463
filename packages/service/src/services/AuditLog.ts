/**
 * The audit log: a reader of the journal.
 */
import type { AuditEntry } from "@partner-api/domain/Audit"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { JournalStore } from "../store/JournalStore.ts"
import type { StoreError } from "../store/StoreError.ts"

export class AuditLog extends Context.Service<
  AuditLog,
  {
    /** A page of the entries of an organization, or of those that belong to none; the oldest first. */
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, StoreError>
  }
>()("@partner-api/service/AuditLog") {
  static readonly layer = Layer.effect(
    AuditLog,
    Effect.map(JournalStore, ({ page }) => AuditLog.of({ page }))
  )
}
