/**
 * The audit log. Rows are added; the database itself refuses to change or remove one.
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { keysetPage } from "./sql/KeysetPage.ts"
import { ReadSql } from "./sql/ReadSql.ts"
import { orStoreError, type StoreError } from "./sql/StoreError.ts"

const EntryJson = Schema.fromJsonString(AuditEntry)
const encodeEntry = Schema.encodeSync(EntryJson)

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
>()("@partner-api/server/AuditStore") {
  static readonly layer = Layer.effect(
    AuditStore,
    Effect.gen(function* () {
      const sql = yield* SqlClient.SqlClient
      const read = yield* ReadSql
      const page = keysetPage(read, { name: "audit_log", columns: ["json"], row: Schema.Struct({ json: EntryJson }) })
      return AuditStore.of({
        append: (organizationId, entry) =>
          orStoreError(
            Effect.asVoid(
              sql`INSERT INTO audit_log ${sql.insert({
                organization_id: organizationId ?? "",
                id: entry.id,
                json: encodeEntry(entry)
              })}`
            )
          ),
        page: (organizationId, request) =>
          orStoreError(Effect.map(page(organizationId ?? "", request), (rows) => rows.map(({ json }) => json)))
      })
    })
  )
}
