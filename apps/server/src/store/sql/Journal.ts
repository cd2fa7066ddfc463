/**
 * {@link JournalStore} in a table. Triggers refuse to change or remove a row.
 *
 * Each journal has a counter, a row of `journal_counters`. A transaction locks the counter from its append to its commit, so the sequences follow the order of
 * commits. With a sequence of the database, a late commit could add an entry before one that readers have already passed.
 *
 * An append adds entries, and the events among them, each with the next sequence of the counter. PostgreSQL appends in one statement. The append of one entry
 * is deferred to COMMIT, so no round trip happens while the counter is locked, for which other writes of the organization wait.
 */
import { AuditAction, AuditEntry } from "@partner-api/domain/Audit"
import { sequenceAlphabet, sequenceDigitsCount, sequenceRadix } from "@partner-api/domain/EventId"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead } from "@partner-api/domain/Pagination"
import { inPieces } from "@partner-api/service/services/Pieces"
import { type AppendedEvent, appendedEvent, withSequence } from "@partner-api/service/store/AppendedEvent"
import { foundBySequence } from "@partner-api/service/store/BySequence"
import type { StoredEvent } from "@partner-api/service/store/EventStore"
import {
  type JournalRecord,
  JournalStore,
  type NumberedEntry,
  seenLookedMax
} from "@partner-api/service/store/JournalStore"
import { Together } from "@partner-api/service/store/Together"
import { textBytes } from "@partner-api/service/store/TextBytes"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SqlClient from "effect/sql/SqlClient"
import type { SqlError } from "effect/sql/SqlError"
import type { Fragment } from "effect/sql/Statement"
import * as SqlSchema from "effect/sql/SqlSchema"
import { orStoreError } from "./kit/Errors.ts"
import { indexedTable, jsonText, limitClause, longTexts, shortText } from "./kit/Lists.ts"
import { namedStatement, onlyNumber, ReadSql } from "./kit/Statements.ts"
import { type NewRows, rowInsert } from "./kit/Writes.ts"

/** The number of entries, with their events, in one piece of a large write: each has up to 100 KB of text. */
const recordsPerPiece = 10

/** Appends to a journal by its name, in the transaction under way. */
type AppendToJournal = (
  journal: string,
  records: Arr.NonEmptyReadonlyArray<JournalRecord>
) => Effect.Effect<unknown, SqlError | Schema.SchemaError>

const encodeEntry = jsonTextOf(AuditEntry)

const entryColumns = ({ entry }: JournalRecord) => ({ id: entry.id, json: encodeEntry(entry) })

const eventColumns = (event: Omit<StoredEvent, "sequence" | "json">) => ({
  type: event.type,
  agency_id: event.agencyId ?? null,
  is_for_agencies: event.isForAgencies ? 1 : 0,
  only_client_id: event.onlyClientId ?? null,
  person_id: event.personId ?? null,
  occurred_at_ms: event.occurredAtMs
})

/** Adds the readers of events of jobs: the agencies that see the job, by rows that have `sequence`, `job_id` and the organization. */
const readersFrom = (sql: SqlClient.SqlClient, placed: Fragment) => sql`
  INSERT INTO event_readers (organization_id, sequence, agency_id)
  SELECT placed.organization_id, placed.sequence, agency_jobs.agency_id FROM (${placed}) AS placed
  CROSS JOIN ${indexedTable(sql, "agency_jobs", "agency_jobs_job")}
  WHERE agency_jobs.organization_id = placed.organization_id AND agency_jobs.job_id = placed.job_id`

/** An event, and the index of its entry in the append. */
interface PlacedEvent {
  readonly event: AppendedEvent
  readonly index: number
}

const eventsAmong = (records: ReadonlyArray<JournalRecord>): ReadonlyArray<PlacedEvent> =>
  records.flatMap((record, index) => {
    const event = appendedEvent(record)
    return event === undefined ? [] : [{ event, index }]
  })

