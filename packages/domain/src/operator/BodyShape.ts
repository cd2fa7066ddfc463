/**
 * The names and types of the members of a body, without any value: enough to see what a partner has sent, and nothing personal.
 *
 * A name is reported only where it looks like one: partners may send anything as a name, a secret or an address too.
 */
import * as Schema from "effect/Schema"

/** The type of a value of JSON. */
export const JsonType = Schema.Literals(["null", "boolean", "number", "string", "array", "object"])
export type JsonType = typeof JsonType.Type

/** A member of a body: where it is, and what it is. */
export const BodyMember = Schema.Struct({
  path: Schema.String.annotate({
    description:
      "JSON Pointer (RFC 6901) to the member; `*` stands for every item of an array, `?` for a name that is not shown",
    examples: ["/candidate/email"]
  }),
  type: JsonType.annotate({ description: "Its type", examples: ["string"] })
}).annotate({ identifier: "BodyMember", description: "A member of a body, without its value", "x-extension": true })
export type BodyMember = typeof BodyMember.Type

/** The most members that are reported of a body: the largest one of the contract has some dozens. */
export const membersMax = 64

/** The depth to which members are reported: that of the contract, and one more. */
export const shapeDepthMax = 5

/** The most items of an array that are looked at: the others are like them, or are named by the error. */
const itemsLookedAt = 3

/** A name as people write one: letters and underscores, no digits, which most secrets and identifiers have. */
const nameText = "[A-Za-z_]{1,40}"
const name = new RegExp(`^${nameText}$`)

/** A pointer whose segments are all reported, as they are in nearly every mistake. */
const loggedWhole = new RegExp(`^(?:/${nameText})*$`)

const typeOf = (value: unknown): JsonType => {
  if (value === null) return "null"
  if (Array.isArray(value)) return "array"
  switch (typeof value) {
    case "boolean":
      return "boolean"
    case "number":
      return "number"
    case "string":
      return "string"
    default:
      return "object"
  }
}

/** The name of a member, of a parameter or of a segment of a path for the log; `?` where it may be a value. */
export const loggedName = (text: string): string => (name.test(text) ? text : "?")

/** The value of a segment of a JSON Pointer (RFC 6901 §4). A logged name has no escape. */
const memberOf = (value: unknown, segment: string): unknown =>
  typeof value === "object" && value !== null ? Object.getOwnPropertyDescriptor(value, segment)?.value : undefined

/**
 * A JSON Pointer into a body, with {@link loggedName} of each segment. Positions in the arrays of the body stay; a number that names a member becomes `?`.
 */
export const loggedPointer = (pointer: string, body?: unknown): string => {
  if (loggedWhole.test(pointer)) return pointer
  const [start = "", ...segments] = pointer.split("/")
  let logged = start
  let value = body
  for (const segment of segments) {
    const isPosition = Array.isArray(value) && Number(segment) < value.length && /^\d+$/.test(segment)
    logged += `/${isPosition ? segment : loggedName(segment)}`
    value = memberOf(value, segment)
  }
  return logged
}

/** The members of a body, the outer ones first, each once. */
export const shapeOf = (body: unknown): ReadonlyArray<BodyMember> => {
  const found = new Map<string, BodyMember>()
  let level: ReadonlyArray<readonly [path: string, value: unknown]> = [["", body]]
  for (let depth = 0; depth < shapeDepthMax && level.length > 0; depth++) {
    const next: Array<readonly [path: string, value: unknown]> = []
    for (const [path, value] of level) {
      const type = typeOf(value)
      const key = `${path} ${type}`
      if (found.has(key) && type !== "object" && type !== "array") continue
      if (found.size >= membersMax) return [...found.values()]
      found.set(key, { path, type })
      if (Array.isArray(value)) {
        for (const item of value.slice(0, itemsLookedAt)) next.push([`${path}/*`, item])
      } else if (type === "object") {
        for (const [member, inner] of Object.entries(Object(value)).slice(0, membersMax)) {
          next.push([`${path}/${loggedName(member)}`, inner])
        }
      }
    }
    level = next
  }
  return [...found.values()]
}
