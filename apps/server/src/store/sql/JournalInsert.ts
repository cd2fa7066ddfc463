/**
 * Appends entries to a journal, and the events among them, each with the next sequence of the journal's counter.
 *
 * PostgreSQL appends in one statement. One entry is deferred to COMMIT, so the counter, which other writes of the organization wait for, is not locked during
 * a round trip.
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import { sequenceAlphabet, sequenceDigitsCount, sequenceRadix } from "@partner-api/domain/EventId"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { type AppendedEvent, appendedEvent, withSequence } from "@partner-api/service/store/AppendedEvent"
import type { StoredEvent } from "@partner-api/service/store/EventStore"
import { inPieces } from "@partner-api/service/services/Pieces"
import type { JournalRecord } from "@partner-api/service/store/JournalStore"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import type * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import { deferred, onlyNumber } from "./PreparedStatement.ts"
import { type NewRows, rowInsert } from "./RowInsert.ts"

/** How many entries with their events are inserted in one piece, where a write has many: each has up to 100 KB of text. */
const recordsPerPiece = 10

/** Appends to the journal of a name, in the transaction under way. */
export type AppendToJournal = (
  journal: string,
  records: Arr.NonEmptyReadonlyArray<JournalRecord>
) => Effect.Effect<unknown, SqlError | Schema.SchemaError>

const encodeEntry = jsonTextOf(AuditEntry)

const entryColumns = ({ entry }: JournalRecord) => ({ id: entry.id, json: encodeEntry(entry) })

const eventColumns = (event: Omit<StoredEvent, "sequence" | "json">) => ({
  type: event.type,
  agency_id: event.agencyId ?? null,
  is_for_agencies: event.isForAgencies ? 1 : 0,
  person_id: event.personId ?? null,
  occurred_at_ms: event.occurredAtMs
})

/** An event, and the place of its entry among those that are appended. */
interface PlacedEvent {
  readonly event: AppendedEvent
  readonly index: number
}

const eventsAmong = (records: ReadonlyArray<JournalRecord>): ReadonlyArray<PlacedEvent> =>
  records.flatMap((record, index) => {
    const event = appendedEvent(record)
    return event === undefined ? [] : [{ event, index }]
  })

/** The digits of a column in the id of an event, the first of them first. */
const digitsOf = (column: string): string =>
  Array.from({ length: sequenceDigitsCount }, (_, index) => {
    const power = BigInt(sequenceRadix) ** BigInt(sequenceDigitsCount - 1 - index)
    return `substr('${sequenceAlphabet}', CAST(${column} / ${power} % ${sequenceRadix} AS INTEGER) + 1, 1)`
  }).join(" || ")

const counterRows = (journal: string, added: number): NewRows => [{ organization_id: journal, sequence: added }]

const addToCounter = (sql: SqlClient, counters: NewRows) => sql`
  INSERT INTO journal_counters ${sql.insert(counters)}
  ON CONFLICT (organization_id) DO UPDATE SET sequence = journal_counters.sequence + excluded.sequence`

/** Reads the sequence first, then inserts. SQLite runs in the process, so a statement costs no round trip. */
const appendInSteps = (sql: SqlClient): AppendToJournal => {
  const count = rowInsert(sql, (counters: NewRows) => sql`${addToCounter(sql, counters)} RETURNING sequence`)
  const insertEntries = rowInsert(sql, (entries: NewRows) => sql`INSERT INTO journal ${sql.insert(entries)}`)
  const insertEvents = rowInsert(sql, (events: NewRows) => sql`INSERT INTO events ${sql.insert(events)}`)
  const insertSome = (journal: string, records: Arr.NonEmptyReadonlyArray<JournalRecord>, first: number) => {
    const entries = Arr.map(records, (record, index) => ({
      organization_id: journal,
      sequence: first + index,
      ...entryColumns(record)
    }))
    const eventRow = ({ event, index }: PlacedEvent) => {
      const { json, sequence } = withSequence(event, first + index)
      return { organization_id: journal, sequence, ...eventColumns(event), json }
    }
    return Arr.match(eventsAmong(records), {
      onEmpty: () => insertEntries(entries),
      onNonEmpty: (events) => Effect.andThen(insertEntries(entries), insertEvents(Arr.map(events, eventRow)))
    })
  }
  const insertAll = (journal: string, records: Arr.NonEmptyReadonlyArray<JournalRecord>, first: number) =>
    inPieces(Arr.chunksOf(records, recordsPerPiece), (some, index) =>
      insertSome(journal, some, first + index * recordsPerPiece)
    )
  return (journal, records) =>
    count(counterRows(journal, records.length)).pipe(
      Effect.flatMap(onlyNumber),
      Effect.flatMap((last) => insertAll(journal, records, last + 1 - records.length))
    )
}

/** Lets PostgreSQL insert the sequence into rows and texts. `from_last` is the offset of an entry from the last sequence: 0 or negative. */
const appendAtOnce = (sql: SqlClient): AppendToJournal => {
  const counted = (counters: NewRows) =>
    sql`WITH counted AS (${addToCounter(sql, counters)} RETURNING organization_id, sequence AS last)`
  const intoJournal = (entries: NewRows) => sql`
    INSERT INTO journal (organization_id, sequence, id, json)
    SELECT organization_id, last + from_last, id, json FROM counted, ${sql.updateValues(entries, "entries")}`
  const intoEvents = (events: NewRows) => sql`
    INSERT INTO events (organization_id, sequence, type, agency_id, is_for_agencies, person_id, occurred_at_ms, json)
    SELECT organization_id, sequence, type, agency_id, is_for_agencies, person_id, occurred_at_ms,
      json_start || ${sql.literal(digitsOf("sequence"))} || json_middle || sequence || json_end
    FROM counted, ${sql.updateValues(events, "events")}, LATERAL (SELECT last + from_last AS sequence) AS place`
  const insertEntries = rowInsert(
    sql,
    (counters: NewRows, entries: NewRows) => sql`${counted(counters)} ${intoJournal(entries)}`,
    deferred(sql)
  )
  const insertBoth = rowInsert(
    sql,
    (counters: NewRows, entries: NewRows, events: NewRows) =>
      sql`${counted(counters)}, added AS (${intoJournal(entries)}) ${intoEvents(events)}`,
    deferred(sql)
  )
  return (journal, records) => {
    const counters = counterRows(journal, records.length)
    const fromLast = (index: number) => index + 1 - records.length
    const entries = Arr.map(records, (record, index) => ({ from_last: fromLast(index), ...entryColumns(record) }))
    const eventRow = ({ event, index }: PlacedEvent) => {
      const { end, middle, start } = event.parts
      const json = { json_start: start, json_middle: middle, json_end: end }
      return { from_last: fromLast(index), ...eventColumns(event), ...json }
    }
    return Arr.match(eventsAmong(records), {
      onEmpty: () => insertEntries(counters, entries),
      onNonEmpty: (events) => insertBoth(counters, entries, Arr.map(events, eventRow))
    })
  }
}

export const appendToJournal = (sql: SqlClient): AppendToJournal =>
  sql.onDialectOrElse({ sqlite: () => appendInSteps(sql), orElse: () => appendAtOnce(sql) })