/** The SQL of the digits of a column in the id of an event, the most significant first. */
const digitsOf = (column: string): string =>
  Array.from({ length: sequenceDigitsCount }, (_, index) => {
    const power = BigInt(sequenceRadix) ** BigInt(sequenceDigitsCount - 1 - index)
    return `substr('${sequenceAlphabet}', CAST(${column} / ${power} % ${sequenceRadix} AS INTEGER) + 1, 1)`
  }).join(" || ")

const counterRows = (journal: string, added: number): NewRows => [{ organization_id: journal, sequence: added }]

const addToCounter = (sql: SqlClient.SqlClient, counters: NewRows) => sql`
  INSERT INTO journal_counters ${sql.insert(counters)}
  ON CONFLICT (organization_id) DO UPDATE SET sequence = journal_counters.sequence + excluded.sequence`

/** The values of the statement that adds the readers of an event. */
interface ReaderValues {
  readonly journal: string
  readonly sequence: number
  readonly jobId: string
}

/** Reads the sequence first, then inserts. SQLite runs in the process, so a statement costs no round trip. */
const appendInSteps = (sql: SqlClient.SqlClient): AppendToJournal => {
  const count = rowInsert<"counters">(sql, ({ counters }) => sql`${addToCounter(sql, counters)} RETURNING sequence`)
  const insertEntries = rowInsert<"entries">(sql, ({ entries }) => sql`INSERT INTO journal ${sql.insert(entries)}`)
  const insertEvents = rowInsert<"events">(sql, ({ events }) => sql`INSERT INTO events ${sql.insert(events)}`)
  const insertReaders = namedStatement<ReaderValues>(sql, (place) =>
    readersFrom(
      sql,
      sql`SELECT ${place("journal")} AS organization_id, ${place("sequence")} AS sequence, ${place("jobId")} AS job_id`
    )
  )
  const addReaders = (journal: string, events: ReadonlyArray<PlacedEvent>, first: number) =>
    Effect.forEach(
      events,
      ({ event: { readersOfJob }, index }) =>
        readersOfJob === undefined
          ? Effect.void
          : insertReaders({ journal, sequence: first + index, jobId: readersOfJob }),
      { discard: true }
    )
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
      onEmpty: () => insertEntries({ entries }),
      onNonEmpty: (events) =>
        insertEntries({ entries }).pipe(
          Effect.andThen(insertEvents({ events: Arr.map(events, eventRow) })),
          Effect.andThen(addReaders(journal, events, first))
        )
    })
  }
  const insertAll = (journal: string, records: Arr.NonEmptyReadonlyArray<JournalRecord>, first: number) =>
    inPieces(Arr.chunksOf(records, recordsPerPiece), (some, index) =>
      insertSome(journal, some, first + index * recordsPerPiece)
    )
  return (journal, records) =>
    count({ counters: counterRows(journal, records.length) }).pipe(
      Effect.flatMap(onlyNumber),
      Effect.flatMap((last) => insertAll(journal, records, last + 1 - records.length))
    )
}

