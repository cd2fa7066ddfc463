/**
 * Writes the events of a client to a logger: a line for what happened, and its fields.
 *
 * The fields are those of the events, which hold no header, body, query or credential. A console prints them in the line itself.
 */
import * as Predicate from "effect/Predicate"
import type { ClientEvent } from "./ClientEvent.ts"

/** The fields of a line. */
export type LogFields = Readonly<Record<string, string | number>>

/** The logger of a client: `console` is one. */
export interface ClientLogger {
  readonly debug: (message: string, fields: LogFields) => void
  readonly info: (message: string, fields: LogFields) => void
  readonly warn: (message: string, fields: LogFields) => void
  readonly error: (message: string, fields: LogFields) => void
}

/** Whether a value can be logged to. */
export const isLogger = (given: unknown): given is ClientLogger =>
  Predicate.isObject(given) &&
  ["debug", "info", "warn", "error"].every((method) => typeof Reflect.get(given, method) === "function")

/** The levels from the fewest lines to the most. */
export const logLevels = ["off", "error", "warn", "info", "debug"] as const

/**
 * The level that is logged. `error`: failed calls. `warn`: also waits before retries. `info`: also calls that end well, and calls in a queue.
 * `debug`: also the start of calls, and requests.
 */
export type LogLevel = (typeof logLevels)[number]

type Level = Exclude<LogLevel, "off">

const lineOf = (event: ClientEvent): readonly [level: Level, message: string] => {
  const { operation } = event
  switch (event.type) {
    case "call_started":
      return ["debug", `${operation} started`]
    case "queued":
      return ["info", `${operation} waits for its turn`]
    case "request_sent":
      return ["debug", `${operation} sent`]
    case "request_ended":
      return ["debug", `${operation} answered ${event.status ?? event.error ?? ""}`]
    case "waiting":
      return ["warn", `${operation} is retried in ${event.waitMs} ms after ${event.error}`]
    case "call_ended":
      if (event.error === undefined) return ["info", `${operation} done in ${event.durationMs} ms`]
      // The program requested these.
      return [
        event.error === "Aborted" || event.error === "NotModified" ? "info" : "error",
        `${operation} failed: ${event.error}`
      ]
  }
}

/** The key of the text that the consoles of Node, Deno and Bun print in place of an object, which would have a line for each member. */
const inspected = Symbol.for("nodejs.util.inspect.custom")

const fieldsOf = (event: ClientEvent): LogFields => {
  const fields: LogFields = Object.fromEntries(
    Object.entries(event).flatMap(([name, value]) => (name === "type" || value === undefined ? [] : [[name, value]]))
  )
  return Object.defineProperty(fields, inspected, { value: () => JSON.stringify(fields) })
}

/** A listener that logs events up to a level. */
export const eventLog = (logger: ClientLogger, level: LogLevel) => {
  const least = logLevels.indexOf(level)
  return (event: ClientEvent): void => {
    const [its, message] = lineOf(event)
    if (logLevels.indexOf(its) <= least) logger[its](`partner-api: ${message}`, fieldsOf(event))
  }
}
