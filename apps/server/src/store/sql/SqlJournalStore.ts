/**
 * {@link JournalStore} in a table. Triggers refuse to change or remove a row.
 *
 * A counter for each journal, in a row of its own, numbers the entries: a serial column would show the entry of a transaction that
 * commits late below one that readers have passed.
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import { type JournalRecord, JournalStore } from "@partner-api/service/store/JournalStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

const EntryJson = Schema.fromJsonString(AuditEntry)
const encodeEntry = Schema.encodeSync(EntryJson)

/** The name of a journal; empty for what belongs to no organization. */
const nameOf = (organizationId: OrganizationId | undefined): string => organizationId ?? ""

const Request = Schema.Struct({ journal: Schema.String, after: Schema.String, count: Schema.Int })

export const layer = Layer.effect(
  JournalStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const count = SqlSchema.findAll({
      Request: Schema.Struct({ journal: Schema.String, entries: Schema.Int }),
      Result: Schema.Struct({ last: Schema.Int }),
      execute: ({ journal, entries }) => sql`
        INSERT INTO journal_counters (organization_id, last) VALUES (${journal}, ${entries})
        ON CONFLICT (organization_id) DO UPDATE SET last = journal_counters.last + excluded.last
        RETURNING last`
    })

    const appendTo = Effect.fnUntraced(function* (journal: string, records: Arr.NonEmptyReadonlyArray<JournalRecord>) {
      const [counted] = yield* count({ journal, entries: records.length })
      const first = (counted?.last ?? records.length) - records.length + 1
      yield* sql`INSERT INTO journal ${sql.insert(
        Arr.map(records, ({ entry }, index) => ({
          organization_id: journal,
          sequence: first + index,
          id: entry.id,
          json: encodeEntry(entry)
        }))
      )}`
    })

    const page = SqlSchema.findAll({
      Request,
      Result: Schema.Struct({ json: EntryJson }),
      execute: ({ journal, after, count: limit }) => read`
        SELECT json FROM journal WHERE organization_id = ${journal} AND sequence > coalesce(
          (SELECT sequence FROM journal WHERE organization_id = ${journal} AND id = ${after}), 0)
        ORDER BY sequence LIMIT ${limit}`
    })

    return JournalStore.of({
      append: (records) =>
        orStoreError(
          Effect.forEach(
            Object.entries(Arr.groupBy(records, ({ organizationId }) => nameOf(organizationId))),
            ([journal, of]) => appendTo(journal, of),
            { discard: true }
          )
        ),
      page: (organizationId, { after, limit }) =>
        orStoreError(
          Effect.map(page({ journal: nameOf(organizationId), after: after ?? "", count: lookAhead(limit) }), (rows) =>
            rows.map(({ json }) => json)
          )
        )
    })
  })
)
