/**
 * The receivers of the events of a client: the listener of its options, its hooks, and its logger.
 *
 * An error of one of them fails no call, and is not heard by the others.
 */
import * as Result from "effect/Result"
import type { ClientEvent, RequestEnded, RequestSent } from "./ClientEvent.ts"
import { type ClientLogger, eventLog, type LogFields, type LogLevel } from "./EventLog.ts"

/** The events of a client, and their listener. */
export interface Hearing {
  readonly onEvent?: ((event: ClientEvent) => void) | undefined
  readonly onRequest?: ((request: RequestSent) => void) | undefined
  readonly onResponse?: ((response: RequestEnded) => void) | undefined
  readonly logger?: ClientLogger | undefined
  readonly logLevel?: LogLevel | undefined
}

/** The level of a logger without one: what somebody may have to do something about. */
const logLevelDefault: LogLevel = "warn"

const logOf = ({ logger, logLevel }: Hearing): ((event: ClientEvent) => void) | undefined =>
  (logger === undefined && logLevel === undefined) || logLevel === "off"
    ? undefined
    : eventLog(logger ?? globalThis.console, logLevel ?? logLevelDefault)

/** Logs a warning about the client itself: to its logger at its level; without either to `console`. */
export const warningOf =
  ({ logger = globalThis.console, logLevel = logLevelDefault }: Hearing, message: string, fields: LogFields) =>
  (): void => {
    if (logLevel === "off" || logLevel === "error") return
    Result.try({ try: () => logger.warn(`partner-api: ${message}`, fields), catch: () => undefined })
  }

/** The listener of a client; none when nobody hears, so that no event is made. */
export const listenerOf = (hearing: Hearing): ((event: ClientEvent) => void) | undefined => {
  const { onEvent, onRequest, onResponse } = hearing
  const hooks =
    onRequest === undefined && onResponse === undefined
      ? undefined
      : (event: ClientEvent): void => {
          if (event.type === "request_sent") onRequest?.(event)
          if (event.type === "request_ended") onResponse?.(event)
        }
  const hearers = [onEvent, hooks, logOf(hearing)].filter((hear) => hear !== undefined)
  if (hearers.length === 0) return undefined
  return (event) => {
    for (const hear of hearers) Result.try({ try: () => hear(event), catch: () => undefined })
  }
}
