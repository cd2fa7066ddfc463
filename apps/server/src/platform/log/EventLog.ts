/**
 * The log of what is no answer: the start, warnings, faults. An event of a request has the request's id, by which it is found beside the
 * answer. Standard error has all of it but the line of the start, which is a result.
 */
import { printNow, screens, writers } from "@partner-api/cli-kit/Output"
import { CurrentRequest } from "@partner-api/service/http/RequestContext"
import * as Clock from "effect/Clock"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as EffectLogLevel from "effect/LogLevel"
import * as Logger from "effect/Logger"
import * as References from "effect/References"
import { type EventLevel, isWritten, type LogEvent, type LogLevel, type LogSettings, makeLine } from "./LogEvent.ts"

const effectLevels: Readonly<Record<LogLevel, EffectLogLevel.LogLevel>> = {
  debug: "Debug",
  info: "Info",
  warn: "Warn",
  error: "Error",
  none: "None"
}

const levelOf = (level: EffectLogLevel.LogLevel): EventLevel => {
  switch (level) {
    case "Fatal":
    case "Error":
      return "error"
    case "Warn":
      return "warn"
    case "Info":
      return "info"
    default:
      return "debug"
  }
}

const textOf = (message: unknown): string =>
  typeof message === "string"
    ? message
    : Array.isArray(message)
      ? message.map(textOf).join(": ")
      : JSON.stringify(message)

/** The event that Effect's logger gets. */
const eventOf = (options: Logger.Options<unknown>): LogEvent => {
  const { cause, message } = Logger.formatStructured.log(options)
  const request = Context.getOrUndefined(options.fiber.context, CurrentRequest)
  const members = {
    message: textOf(message),
    cause,
    request_id: request?.id,
    trace_id: request?.traceId
  }
  return {
    atMs: options.date.getTime(),
    level: levelOf(options.logLevel),
    members,
    pieces: () => [
      { text: members.message },
      ...(cause === undefined ? [] : [{ text: ` ${cause}` }]),
      ...(request === undefined ? [] : [{ text: `  ${request.id}`, style: "dim" as const }])
    ]
  }
}

/** Writes events to standard error, those of the level and above. */
export const layer = ({ format, level }: LogSettings): Layer.Layer<never> => {
  const logger = Effect.gen(function* () {
    const { printNoticeNow } = yield* writers
    const lineOf = makeLine(format, (yield* screens).notices)
    return Logger.make((options) => printNoticeNow(lineOf(eventOf(options))))
  })
  return Layer.merge(Logger.layer([logger]), Layer.succeed(References.MinimumLogLevel, effectLevels[level]))
}

/** Prints a line of the start. */
export const announce = Effect.fnUntraced(function* ({ format, level }: LogSettings, message: string) {
  if (!isWritten("info", level)) return
  const atMs = yield* Clock.currentTimeMillis
  const lineOf = makeLine(format, (yield* screens).results)
  yield* printNow([lineOf({ atMs, level: "info", members: { message }, pieces: () => [{ text: message }] })])
})
