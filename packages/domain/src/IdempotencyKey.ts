/**
 * The key under which a partner repeats a request safely (decisions, Safe repetition): up to 255 printable ASCII characters, bare or
 * as a quoted string (the IETF draft has it quoted, most libraries send it bare). Both forms of one key are the same key.
 */
import * as Predicate from "effect/Predicate"
import { IdempotencyInProgress } from "./Errors.ts"

/** The longest key, in characters. */
export const idempotencyKeyMax = 255

/**
 * The longest body of an answer that is kept whole, in characters. A longer one is read from the event of its write where that has the same text:
 * below, the second read costs more than the copy.
 */
export const wholeAnswerLengthMax = 4_096

/** The time that an answer is kept: clients retry for less than a day. */
export const idempotencyLifetimeMs = 86_400_000

/** The maximum time that a repetition waits for the first request while that is running. */
export const idempotencyWaitMs = 5_000

/** The refusal of a repetition that has waited for as long. */
export const answerInProgress = new IdempotencyInProgress({
  message: "The first request with this Idempotency-Key is still running; send this one again in a moment."
})

const bare = /^[\x20-\x7e]+$/
const quoted = /^"((?:[\x20-\x21\x23-\x5b\x5d-\x7e]|\\["\\])*)"$/

/** Reads the value of the header; `undefined` when it is no key. */
export const readIdempotencyKey = (header: string): string | undefined => {
  const text = header.startsWith('"') ? quoted.exec(header)?.[1]?.replaceAll(/\\(["\\])/g, "$1") : header
  return text !== undefined && bare.test(text) && text.length <= idempotencyKeyMax ? text : undefined
}

/**
 * The same JSON in one form: members sorted by name, no white space. Two bodies that mean the same are the same request. Takes what a
 * reader of JSON has made, so nothing in it is deeper than the reader allows; a member that is undefined is left out.
 */
export const canonicalJson = (value: unknown): string => {
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join()}]`
  if (!Predicate.isObject(value)) return JSON.stringify(value)
  const members = Object.entries(value)
    .filter(([, member]) => member !== undefined)
    .toSorted(([left], [right]) => (left < right ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonicalJson(member)}`).join()}}`
}
