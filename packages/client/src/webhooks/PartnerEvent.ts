/**
 * The event of a webhook: a union on `type`, and its decoder.
 *
 * Decodes leniently, as the client decodes answers: members and types of a newer service are no error. Checks what every event has, and that
 * an event of a known type has its record; the members of a record are what the service has signed.
 */
import type { Event, PingEvent } from "../core/Model.ts"
import { eventRecords } from "./EventRecords.ts"
import { WebhookFailure } from "./WebhookError.ts"

/** An event of a type that is newer than this library. */
export interface UnknownEvent {
  /** Stands for every type that this library does not know: with a plain `string` here, no `case` would narrow the union. */
  readonly type: "unknown"
  /** The type as the service sent it. Example: `"job.archived"`. */
  readonly received_type: string
  readonly id: string
  readonly timestamp: string
  readonly organization_id: string
  readonly data: unknown
}

/** The event of a webhook. `switch (event.type)` discriminates the kinds. */
export type PartnerEvent = Event | PingEvent | UnknownEvent

type KnownEvent = Event | PingEvent

/** The members of every event. */
interface Envelope {
  readonly id: string
  readonly type: string
  readonly timestamp: string
  readonly organization_id: string
  readonly data: object
}

const records: Readonly<Record<KnownEvent["type"], string>> = { ...eventRecords, ping: "webhook_endpoint" }

const isObject = (value: unknown): value is object =>
  typeof value === "object" && value !== null && !Array.isArray(value)

const texts = ["id", "type", "timestamp", "organization_id"]

const isText = (value: object, name: string): boolean => typeof Reflect.get(value, name) === "string"

const isEnvelope = (value: object): value is Envelope =>
  texts.every((name) => isText(value, name)) && isObject(Reflect.get(value, "data"))

const isKnownType = (type: string): type is KnownEvent["type"] => Object.hasOwn(records, type)

const isKnown = (event: Envelope): event is KnownEvent =>
  isKnownType(event.type) && isObject(Reflect.get(event.data, records[event.type]))

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const refusal = (reason: string): WebhookFailure<"InvalidEvent"> =>
  new WebhookFailure("InvalidEvent", `The body is signed and is no event: ${reason}.`)

/** The event of a body, or why it is none. */
export const decodeEvent = (body: Uint8Array): PartnerEvent | WebhookFailure<"InvalidEvent"> => {
  const value = parsed(new TextDecoder().decode(body))
  if (!isObject(value)) return refusal("it is no JSON object")
  if (!isEnvelope(value)) {
    return refusal(`${texts.find((name) => !isText(value, name)) ?? "data"} is missing or of another type`)
  }
  if (isKnown(value)) return value
  if (isKnownType(value.type)) return refusal(`${value.type} needs data.${records[value.type]}`)
  return { ...value, type: "unknown", received_type: value.type }
}
