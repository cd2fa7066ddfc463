/**
 * {@link EventStore} in memory, beside the entries of each journal.
 */
import { isSeenBy } from "@partner-api/domain/EventAudience"
import { Event } from "@partner-api/domain/Event"
import type { OrganizationId } from "@partner-api/domain/Ids"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { lookAhead, lookedMax } from "@partner-api/domain/Pagination"
import type { Viewer } from "@partner-api/domain/Viewer"
import * as Arr from "effect/Array"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Struct from "effect/Struct"
import * as Schema from "effect/Schema"
import { EventJson, eventsPerPurge, EventStore } from "../EventStore.ts"
import { eventsOf, foundBySequence } from "../BySequence.ts"
import { Memory } from "./Memory.ts"
import { pageOfTexts } from "./MemoryPages.ts"
import { journalOf, type JournalRow, type MemoryEvent, type MemoryState } from "./MemoryState.ts"

const decode = Schema.decodeSync(EventJson)
const encode = jsonTextOf(Event)

const isShownTo = (event: MemoryEvent, viewer: Viewer): boolean =>
  isSeenBy(event, viewer, (agencyId) => event.readers.has(agencyId))

const endsOf = ({ entries, purgedTo }: JournalRow) => ({ head: entries.length, purgedTo })

const withRewritten = (
  state: MemoryState,
  organizationId: OrganizationId,
  personId: string,
  change: (event: Event) => Event,
  after: number
): MemoryState => {
  const journal = journalOf(state.journals, organizationId)
  const events = journal.events.map((event) =>
    event.personId === personId && event.sequence > after
      ? { ...event, json: encode(change(decode(event.json))) }
      : event
  )
  return { ...state, journals: state.journals.put({ ...journal, events }) }
}

export const layer = Layer.effect(
  EventStore,
  Effect.map(Memory, ({ read, write }) =>
    EventStore.of({
      ends: (organizationId) => read(({ journals }) => endsOf(journalOf(journals, organizationId))),
      page: (organizationId, { after, limit, types, viewer }) =>
        read(({ journals }) => {
          const journal = journalOf(journals, organizationId)
          const until = after + lookedMax
          const isShown = (event: MemoryEvent): boolean => types.includes(event.type) && isShownTo(event, viewer)
          const events = journal.events
            .filter((event) => event.sequence > after && event.sequence <= until && isShown(event))
            .slice(0, lookAhead(limit))
          const lookedTo = until < journal.entries.length ? until : undefined
          return { ...endsOf(journal), ...eventsOf(pageOfTexts(foundBySequence(events, lookedTo))) }
        }),
      firstFrom: (organizationId, sequence) =>
        read(({ journals }) =>
          Option.map(
            Arr.findFirst(journalOf(journals, organizationId).events, (event) => event.sequence >= sequence),
            (event) => ({ sequence: event.sequence, occurredAtMs: event.occurredAtMs })
          )
        ),
      find: (organizationId, sequence, viewer) =>
        read(({ journals }) =>
          Option.map(
            Arr.findFirst(
              journalOf(journals, organizationId).events,
              (event) => event.sequence === sequence && isShownTo(event, viewer)
            ),
            Struct.omit(["readers"])
          )
        ),
      pageAbout: (organizationId, personId, { after, limit, viewer }) =>
        read(({ journals }) => {
          const isFound = (event: MemoryEvent): boolean =>
            event.sequence > after && event.personId === personId && isShownTo(event, viewer)
          const events = journalOf(journals, organizationId).events.filter(isFound)
          return pageOfTexts(foundBySequence(events.slice(0, lookAhead(limit))))
        }),
      // In memory, all events are one batch.
      rewriteSome: (organizationId, personId, change, after) =>
        write((state) => [withRewritten(state, organizationId, personId, change, after), undefined]),
      rewrite: (organizationId, personId, change) =>
        write((state) => [withRewritten(state, organizationId, personId, change, 0), undefined]),
      purge: (beforeMs) =>
        write((state) => {
          const old = ({ events }: JournalRow) =>
            Arr.takeWhile(events, ({ occurredAtMs }) => occurredAtMs < beforeMs).slice(0, eventsPerPurge)
          return Option.match(
            Arr.findFirst(state.journals.rows, (journal) => old(journal).length > 0),
            {
              onNone: () => [state, 0],
              onSome: (journal) => {
                const removed = old(journal)
                const purgedTo = removed.at(-1)?.sequence ?? journal.purgedTo
                const events = journal.events.slice(removed.length)
                return [{ ...state, journals: state.journals.put({ ...journal, events, purgedTo }) }, removed.length]
              }
            }
          )
        })
    })
  )
)
