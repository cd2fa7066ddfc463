/**
 * An event in one line: when, what, which record, and the names of the members that changed. Values are left out, so a line holds nothing of
 * a person; the tools that get a record show them.
 *
 * A newer platform may send other types and records, and a platform may send anything: what does not look like a name is left out.
 */
import type { Event } from "@partner-api/client/effect"
import * as Predicate from "effect/Predicate"

/** A moment, a type, an id or a member's name; nothing that could reveal more. */
const name = /^[\w.:-]{1,64}$/

/** The most names that the text of an event has. */
const changedMax = 20

const isName = (value: unknown): value is string => Predicate.isString(value) && name.test(value)

/** The id of the record that an event is about: `job` of `job.closed`. Fees have that of their agency. */
const recordId = (type: string, data: Readonly<Record<PropertyKey, unknown>>): string => {
  const record = data[type.slice(0, type.indexOf("."))]
  const id = Predicate.isObject(record) ? (Reflect.get(record, "id") ?? Reflect.get(record, "agency_id")) : undefined
  return isName(id) ? ` ${id}` : ""
}

/** The numbers of records that an import has written. */
const countsOf = (data: Readonly<Record<PropertyKey, unknown>>): ReadonlyArray<string> => {
  const tally = data["import"]
  return Predicate.isObject(tally)
    ? ["created", "updated"].flatMap((noun) => {
        const count: unknown = Reflect.get(tally, noun)
        return Predicate.isNumber(count) ? [`${count} ${noun}`] : []
      })
    : []
}

/** The line of an event. */
export const lineOf = ({ data: given, timestamp, type }: Event): string => {
  const data: unknown = given
  if (!isName(timestamp) || !isName(type)) return "an event that this server does not know"
  if (!Predicate.isObject(data)) return `${timestamp} ${type}`
  const changed = Array.isArray(data["changed"]) ? data["changed"].filter(isName).slice(0, changedMax) : []
  const changes = [...countsOf(data), ...changed].join(", ")
  return `${timestamp} ${type}${recordId(type, data)}${changes === "" ? "" : `: ${changes}`}`
}
