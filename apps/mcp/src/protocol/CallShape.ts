/**
 * The shape of a call that Effect's server refuses with "Invalid method parameters" alone: what is wrong with it, for the client's author.
 */
import * as Predicate from "effect/Predicate"

export type MessageId = string | number | null

/** The id of a message; null when it has none. */
export const idOf = (message: unknown): MessageId => {
  const id: unknown = Predicate.hasProperty(message, "id") ? message.id : null
  return typeof id === "string" || typeof id === "number" ? id : null
}

/** The problem of the arguments of a call as a whole; undefined for other messages. */
export const argumentsProblem = (message: unknown): string | undefined => {
  if (!Predicate.hasProperty(message, "method") || message.method !== "tools/call") return undefined
  if (!Predicate.hasProperty(message, "params") || !Predicate.hasProperty(message.params, "arguments")) return undefined
  const { arguments: given } = message.params
  if (given === null) return "params.arguments is null: leave it out where a tool needs no arguments, or send {}."
  if (Array.isArray(given)) return "params.arguments is an array: send an object with a member for each argument."
  return typeof given === "object"
    ? undefined
    : `params.arguments is a ${typeof given}: send the object itself, not its text, with a member for each argument.`
}
