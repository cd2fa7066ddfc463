/**
 * A stored answer whose body is the record in the event of the same write. The store keeps the body once, in the event, and its digest with the answer.
 * Events are kept longer than answers. An event changes only when a person is erased, and the erasure removes the answers of the person.
 */
import { InternalError } from "@partner-api/domain/Errors"
import { eventBytesMax } from "@partner-api/domain/Event"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fingerprintOf } from "../crypto/Secrets.ts"
import { appendedEvent, withSequence } from "./AppendedEvent.ts"
import type { JournalRecord } from "./JournalStore.ts"
import { textBytes } from "./TextBytes.ts"

const EventData = Schema.fromJsonString(Schema.Struct({ data: Schema.Record(Schema.String, Schema.Json) }))
const decodeEvent = Schema.decodeOption(EventData)
const encodeRecord = Schema.encodeSync(Schema.fromJsonString(Schema.Json))

/** The text of the record in the JSON text of an event: the first member of its data. */
const recordIn = (json: string): string | undefined =>
  Option.match(decodeEvent(json), {
    onNone: () => undefined,
    onSome: ({ data }) => {
      const [record] = Object.values(data)
      return record === undefined ? undefined : encodeRecord(record)
    }
  })

/** Whether the event of an entry has the body of an answer, byte for byte. */
export const hasBody = (entry: JournalRecord, body: string): boolean => {
  // A larger event leaves long texts out.
  if (textBytes(body) > eventBytesMax) return false
  const event = appendedEvent(entry)
  return event !== undefined && recordIn(withSequence(event, 0).json) === body
}

/** The digest of a body. `bodyFrom` compares it. */
export const digestOfBody = fingerprintOf

const lost = new InternalError({
  message: "The stored answer cannot be read. The write was done; read the resource, and report the request id."
})

/** Reads the body with a digest from the JSON text of its event. */
export const bodyFrom = (json: string | undefined, digest: string): Effect.Effect<string, InternalError> => {
  const body = json === undefined ? undefined : recordIn(json)
  return body === undefined || digestOfBody(body) !== digest ? Effect.fail(lost) : Effect.succeed(body)
}
