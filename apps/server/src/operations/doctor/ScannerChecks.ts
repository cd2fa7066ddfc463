/**
 * The findings of `doctor` about the scanner of files: whether it answers, whether it takes the largest file, and whether it reports what it does not read whole. Sends it
 * two files of its own, which have nothing of anybody.
 */
import * as Effect from "effect/Effect"
import type { ScanSettings } from "../../platform/ScanSettings.ts"
import { examine, type ScannerHealth } from "../../scan/ClamdScanner.ts"
import type { Finding } from "./Finding.ts"

const check = "scanner"

/** The finding about a scanner from what it made of both files. */
export const scannerFindingOf = ({ host, port }: ScanSettings, { largest, nested }: ScannerHealth): Finding => {
  const name = `the scanner at ${host}:${port}`
  if (nested === "failed") {
    return {
      check,
      state: "bad",
      seen: `${name} does not answer: files stay PENDING, and nobody can read them`,
      remedy:
        "Start clamd, see that TCPSocket and TCPAddr are set, and check SCAN_URL. It needs a minute to read its signatures."
    }
  }
  if (nested !== "exceeded") {
    return {
      check,
      state: "bad",
      seen: `${name} answers OK for what it does not read whole: files stay PENDING, since its verdicts do not count`,
      remedy: "Set AlertExceedsMax yes and ScanArchive yes in clamd.conf, and restart clamd."
    }
  }
  return largest === "clean"
    ? { check, state: "good", seen: `${name} takes the largest file, and reports what it does not read whole` }
    : {
        check,
        state: "bad",
        seen: `${name} does not take a file of 10 MiB: large files stay PENDING for a day and are rejected then`,
        remedy: "Set StreamMaxLength, MaxFileSize and MaxScanSize to 25M or more in clamd.conf, and restart clamd."
      }
}

/** Asks the scanner of the settings. */
export const checkScanner = (scan: ScanSettings | undefined): Effect.Effect<Finding> =>
  scan === undefined
    ? Effect.succeed({ check, state: "good", seen: "off; SCAN_URL turns it on" })
    : Effect.map(examine(scan), (health) => scannerFindingOf(scan, health))
