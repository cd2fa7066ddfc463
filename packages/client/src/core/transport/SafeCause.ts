/**
 * The cause of a network error, as the error of a call may hold it: programs print errors with all that hangs on them.
 *
 * A cause that holds nothing but texts, numbers and further causes is kept as it is. One that holds a credential of the request, or an
 * object that may, such as a `Request`, is copied: its name, its message and the members about the reason.
 */
import * as Redacted from "effect/Redacted"
import type { TransportRequest } from "./Transport.ts"

/** The deepest chain of causes, and the most values, that are looked at. */
const depthMax = 5
const valuesMax = 200

/** The longest text that is copied. */
const textLengthMax = 500

/** The members of Node's errors about the reason. */
const members = ["code", "errno", "syscall", "hostname", "address", "port"]

/** Texts of a request that are secret. */
const secretsOf = ({ body, headers }: TransportRequest): ReadonlyArray<string> => {
  const token = headers["authorization"] ?? headers["x-auth-token"]
  return [
    ...(token === undefined ? [] : [token.replace("Bearer ", "")]),
    ...(body === undefined ? [] : [Redacted.value(body)])
  ]
}

/** Whether a value can be printed as it is. Getters are not called. */
const isPrintable = (value: unknown, secrets: ReadonlyArray<string>): boolean => {
  const seen = new Set<unknown>()
  const look = (part: unknown, depth: number): boolean => {
    if (typeof part === "string") return !secrets.some((secret) => part.includes(secret))
    if (typeof part !== "object" || part === null) return typeof part !== "function"
    if (seen.has(part)) return true
    seen.add(part)
    if (depth > depthMax || seen.size > valuesMax) return false
    const prototype: unknown = Object.getPrototypeOf(part)
    if (!(part instanceof Error || Array.isArray(part) || prototype === Object.prototype || prototype === null))
      return false
    // The stack repeats the message; in some versions of Node it is a getter.
    if (part instanceof Error && !look(part.stack, depth)) return false
    return Object.entries(Object.getOwnPropertyDescriptors(part)).every(
      ([name, { get, value: own }]) => name === "stack" || (get === undefined && look(own, depth + 1))
    )
  }
  return look(value, 0)
}

const textOf = (error: object, name: string): string => {
  const text: unknown = Reflect.get(error, name)
  return typeof text === "string" ? text.slice(0, textLengthMax) : ""
}

const copyOf = (error: unknown, secrets: ReadonlyArray<string>, depth = 0): unknown => {
  if (typeof error !== "object" || error === null || depth > depthMax) return undefined
  const hide = (text: string) => secrets.reduce((hidden, secret) => hidden.replaceAll(secret, "<redacted>"), text)
  const cause = copyOf(Reflect.get(error, "cause") ?? Reflect.get(error, "reason"), secrets, depth + 1)
  const copy = new Error(hide(textOf(error, "message")), cause === undefined ? undefined : { cause })
  copy.name = hide(textOf(error, "name"))
  copy.stack = `${copy.name}: ${copy.message}`
  for (const name of members) {
    const member: unknown = Reflect.get(error, name)
    if (typeof member === "string" || typeof member === "number") {
      Reflect.set(copy, name, typeof member === "string" ? hide(member) : member)
    }
  }
  return copy
}

/** The part of a cause that an error may hold. */
export const safeCause = (error: unknown, request: TransportRequest): unknown => {
  const secrets = secretsOf(request)
  return isPrintable(error, secrets) ? error : copyOf(error, secrets)
}
