/**
 * The log: one line of JSON on standard error for each event, made only of the events and fields of this file.
 *
 * Standard output belongs to the protocol. A message of a library or a defect may hold a secret, so it is logged as `other`, without
 * its text.
 */
import { writers } from "@partner-api/cli-kit/Output"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import type * as Layer from "effect/Layer"
import * as Logger from "effect/Logger"

/** The events. */
export type LogEvent =
  | "started"
  | "stopped"
  | "tool_call"
  | "tool_defect"
  | "resource_defect"
  | "prompt_defect"
  | "request_defect"
  | "bad_line"
  | "keys_unavailable"

/** The fields of an event: names and numbers of this program, and who called. Never any other input. */
export interface LogFields {
  readonly name?: string
  readonly kind?: string
  readonly address?: string
  readonly count?: number
  readonly tool?: string
  /** The id of the principal. */
  readonly caller?: string
  readonly outcome?: string
  readonly error?: string
  readonly ms?: number
}

class LogLine extends Data.Class<{ readonly event: LogEvent; readonly fields: LogFields }> {}

const plainName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/

/** A word that may come from elsewhere, such as the code of an error. */
export const plainWord = (word: string): string => (plainName.test(word) ? word : "unnamed")

/** The kind of a defect: the name of its class, if that is a plain name. Its message is never read. */
export const kindOf = (defect: unknown): string =>
  plainWord(defect instanceof Error ? defect.constructor.name : typeof defect)

/** Logs an event. */
export const logEvent = (event: LogEvent, fields: LogFields = {}): Effect.Effect<void> =>
  Effect.logInfo(new LogLine({ event, fields }))

const lineOf = ({ message, logLevel, date }: Logger.Options<unknown>): string => {
  const parts = Array.isArray(message) ? message : [message]
  const line = parts.find((part) => part instanceof LogLine)
  const { name, kind, address, count, tool, caller, outcome, error, ms } = line?.fields ?? {}
  return JSON.stringify({
    time: date.toISOString(),
    event: line?.event ?? "other",
    ...(line === undefined ? { level: logLevel } : { name, kind, address, count, tool, caller, outcome, error, ms })
  })
}

const loggerTo = (write: (line: string) => void) => Logger.make((options) => write(lineOf(options)))

/** Writes events with this function, one line at a time. */
export const layerWith = (write: (line: string) => void): Layer.Layer<never> => Logger.layer([loggerTo(write)])

/** Writes events to standard error. */
export const layer: Layer.Layer<never> = Logger.layer([
  Effect.map(writers, ({ printNoticeNow }) => loggerTo(printNoticeNow))
])
