/**
 * {@link AuditStore} in a table. Triggers refuse to change or remove a row.
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import { AuditStore } from "@partner-api/service/store/AuditStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import { keysetPage } from "./KeysetPage.ts"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

const EntryJson = Schema.fromJsonString(AuditEntry)
const encodeEntry = Schema.encodeSync(EntryJson)

export const layer = Layer.effect(
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
