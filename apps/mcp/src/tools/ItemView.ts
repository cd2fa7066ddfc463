/**
 * Items of the platform in results: every member with any value, without those that are empty.
 *
 * A newer platform may send values that the contract does not know, and a result must not fail for that. Published schemas name only the
 * members that are always there: every conversation carries them, and the others speak for themselves.
 */
import * as Schema from "effect/Schema"
import type { PlainSchema } from "../protocol/tool/Arguments.ts"

/** A thing as JSON. */
export interface Item {
  readonly [member: string]: unknown
}

/** The schema of a thing that has these members, texts, and any others. */
export const briefSchema = (required: ReadonlyArray<string>): PlainSchema<Item> =>
  Schema.make<PlainSchema<Item>>(
    Schema.StructWithRest(Schema.Struct(Object.fromEntries(required.map((name) => [name, Schema.String]))), [
      Schema.Record(Schema.String, Schema.Unknown)
    ]).ast
  )

const isEmpty = (value: unknown): boolean =>
  value === undefined || value === null || value === "" || (Array.isArray(value) && value.length === 0)

/** A thing without its empty members. */
export const compact = (item: object, required: ReadonlyArray<string>): Item =>
  Object.fromEntries(Object.entries(item).filter(([name, value]) => required.includes(name) || !isEmpty(value)))

/** The number of characters of a value in JSON. */
const sizeOf = (value: unknown): number => JSON.stringify(value)?.length ?? 0

/** The quotes or brackets around a value, and the comma after it. */
const frameCharacters = 3

/** As much of a text as fits, without half a pair at its end. */
const cutText = (text: string, charactersMax: number): string => {
  let left = charactersMax - frameCharacters
  let end = 0
  for (const character of text) {
    left -= sizeOf(character) - 2
    if (left < 0) break
    end += character.length
  }
  return text.slice(0, end)
}

/** Whole entries as long as they fit; the first that does not is cut. */
const cutList = (entries: ReadonlyArray<unknown>, charactersMax: number): ReadonlyArray<unknown> => {
  const shown = Array<unknown>()
  let left = charactersMax - frameCharacters
  for (const entry of entries) {
    const size = sizeOf(entry) + 1
    if (size > left) return shown.length === 0 && left > frameCharacters ? [cut(entry, left)] : shown
    shown.push(entry)
    left -= size
  }
  return shown
}

/** Each member gets an equal share; what the short ones leave of theirs goes to the long ones, so only those are cut. */
const cutMembers = (item: object, charactersMax: number): Item => {
  const members = Object.entries(item).map(([name, value]) => ({ name, value, size: sizeOf(value) }))
  const names = members.reduce((total, { name }) => total + sizeOf(name) + 2, frameCharacters)
  let left = Math.max(0, charactersMax - names)
  const shown = new Map<string, unknown>()
  for (const [index, { name, value, size }] of members.toSorted((one, other) => one.size - other.size).entries()) {
    const share = Math.floor(left / (members.length - index))
    const part = size <= share ? value : cut(value, share)
    shown.set(name, part)
    left -= Math.min(left, sizeOf(part))
  }
  return Object.fromEntries(members.map(({ name }) => [name, shown.get(name)]))
}

const cut = (value: unknown, charactersMax: number): unknown => {
  if (typeof value === "string") return cutText(value, charactersMax)
  if (Array.isArray(value)) return cutList(value, charactersMax)
  return typeof value === "object" && value !== null ? cutMembers(value, charactersMax) : value
}

/** Cuts an item that is too large to be shown whole, and marks it as cut. */
export const shorten = (item: Item, charactersMax: number): Item =>
  cutMembers({ ...item, truncated: true }, charactersMax)
