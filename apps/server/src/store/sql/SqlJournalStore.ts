/**
 * {@link JournalStore} in a table. Triggers refuse to change or remove a row.
 *
 * An entry is numbered by the statement that appends it. SQLite has one writer, so the last entry is the counter; a column that counts
 * would show the entry of a transaction that commits late below one that readers have passed.
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import { type JournalRecord, JournalStore } from "@partner-api/service/store/JournalStore"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

const EntryJson = Schema.fromJsonString(AuditEntry)
const encodeEntry = Schema.encodeSync(EntryJson)

/** The name of a journal; empty for what belongs to no organization. */
const nameOf = (organizationId: OrganizationId | undefined): string => organizationId ?? ""

export const layer = Layer.effect(
  JournalStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const append = ({ entry, organizationId }: JournalRecord) => {
      const journal = nameOf(organizationId)
      return sql`INSERT INTO journal (organization_id, sequence, id, json)
        SELECT ${journal}, coalesce(max(sequence), 0) + 1, ${entry.id}, ${encodeEntry(entry)}
        FROM journal WHERE organization_id = ${journal}`
    }

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ journal: Schema.String, after: Schema.Int, count: Schema.Int }),
      Result: Schema.Struct({ sequence: Schema.Int, json: EntryJson }),
      execute: ({ journal, after, count }) => read`
        SELECT sequence, json FROM journal WHERE organization_id = ${journal} AND sequence > ${after}
        ORDER BY sequence LIMIT ${count}`
    })

    const sequenceOf = SqlSchema.findOneOption({
      Request: Schema.Struct({ journal: Schema.String, id: Schema.String }),
      Result: Schema.Struct({ sequence: Schema.Int }),
      execute: ({ journal, id }) =>
        read`SELECT sequence FROM journal WHERE organization_id = ${journal} AND id = ${id} LIMIT 1`
    })

    return JournalStore.of({
      append: (records) => orStoreError(Effect.forEach(records, append, { discard: true })),
      page: (organizationId, { after, limit }) =>
        orStoreError(
          Effect.map(page({ journal: nameOf(organizationId), after, count: lookAhead(limit) }), (rows) =>
            rows.map(({ json, sequence }) => ({ sequence, entry: json }))
          )
        ),
      sequenceOf: (organizationId, id) =>
        orStoreError(
          Effect.map(
            sequenceOf({ journal: nameOf(organizationId), id }),
            Option.map(({ sequence }) => sequence)
          )
        )
    })
  })
)
