/**
 * Reports that a call uses something deprecated, as the headers of its answer state: once for each method, to the hook of the options, else as one warning of
 * the process.
 *
 * Reads answers alone, so it knows what a newer service deprecates.
 */
import { readDeprecation } from "@partner-api/contract/DeprecationHeaders"
import { dayOf } from "@partner-api/domain/CalendarDate"
import * as Result from "effect/Result"
import { type ListenerOptions, warningOf } from "./Listener.ts"

/** A call that uses something deprecated: its method, or a member that it sends. */
export interface DeprecatedCall {
  /** The method that was called, such as `applications.transition`. */
  readonly operation: string
  /** Since which day, as `YYYY-MM-DD`. */
  readonly since: string
  /** From which day on it may be gone; absent where the service states no day. */
  readonly sunset: string | undefined
  /** The replacements: one sentence for each thing that is deprecated. */
  readonly replacements: ReadonlyArray<string>
  /** The address of the page about it. */
  readonly page: string | undefined
}

/** A deprecated call as one sentence. */
export const deprecationText = ({ operation, page, replacements, since, sunset }: DeprecatedCall): string =>
  [
    `${operation} uses what is deprecated since ${since}`,
    sunset === undefined ? "" : ` and may be gone from ${sunset} on`,
    replacements.length === 0 ? "." : `: ${replacements.join("; ")}.`,
    page === undefined ? "" : ` See ${page}`
  ].join("")

/** The methods that this process has warned of. */
const warned = new Set<string>()

/** Warns once for each method in a process, whatever the number of clients. */
const warnOnce =
  (options: ListenerOptions) =>
  (call: DeprecatedCall): void => {
    if (warned.has(call.operation)) return
    warned.add(call.operation)
    warningOf(options, deprecationText(call), { operation: call.operation })()
  }

/** Reads the headers of the answers of a client. An error of the hook fails no call. */
export const deprecationReader = (
  options: ListenerOptions & { readonly onDeprecation?: ((call: DeprecatedCall) => void) | undefined }
) => {
  const reported = new Set<string>()
  const report = options.onDeprecation ?? warnOnce(options)
  return (operation: string, headers: Readonly<Record<string, string>>): void => {
    if (headers["deprecation"] === undefined || reported.has(operation)) return
    const notice = readDeprecation(headers)
    if (notice === undefined) return
    reported.add(operation)
    const { page, replacements, sinceMs, sunsetMs } = notice
    const call: DeprecatedCall = {
      operation,
      since: dayOf(sinceMs),
      sunset: sunsetMs === undefined ? undefined : dayOf(sunsetMs),
      replacements,
      page
    }
    Result.try({ try: () => report(call), catch: () => undefined })
  }
}
