/**
 * The findings of `doctor` about the bytes that clients store: the client that stores most, and clients near the quota. Pure; the clock is an argument.
 */
import { dayStartMs, mebibyte, nearQuotaShare } from "@partner-api/domain/StorageQuota"
import type { StoredBytesRow } from "../../store/diagnosis/Contents.ts"
import type { Finding } from "./Finding.ts"

/** The maximum number of clients that are named for a day; the rest is counted. */
const namedMax = 3

const mebibytes = (bytes: number): string => `${Math.ceil(bytes / mebibyte).toLocaleString("en")} MiB`

const named = (rows: ReadonlyArray<StoredBytesRow>): string =>
  [
    ...rows.slice(0, namedMax).map(({ bytes, client_id }) => `${client_id} ${mebibytes(bytes)}`),
    ...(rows.length > namedMax ? [`and ${rows.length - namedMax} more`] : [])
  ].join(", ")

/** The finding about the bytes that clients have stored in the last two days. `rows` has those who stored most first. */
export const storageFindingOf = (rows: ReadonlyArray<StoredBytesRow>, bytesMax: number, nowMs: number): Finding => {
  const today = dayStartMs(nowMs)
  const days = [
    ["today", rows.filter(({ day_at_ms }) => day_at_ms === today)],
    ["yesterday", rows.filter(({ day_at_ms }) => day_at_ms === dayStartMs(today - 1))]
  ] as const
  const clientsWhere = (of: (row: StoredBytesRow) => boolean): string =>
    days
      .flatMap(([day, all]) => {
        const some = all.filter(of)
        return some.length === 0 ? [] : [`${day} ${named(some)}`]
      })
      .join("; ")
  const near = clientsWhere(({ bytes }) => bytes >= nearQuotaShare * bytesMax)
  const quota = `the ${mebibytes(bytesMax)} that a client may store in one day`
  if (near !== "") {
    return {
      check: "storage",
      state: "look",
      seen: `clients near ${quota}: ${near}`,
      remedy:
        "Ask the partner what it writes. Set STORED_MIB_PER_DAY higher where that is right, or end it: partner-api clients revoke CLIENT."
    }
  }
  const most = clientsWhere(() => true)
  return {
    check: "storage",
    state: "good",
    seen: most === "" ? "no client has stored anything today or yesterday" : `stored of ${quota}: ${most}`
  }
}
