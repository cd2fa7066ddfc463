/**
 * {@link JournalStore} in memory. The sequence of an entry is its place.
 */
import { isApplicationShown } from "@partner-api/domain/ApplicationAccess"
import { AuditEntry } from "@partner-api/domain/Audit"
import type { AgencyId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead, withinBytes } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { type AppendedEvent, appendedEvent, withSequence } from "../AppendedEvent.ts"
import { foundBySequence } from "../BySequence.ts"
import { type JournalRecord, JournalStore, type NumberedEntry, seenLookedMax } from "../JournalStore.ts"
import { textBytes } from "../TextBytes.ts"
import { Memory } from "./Memory.ts"
import { applications } from "./MemoryApplicationStore.ts"
import { readersOf } from "./MemoryJobAccess.ts"
import { jobs } from "./MemoryJobStore.ts"
import { journalOf, type JournalRow, type MemoryState, tableOf } from "./MemoryState.ts"

const encode = jsonTextOf(AuditEntry)

type Numbered = Omit<NumberedEntry, "bytes">

const numbered = ({ entries }: JournalRow): ReadonlyArray<Numbered> =>
  entries.map((entry, index) => ({ sequence: index + 1, entry }))

/** The agencies that see the job of an event when it is written. */
const readersIn = (
  state: MemoryState,
  { organizationId }: JournalRecord,
  { readersOfJob }: AppendedEvent
): ReadonlySet<AgencyId> => {
  if (organizationId === undefined || readersOfJob === undefined) return new Set()
  const job = tableOf(state, organizationId, jobs).find(readersOfJob)
  return job === undefined ? new Set() : readersOf(state, organizationId, job)
}

const pageOf = (rows: ReadonlyArray<Numbered>, lookedTo?: number) =>
  withinBytes(
    foundBySequence(
      rows.map((row): NumberedEntry => ({ ...row, bytes: textBytes(encode(row.entry)) })),
      lookedTo
    ),
    ({ bytes }) => bytes
  )

export const layer = Layer.effect(
  JournalStore,
  Effect.map(Memory, ({ read, write }) =>
    JournalStore.of({
      append: (records) =>
        write((state) => {
          const journals = records.reduce((all, record) => {
            const { entry, organizationId } = record
            const journal = journalOf(all, organizationId)
            const { entries, events } = journal
            const event = appendedEvent(record)
            return all.put({
              ...journal,
              entries: [...entries, entry],
              events:
                event === undefined
                  ? events
                  : [
                      ...events,
                      { ...withSequence(event, entries.length + 1), readers: readersIn(state, record, event) }
                    ]
            })
          }, state.journals)
          return [{ ...state, journals }, undefined]
        }),
      page: (organizationId, { after, clientId, limit }) =>
        read((state) => {
          const entries = numbered(journalOf(state.journals, organizationId))
          if (clientId === undefined || organizationId === undefined) {
            return pageOf(entries.slice(after, after + lookAhead(limit)))
          }
          const table = tableOf(state, organizationId, applications)
          const viewer = { agencyId: undefined, clientId }
          const isShown = ({ entry }: Numbered): boolean => {
            const application = table.find(entry.resource_id)
            return application === undefined || isApplicationShown(viewer, application)
          }
          const looked = entries.slice(after, after + seenLookedMax).filter(isShown)
          const lookedTo = after + seenLookedMax < entries.length ? after + seenLookedMax : undefined
          return pageOf(looked.slice(0, lookAhead(limit)), lookedTo)
        }),
      pageBefore: (organizationId, { before, limit }) =>
        read(({ journals }) =>
          pageOf(
            numbered(journalOf(journals, organizationId))
              .filter(({ sequence }) => before === undefined || sequence < before)
              .toReversed()
              .slice(0, lookAhead(limit))
          )
        ),
      pageAbout: (organizationId, resourceId, actions, { after, limit }) =>
        read(({ journals }) =>
          pageOf(
            numbered(journalOf(journals, organizationId))
              .filter(
                ({ entry, sequence }) =>
                  sequence > after && entry.resource_id === resourceId && actions.includes(entry.action)
              )
              .slice(0, lookAhead(limit))
          )
        ),
      newestAbout: (organizationId, resourceId, actions, limit) =>
        read(({ journals }) =>
          journalOf(journals, organizationId)
            .entries.filter((entry) => entry.resource_id === resourceId && actions.includes(entry.action))
            .toReversed()
            .slice(0, limit)
        ),
      sequenceOf: (organizationId, id) =>
        read(({ journals }) => {
          const index = journalOf(journals, organizationId).entries.findIndex((entry) => entry.id === id)
          return index < 0 ? Option.none() : Option.some(index + 1)
        })
    })
  )
)
