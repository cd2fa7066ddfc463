/**
 * The receivers of the events of a client: the listener of its options, its hooks, and its logger.
 *
 * An error of one of them fails no call, and does not reach the others.
 */
import * as Result from "effect/Result"
import type { ClientEvent, RequestEnded, RequestSent } from "./ClientEvent.ts"
import { type ClientLogger, eventLog, type LogFields, type LogLevel } from "./EventLog.ts"

/** The events of a client, and their listener. */
export interface ListenerOptions {
  readonly onEvent?: ((event: ClientEvent) => void) | undefined
  readonly onRequest?: ((request: RequestSent) => void) | undefined
  readonly onResponse?: ((response: RequestEnded) => void) | undefined
  readonly logger?: ClientLogger | undefined
  readonly logLevel?: LogLevel | undefined
}

/** The level of a logger without one: what somebody may have to do something about. */
const logLevelDefault: LogLevel = "warn"

const logOf = ({ logger, logLevel }: ListenerOptions): ((event: ClientEvent) => void) | undefined =>
  (logger === undefined && logLevel === undefined) || logLevel === "off"
    ? undefined
    : eventLog(logger ?? globalThis.console, logLevel ?? logLevelDefault)

/** Logs a warning about the client itself: to its logger at its level; without either to `console`. */
export const warningOf =
  ({ logger = globalThis.console, logLevel = logLevelDefault }: ListenerOptions, message: string, fields: LogFields) =>
  (): void => {
    if (logLevel === "off" || logLevel === "error") return
    Result.try({ try: () => logger.warn(`partner-api: ${message}`, fields), catch: () => undefined })
  }

/** The listener of a client; none when nobody hears, so that no event is made. */
export const listenerOf = (options: ListenerOptions): ((event: ClientEvent) => void) | undefined => {
  const { onEvent, onRequest, onResponse } = options
  const hooks =
    onRequest === undefined && onResponse === undefined
      ? undefined
      : (event: ClientEvent): void => {
          if (event.type === "request_sent") onRequest?.(event)
          if (event.type === "request_ended") onResponse?.(event)
        }
  const listeners = [onEvent, hooks, logOf(options)].filter((listener) => listener !== undefined)
  if (listeners.length === 0) return undefined
  return (event) => {
    for (const listener of listeners) Result.try({ try: () => listener(event), catch: () => undefined })
  }
}
