/**
 * The setting of the scanner of files. Without it no file is scanned.
 */
import { problem } from "@partner-api/domain/Problem"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { optional } from "./Setting.ts"

/** The address of clamd. */
export interface ScanSettings {
  readonly host: string
  readonly port: number
}

/** The port of clamd where it is not named. */
const clamdPort = 3_310

const placeOf = (text: string): ScanSettings | undefined => {
  const url = URL.parse(text)
  if (url === null || url.protocol !== "tcp:" || url.hostname === "" || url.username !== "" || url.password !== "")
    return undefined
  if ((url.pathname !== "" && url.pathname !== "/") || url.search !== "" || url.hash !== "") return undefined
  return { host: url.hostname.replaceAll(/^\[|\]$/g, ""), port: url.port === "" ? clamdPort : Number(url.port) }
}

const ScanUrl = Schema.String.check(
  Schema.makeFilter(
    (text: string) => placeOf(text) !== undefined,
    problem("format", "must be tcp://HOST:PORT, such as tcp://127.0.0.1:3310")
  )
)

/** The setting, as it is declared. */
export const scanSettings = {
  scanUrl: optional(
    "SCAN_URL",
    ScanUrl,
    "no scanner",
    "where clamd listens, which scans files of applications: tcp://HOST:PORT"
  )
}

/** Reads it. */
export const readScan: Config.Config<ScanSettings | undefined> = Config.map(scanSettings.scanUrl.config, (url) =>
  Option.getOrUndefined(Option.flatMap(url, (text) => Option.fromUndefinedOr(placeOf(text))))
)
