/**
 * The stored text of the event of a journal entry, the same on every engine. The text is split where the sequence belongs, so that a database can insert the
 * sequence itself.
 */
import { Event, eventBytesMax, personOf } from "@partner-api/domain/Event"
import { longTextsOf, withoutLongTexts } from "@partner-api/domain/ReducedEvent"
import { audienceOf, type EventAudience } from "@partner-api/domain/EventAudience"
import { eventIdOf, sequenceDigits } from "@partner-api/domain/EventId"
import { jsonTextOf } from "@partner-api/domain/JsonText"
import { timestampToMillis } from "@partner-api/domain/Timestamp"
import type { StoredEvent } from "./EventStore.ts"
import type { JournalRecord } from "./JournalStore.ts"
import { textBytes } from "./TextBytes.ts"

/**
 * The JSON text of an event without its sequence. The digits of the id belong between `start` and `middle`, the number between `middle` and `end`.
 */
export interface EventTextParts {
  readonly start: string
  readonly middle: string
  readonly end: string
}

/** An event whose sequence is not known yet. */
export interface AppendedEvent extends Omit<StoredEvent, "sequence" | "json">, EventAudience {
  readonly parts: EventTextParts
}

/** The random characters at the end of the id of an entry. The id of its event ends with the same. */
const uniqueLength = 13

const encode = jsonTextOf(Event)

/** The most bytes in UTF-8 of one UTF-16 unit, which JavaScript counts as a character. A short text needs no encoding to know that it is small enough. */
const characterBytesMax = 3

const isTooLarge = (json: string): boolean =>
  json.length * characterBytesMax > eventBytesMax && textBytes(json) > eventBytesMax

/** The text of an event; without its long texts where it would be too large. Where they alone are, it is not encoded with them. */
const textOf = (event: Event): string => {
  if (isTooLarge(longTextsOf(event).join(""))) return encode(withoutLongTexts(event))
  const json = encode(event)
  return isTooLarge(json) ? encode(withoutLongTexts(event)) : json
}

/** Stands for a sequence that is not known yet. It is the largest one, so that the check of the size holds for every sequence. */
const placeholder = Number.MAX_SAFE_INTEGER
const placeholderDigits = sequenceDigits(placeholder)
const placeholderMember = `"sequence":${placeholder}`

/** Splits the text at the placeholder. The id is the first member. Quotes in strings are escaped, so the first match is the member `sequence`. */
const cut = (json: string): EventTextParts => {
  const digitsAt = json.indexOf(placeholderDigits)
  const numberEnd = json.indexOf(placeholderMember) + placeholderMember.length
  return {
    start: json.slice(0, digitsAt),
    middle: json.slice(digitsAt + placeholderDigits.length, numberEnd - String(placeholder).length),
    end: json.slice(numberEnd)
  }
}

/** The event of an entry; none where the entry is no event. */
export const appendedEvent = ({ audience, entry, event, organizationId }: JournalRecord): AppendedEvent | undefined =>
  event === undefined || organizationId === undefined
    ? undefined
    : {
        type: event.type,
        ...(audience ?? audienceOf(event)),
        personId: personOf(event),
        occurredAtMs: timestampToMillis(entry.occurred_at),
        parts: cut(
          textOf({
            id: eventIdOf(placeholder, entry.id.slice(-uniqueLength)),
            timestamp: entry.occurred_at,
            organization_id: organizationId,
            sequence: placeholder,
            ...event
          })
        )
      }

/** The event, once its sequence is known. */
export const withSequence = (
  { parts: { end, middle, start }, readersOfJob: _readers, ...event }: AppendedEvent,
  sequence: number
): StoredEvent => ({ ...event, sequence, json: `${start}${sequenceDigits(sequence)}${middle}${sequence}${end}` })
