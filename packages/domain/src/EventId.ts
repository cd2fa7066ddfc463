/**
 * The identifier of an event. It begins with the event's sequence, so that the event is found by it without an index of its own.
 */
import * as Schema from "effect/Schema"

import { identifier } from "./Ids.ts"

/** Identifies an event: `evt_…`. */
export const EventId = identifier("an event within its organization", "evt_00000000000070000000000000").pipe(
  Schema.brand("EventId")
)
export type EventId = typeof EventId.Type

/** The digits of a sequence in an event id, in ascending order. */
export const sequenceAlphabet = "0123456789ABCDEFGHIJKLMNOPQRSTUV"

/** The radix of a sequence in an event id. */
export const sequenceRadix = sequenceAlphabet.length

/** The number of digits of a sequence in an event id. They hold every safe integer, so ids sort by sequence. */
export const sequenceDigitsCount = 13

/** The digits of a sequence in an event id. */
export const sequenceDigits = (sequence: number): string =>
  sequence.toString(sequenceRadix).toUpperCase().padStart(sequenceDigitsCount, "0")

/** The id of the event with a sequence, where `unique` differs from that of other organizations. */
export const eventIdOf = (sequence: number, unique: string): EventId =>
  EventId.make(`evt_${sequenceDigits(sequence)}${unique}`)

const written = new RegExp(`^evt_([${sequenceAlphabet}]{${sequenceDigitsCount}})[0-9A-Z]{1,32}$`)

/** The sequence that an id begins with; none where it is no id of an event. */
export const sequenceOfEvent = (id: string): number | undefined => {
  const digits = written.exec(id)?.[1]
  const sequence = digits === undefined ? Number.NaN : Number.parseInt(digits, sequenceRadix)
  return Number.isSafeInteger(sequence) ? sequence : undefined
}
