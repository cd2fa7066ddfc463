/**
 * {@link JournalStore} in a table. Triggers refuse to change or remove a row.
 *
 * Each journal has a row that counts. A transaction holds it from its entries to its end, so numbers come in the order of commits; a
 * column that counts would show the entry of a transaction that commits late below one that readers have passed.
 */
import { AuditAction, AuditEntry } from "@partner-api/domain/Audit"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { lookAhead } from "@partner-api/domain/Pagination"
import { inPieces } from "@partner-api/service/services/Pieces"
import { foundBySequence } from "@partner-api/service/store/BySequence"
import { type JournalRecord, JournalStore, type NumberedEntry } from "@partner-api/service/store/JournalStore"
import { textBytes } from "@partner-api/service/store/TextBytes"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import * as SqlSchema from "effect/sql/SqlSchema"
import { jsonText } from "../migrations/Columns.ts"
import { atMost } from "./AtMost.ts"
import { indexedTable } from "./IndexedTable.ts"
import { appendToJournal } from "./JournalInsert.ts"
import { longTexts, shortText } from "./LongTexts.ts"
import { ReadSql } from "./ReadSql.ts"
import { orStoreError } from "./StoreError.ts"

const EntryJson = Schema.fromJsonString(AuditEntry)

const Row = Schema.Struct({ sequence: Schema.Int, json: Schema.String })
type Row = typeof Row.Type

const decodeEntry = Schema.decodeEffect(EntryJson)

const toNumbered = ({ json, sequence }: Row) =>
  Effect.map(decodeEntry(json), (entry): NumberedEntry => ({ sequence, entry, bytes: textBytes(json) }))

/** The name of a journal; empty for what belongs to no organization. */
const nameOf = (organizationId: OrganizationId | undefined): string => organizationId ?? ""

export const layer = Layer.effect(
  JournalStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql

    const append = appendToJournal(sql)

    /** By their journals, in one order: two transactions that append to the same ones do not wait for each other in a circle. */
    const inOrder = (records: ReadonlyArray<JournalRecord>) =>
      Object.entries(Arr.groupBy(records, ({ organizationId }) => nameOf(organizationId))).toSorted(([left], [right]) =>
        left < right ? -1 : 1
      )

    const columns = read.literal(`sequence, ${shortText("json")}`)
    const whole = longTexts<Row>(read, {
      name: "journal",
      key: "sequence",
      keyOf: ({ sequence }) => sequence,
      column: "json"
    })
    /** The entries of the rows of a page. */
    const numbered = <E>(journal: string, rows: Effect.Effect<ReadonlyArray<Row>, E>) =>
      rows.pipe(
        Effect.flatMap((found) => whole(journal, foundBySequence(found))),
        Effect.flatMap((found) =>
          Effect.map(
            inPieces(found.rows, ({ row }) => toNumbered(row)),
            (entries) => ({ ...foundBySequence(entries), lookedTo: found.lookedTo })
          )
        ),
        orStoreError
      )

    const page = SqlSchema.findAll({
      Request: Schema.Struct({ journal: Schema.String, after: Schema.Int, count: Schema.Int }),
      Result: Row,
      execute: ({ journal, after, count }) => read`
        SELECT ${columns} FROM journal WHERE organization_id = ${journal} AND sequence > ${after}
        ORDER BY sequence ${atMost(read, count)}`
    })

    const pageBefore = SqlSchema.findAll({
      Request: Schema.Struct({ journal: Schema.String, before: Schema.Int, count: Schema.Int }),
      Result: Row,
      execute: ({ journal, before, count }) => read`
        SELECT ${columns} FROM journal WHERE organization_id = ${journal} AND sequence < ${before}
        ORDER BY sequence DESC ${atMost(read, count)}`
    })

    const resource = jsonText(read, "resource_id")
    const action = jsonText(read, "action")
    const pageAbout = SqlSchema.findAll({
      Request: Schema.Struct({
        journal: Schema.String,
        resourceId: Schema.String,
        actions: Schema.Array(AuditAction),
        after: Schema.Int,
        count: Schema.Int
      }),
      Result: Row,
      execute: ({ journal, resourceId, actions, after, count }) => read`
        SELECT ${columns} FROM ${indexedTable(read, "journal", "journal_resource")}
        WHERE organization_id = ${journal} AND ${resource} = ${resourceId} AND sequence > ${after}
          AND ${action} IN ${read.in(actions)}
        ORDER BY sequence ${atMost(read, count)}`
    })

    const sequenceOf = SqlSchema.findOneOption({
      Request: Schema.Struct({ journal: Schema.String, id: Schema.String }),
      Result: Schema.Struct({ sequence: Schema.Int }),
      execute: ({ journal, id }) =>
        read`SELECT sequence FROM journal WHERE organization_id = ${journal} AND id = ${id} LIMIT 1`
    })

    return JournalStore.of({
      append: (records) =>
        orStoreError(
          Effect.forEach(inOrder(records), ([journal, ofJournal]) => append(journal, ofJournal), { discard: true })
        ),
      page: (organizationId, { after, limit }) =>
        numbered(nameOf(organizationId), page({ journal: nameOf(organizationId), after, count: lookAhead(limit) })),
      pageBefore: (organizationId, { before = Number.MAX_SAFE_INTEGER, limit }) =>
        numbered(
          nameOf(organizationId),
          pageBefore({ journal: nameOf(organizationId), before, count: lookAhead(limit) })
        ),
      pageAbout: (organizationId, resourceId, actions, { after, limit }) =>
        numbered(
          organizationId,
          pageAbout({ journal: organizationId, resourceId, actions, after, count: lookAhead(limit) })
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
