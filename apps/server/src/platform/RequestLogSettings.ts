/**
 * The settings of the request log: whether it is kept, and how much of it.
 */
import * as Config from "effect/Config"
import * as Schema from "effect/Schema"
import { integer, withDefault } from "./Setting.ts"

/** The settings of the request log. */
export interface RequestLogSettings {
  readonly isOn: boolean
  /** The maximum number of requests. */
  readonly rowsMax: number
  /** The days that requests are kept. */
  readonly days: number
}

/** Fewer requests are seconds of a busy server: nobody would find theirs. */
const rowsLeast = 1_000

/** About two gigabytes. */
const rowsMost = 9_999_999

/** Longer than partners ask about one request: the journal has the changes. */
const daysMost = 90

/** The settings, as they are declared. */
export const requestLogSettings = {
  requestLog: withDefault(
    "REQUEST_LOG",
    Schema.Literals(["on", "off"]),
    "on",
    "whether requests are kept for operators, without any value of them: on, off"
  ),
  requestLogMax: withDefault(
    "REQUEST_LOG_MAX",
    integer(rowsLeast, rowsMost),
    "1000000",
    "the maximum number of requests in the request log"
  ),
  requestLogDays: withDefault("REQUEST_LOG_DAYS", integer(1, daysMost), "7", "how many days the request log goes back")
}

/** Reads them. */
export const readRequestLog: Config.Config<RequestLogSettings> = Config.all({
  requestLog: requestLogSettings.requestLog.config,
  rowsMax: requestLogSettings.requestLogMax.config,
  days: requestLogSettings.requestLogDays.config
}).pipe(
  Config.map(({ days, requestLog, rowsMax }) => ({
    isOn: requestLog === "on",
    rowsMax: Number(rowsMax),
    days: Number(days)
  }))
)
