/**
 * What is stored of an entry of the journal that is an event, once its sequence is known. Every engine stores the same text.
 */
import { Event, eventBytesMax, personOf, withoutLongTexts } from "@partner-api/domain/Event"
import { audienceOf } from "@partner-api/domain/EventAudience"
import { eventIdOf } from "@partner-api/domain/EventId"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import type { StoredEvent } from "./EventStore.ts"
import type { JournalRecord } from "./JournalStore.ts"

/** The characters of an entry's id that are its own: an id of an event ends with them. */
const uniqueLength = 13

const encode = jsonTextOf(Event)

/** The most bytes of a character in UTF-8, as far as JavaScript counts one: a text with fewer characters needs no counting. */
const characterBytesMax = 3

const isTooLarge = (json: string): boolean =>
  json.length * characterBytesMax > eventBytesMax && new TextEncoder().encode(json).length > eventBytesMax

/** The text of an event; without its long texts where it would be too large. */
const textOf = (event: Event): string => {
  const json = encode(event)
  return isTooLarge(json) ? encode(withoutLongTexts(event)) : json
}

/** The event of an entry with this sequence; none where the entry is no event. */
export const appendedEvent = (
  { entry, event, organizationId }: JournalRecord,
  sequence: number
): StoredEvent | undefined =>
  event === undefined || organizationId === undefined
    ? undefined
    : {
        sequence,
        type: event.type,
        ...audienceOf(event),
        personId: personOf(event),
        occurredAtMs: timestampToMillis(entry.occurred_at),
        json: textOf({
          id: eventIdOf(sequence, entry.id.slice(-uniqueLength)),
          timestamp: entry.occurred_at,
          organization_id: organizationId,
          sequence,
          ...event
        })
      }
