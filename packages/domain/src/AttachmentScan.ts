/**
 * The course of a file that waits for a scanner (recruiting 5, Scan): the verdict that ends the wait, and the time of the next attempt. A file that no scanner
 * has read whole is never `CLEAN`.
 *
 * Scans nothing.
 */
import type { ScanStatus } from "./Attachment.ts"
import { dayMs } from "./StorageQuota.ts"

/**
 * The outcome of one attempt to scan a file. `exceeded`: the scanner has met a limit of its own and has not read all of the file. `failed`: there is no verdict.
 */
export type ScanOutcome = "clean" | "rejected" | "exceeded" | "failed"

/** The status of a file after its verdict. */
export type Scanned = Extract<ScanStatus, "CLEAN" | "REJECTED">

/**
 * The time that a file waits that exceeds a limit of the scanner, in milliseconds: its operator has a day to raise the limit. Then the file is rejected, since a
 * file that is made to exceed it, such as an archive in an archive in an archive, would be tried for ever.
 */
export const exceededMaxMs = dayMs

/** The first time between two attempts, in milliseconds, and the longest. A scanner that is back finds its files within five minutes. */
const retryFirstMs = 5_000
const retryMaxMs = 300_000

/** The status that an outcome gives to a file of an age; none where the file waits on. */
export const scannedBy = (outcome: ScanOutcome, ageMs: number): Scanned | undefined => {
  switch (outcome) {
    case "clean":
      return "CLEAN"
    case "rejected":
      return "REJECTED"
    case "exceeded":
      return ageMs >= exceededMaxMs ? "REJECTED" : undefined
    case "failed":
      return undefined
  }
}

/** When a file is tried again after this many attempts, in milliseconds from now. It is tried for as long as it is there. */
export const scanRetryMs = (attempts: number): number =>
  Math.min(retryMaxMs, retryFirstMs * 2 ** Math.min(attempts - 1, 10))