/** Counts and inserts in one statement: PostgreSQL puts the sequence into rows and texts. `from_last` is the offset from the last sequence: 0 or negative. */
const appendAtOnce = (sql: SqlClient.SqlClient): AppendToJournal => {
  const counted = (counters: NewRows) =>
    sql`WITH counted AS (${addToCounter(sql, counters)} RETURNING organization_id, sequence AS last)`
  const intoJournal = (entries: NewRows) => sql`
    INSERT INTO journal (organization_id, sequence, id, json)
    SELECT organization_id, last + from_last, id, json FROM counted, ${sql.updateValues(entries, "entries")}`
  const intoEvents = (events: NewRows) => sql`
    INSERT INTO events (organization_id, sequence, type, agency_id, is_for_agencies, only_client_id, person_id, occurred_at_ms, json)
    SELECT organization_id, sequence, type, agency_id, is_for_agencies, only_client_id, person_id, occurred_at_ms,
      json_start || ${sql.literal(digitsOf("sequence"))} || json_middle || sequence || json_end
    FROM counted, ${sql.updateValues(events, "events")}, LATERAL (SELECT last + from_last AS sequence) AS place`
  const insertEntries = rowInsert<"counters" | "entries">(
    sql,
    ({ counters, entries }) => sql`${counted(counters)} ${intoJournal(entries)}`,
    { isDeferred: true }
  )
  const insertBoth = rowInsert<"counters" | "entries" | "events">(
    sql,
    ({ counters, entries, events }) =>
      sql`${counted(counters)}, added AS (${intoJournal(entries)}) ${intoEvents(events)}`,
    { isDeferred: true }
  )
  const intoReaders = (readers: NewRows) =>
    readersFrom(
      sql,
      sql`SELECT organization_id, last + from_last AS sequence, job_id FROM counted, ${sql.updateValues(readers, "readers")}`
    )
  const insertAll = rowInsert<"counters" | "entries" | "events" | "readers">(
    sql,
    ({ counters, entries, events, readers }) => sql`${counted(counters)}, added AS (${intoJournal(entries)}),
      read AS (${intoReaders(readers)}) ${intoEvents(events)}`,
    { isDeferred: true }
  )
  const insertSome = (journal: string, records: Arr.NonEmptyReadonlyArray<JournalRecord>) => {
    const counters = counterRows(journal, records.length)
    const fromLast = (index: number) => index + 1 - records.length
    const entries = Arr.map(records, (record, index) => ({ from_last: fromLast(index), ...entryColumns(record) }))
    const eventRow = ({ event, index }: PlacedEvent) => {
      const { end, middle, start } = event.parts
      const json = { json_start: start, json_middle: middle, json_end: end }
      return { from_last: fromLast(index), ...eventColumns(event), ...json }
    }
    return Arr.match(eventsAmong(records), {
      onEmpty: () => insertEntries({ counters, entries }),
      onNonEmpty: (placed) => {
        const events = Arr.map(placed, eventRow)
        const readers = placed.flatMap(({ event: { readersOfJob }, index }): ReadonlyArray<NewRows[0]> =>
          readersOfJob === undefined ? [] : [{ from_last: fromLast(index), job_id: readersOfJob }]
        )
        return Arr.isReadonlyArrayNonEmpty(readers)
          ? insertAll({ counters, entries, events, readers })
          : insertBoth({ counters, entries, events })
      }
    })
  }
  return (journal, records) => inPieces(Arr.chunksOf(records, recordsPerPiece), (some) => insertSome(journal, some))
}

const appendToJournal = (sql: SqlClient.SqlClient): AppendToJournal =>
  sql.onDialectOrElse({ sqlite: () => appendInSteps(sql), orElse: () => appendAtOnce(sql) })

const EntryJson = Schema.fromJsonString(AuditEntry)

const Row = Schema.Struct({ sequence: Schema.Int, json: Schema.String })
type Row = typeof Row.Type

const decodeEntry = Schema.decodeEffect(EntryJson)

const toNumbered = ({ json, sequence }: Row) =>
  Effect.map(decodeEntry(json), (entry): NumberedEntry => ({ sequence, entry, bytes: textBytes(json) }))

/** The name of a journal: the organization, or empty for entries without one. */
const nameOf = (organizationId: OrganizationId | undefined): string => organizationId ?? ""

