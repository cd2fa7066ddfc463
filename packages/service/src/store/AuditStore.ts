/**
 * The port to the audit log. Rows are added; a store refuses to change or remove one.
 */
import type { AuditEntry } from "@partner-api/domain/Audit"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

export class AuditStore extends Context.Service<
  AuditStore,
  {
    /** Adds a row; without an organization it belongs to none. */
    readonly append: (organizationId: OrganizationId | undefined, entry: AuditEntry) => Effect.Effect<void, StoreError>
    /** A page of an organization's rows, or of those that belong to none; the oldest first. */
    readonly page: (
      organizationId: OrganizationId | undefined,
      request: PageRequest
    ) => Effect.Effect<ReadonlyArray<AuditEntry>, StoreError>
  }
>()("@partner-api/service/AuditStore") {}
