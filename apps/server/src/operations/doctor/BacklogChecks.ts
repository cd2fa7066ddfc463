/**
 * The findings of `doctor` about work that waits: mails that are to be sent, files that are to be scanned, placements whose day is over, and
 * persons whose time is over. Pure; the clock is an argument.
 */
import { endOfDayMs } from "@partner-api/domain/CalendarDate"
import { mailDays } from "@partner-api/domain/Mail"
import type { Backlogs } from "../../store/diagnosis/Backlogs.ts"
import type { Finding } from "./Finding.ts"

/** Whether the servers send mails and scan files. */
export interface Workers {
  readonly hasMail: boolean
  readonly hasScanner: boolean
}

/** A relay is tried again after 1, 2, 4, 8 and 16 minutes; what waits for longer waits for the operator. */
const mailLateMs = 1_800_000

/** A scanner is tried again within five minutes. */
const scanLateMs = 900_000

/** A night's work begins 24 hours after the last one, up to an hour later, and takes its time. */
const retentionLateMs = 108_000_000

const counted = (count: number, noun: string): string =>
  `${count.toLocaleString("en")} ${noun}${count === 1 ? "" : "s"}`

/** The text about waiting items and the age of the oldest. */
const waitingFor = (count: number, noun: string, ageMs: number): string =>
  `${counted(count, noun)} waiting, the oldest for ${counted(Math.floor(ageMs / 60_000), "minute")}`

const mailsOf = ({ mails }: Backlogs, hasMail: boolean, nowMs: number): ReadonlyArray<Finding> => {
  const check = "mails"
  const { failed, oldestMs, waiting } = mails
  const ageMs = nowMs - (oldestMs ?? nowMs)
  const seen = [
    ...(waiting === 0 ? [] : [waitingFor(waiting, "mail", ageMs)]),
    ...(failed === 0 ? [] : [`${counted(failed, "mail")} given up in ${mailDays} days`])
  ].join("; ")
  if (seen === "") return []
  if (waiting > 0 && !hasMail)
    return [{ check, state: "look", seen, remedy: "Set SMTP_URL and MAIL_FROM and restart: no server sends mails." }]
  if (ageMs > mailLateMs)
    return [{ check, state: "look", seen, remedy: "The relay is away or refuses the login: read its log." }]
  return failed === 0
    ? [{ check, state: "good", seen }]
    : [
        {
          check,
          state: "look",
          seen,
          remedy:
            "The log of the relay says which it refused. The agency requests the link again, with a right address."
        }
      ]
}

const scansOf = ({ scans }: Backlogs, hasScanner: boolean, nowMs: number): ReadonlyArray<Finding> => {
  const check = "scans"
  const { oldestMs, waiting } = scans
  if (waiting === 0) return []
  const ageMs = nowMs - (oldestMs ?? nowMs)
  const seen = `${waitingFor(waiting, "file", ageMs)}: nobody can read them`
  if (!hasScanner) return [{ check, state: "look", seen, remedy: "Set SCAN_URL and restart: no server scans files." }]
  return ageMs > scanLateMs
    ? [{ check, state: "look", seen, remedy: "The scanner is away, or meets its limits: see docs/operators/scan.md." }]
    : [{ check, state: "good", seen }]
}

/** A server moves a placement on within a minute of the end of its day; a late one is a matter of days, so a few minutes are given. */
const placementLateMs = 600_000

const placementsOf = ({ placements }: Backlogs, nowMs: number): ReadonlyArray<Finding> => {
  const check = "placements"
  const { firstDay, waiting } = placements
  if (firstDay === undefined) return []
  const ageMs = nowMs - endOfDayMs(firstDay)
  const seen = waitingFor(waiting, "placement", ageMs)
  return ageMs > placementLateMs
    ? [
        {
          check,
          state: "look",
          seen: `${seen}: their fees are not due, or their guarantees not over`,
          remedy: "Look whether a server does the work between requests, and search its log for errors."
        }
      ]
    : [{ check, state: "good", seen }]
}

const retentionOf = ({ retention }: Backlogs, nowMs: number): ReadonlyArray<Finding> => {
  const check = "retention"
  const { oldestMs, organizations } = retention
  if (oldestMs === undefined) return []
  const ageMs = nowMs - oldestMs
  const seen = `${counted(organizations, "organization")} with retention_days, the last look ${counted(Math.floor(ageMs / 3_600_000), "hour")} ago`
  return ageMs > retentionLateMs
    ? [
        {
          check,
          state: "look",
          seen,
          remedy:
            "Persons are kept longer than they may be: a server must run at 02:00 UTC, and its log says what fails."
        }
      ]
    : [{ check, state: "good", seen }]
}

/** The findings about what waits; none where nothing does. */
export const backlogFindingsOf = (
  backlogs: Backlogs,
  { hasMail, hasScanner }: Workers,
  nowMs: number
): ReadonlyArray<Finding> => [
  ...mailsOf(backlogs, hasMail, nowMs),
  ...scansOf(backlogs, hasScanner, nowMs),
  ...placementsOf(backlogs, nowMs),
  ...retentionOf(backlogs, nowMs)
]