export const layer = Layer.effect(
  JournalStore,
  Effect.gen(function* () {
    const sql = yield* SqlClient.SqlClient
    const read = yield* ReadSql
    const together = yield* Together

    const append = appendToJournal(sql)

    /** The records by their journals, in one order, so that two transactions that append to the same journals do not deadlock. */
    const inOrder = (records: ReadonlyArray<JournalRecord>) =>
      Object.entries(Arr.groupBy(records, ({ organizationId }) => nameOf(organizationId))).toSorted(([left], [right]) =>
        left < right ? -1 : 1
      )

    const resource = jsonText(read, "resource_id")
    const columns = read.literal(`sequence, ${shortText("json")}`)
    const whole = longTexts<Row>(read, {
      name: "journal",
      key: "sequence",
      keyOf: ({ sequence }) => sequence,
      column: "json"
    })
    /** Completes and decodes the rows of a page. */
    const numbered = <E>(journal: string, rows: Effect.Effect<ReadonlyArray<Row>, E>, lookedTo?: number) =>
      rows.pipe(
        Effect.flatMap((found) => whole(journal, foundBySequence(found, lookedTo))),
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
        ORDER BY sequence ${limitClause(read, count)}`
    })

    /**
     * The entries of a range, without those about applications that one client of the employer does not see. With its offset, PostgreSQL looks up each entry.
     * Without, it joins, and reads the text of each entry once for each hidden application of the organization: a million times.
     */
    const pageSeenBy = SqlSchema.findAll({
      Request: Schema.Struct({
        journal: Schema.String,
        clientId: Schema.String,
        after: Schema.Int,
        until: Schema.Int,
        count: Schema.Int
      }),
      Result: Row,
      execute: ({ after, clientId, count, journal, until }) => read`
        SELECT ${columns} FROM journal WHERE organization_id = ${journal} AND sequence > ${after} AND sequence <= ${until}
          AND NOT EXISTS (SELECT 1 FROM ${indexedTable(read, "applications", "applications_hidden")}
            WHERE applications.organization_id = ${journal}
              AND applications.id = ${jsonText(read, "resource_id", "journal.json")}
              AND only_client_id IS NOT NULL AND only_client_id <> ${clientId} LIMIT 1 OFFSET 0)
        ORDER BY sequence ${limitClause(read, count)}`
    })

    const last = SqlSchema.findOneOption({
      Request: Schema.String,
      Result: Schema.Struct({ sequence: Schema.Int }),
      execute: (journal) => read`SELECT sequence FROM journal_counters WHERE organization_id = ${journal}`
    })

    const pageSeen = Effect.fnUntraced(function* (journal: string, clientId: string, after: number, count: number) {
      const until = after + seenLookedMax
      // The counter is read first: an entry that comes meanwhile is found by the next page.
      const [counter, rows] = yield* together(
        orStoreError(last(journal)),
        orStoreError(pageSeenBy({ journal, clientId, after, until, count }))
      )
      const head = Option.getOrElse(counter, () => ({ sequence: 0 })).sequence
      return yield* numbered(journal, Effect.succeed(rows), until < head ? until : undefined)
    })

    const pageBefore = SqlSchema.findAll({
      Request: Schema.Struct({ journal: Schema.String, before: Schema.Int, count: Schema.Int }),
      Result: Row,
      execute: ({ journal, before, count }) => read`
        SELECT ${columns} FROM journal WHERE organization_id = ${journal} AND sequence < ${before}
        ORDER BY sequence DESC ${limitClause(read, count)}`
    })

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
        ORDER BY sequence ${limitClause(read, count)}`
    })

    const newestAbout = SqlSchema.findAll({
      Request: Schema.Struct({
        journal: Schema.String,
        resourceId: Schema.String,
        actions: Schema.Array(AuditAction),
        count: Schema.Int
      }),
      Result: Row,
      execute: ({ journal, resourceId, actions, count }) => read`
        SELECT ${columns} FROM ${indexedTable(read, "journal", "journal_resource")}
        WHERE organization_id = ${journal} AND ${resource} = ${resourceId} AND ${action} IN ${read.in(actions)}
        ORDER BY sequence DESC ${limitClause(read, count)}`
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
      page: (organizationId, { after, clientId, limit }) =>
        clientId === undefined
          ? numbered(nameOf(organizationId), page({ journal: nameOf(organizationId), after, count: lookAhead(limit) }))
          : pageSeen(nameOf(organizationId), clientId, after, lookAhead(limit)),
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
      newestAbout: (organizationId, resourceId, actions, limit) =>
        Effect.map(
          numbered(
            nameOf(organizationId),
            newestAbout({ journal: nameOf(organizationId), resourceId, actions, count: limit })
          ),
          ({ rows }) => rows.map(({ row }) => row.entry)
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
