/**
 * Applications that were never confirmed (recruiting 6): which of them wait for their person, and which have ended. The service withdraws and erases them when
 * they have stood so for {@link unconfirmedDays} and {@link unconfirmedPersonDays}.
 */
import type { Application } from "./Application.ts"
import { unconfirmedDays, unconfirmedPersonDays } from "./Confirmation.ts"
import { dayMs } from "./StorageQuota.ts"

/** `WAITING` for its person, or `ENDED` with a person that is still to be erased. */
export type UnconfirmedKind = "WAITING" | "ENDED"

/** The status of an application that was never confirmed; none of another one, and none once its person is erased. */
export const unconfirmedKind = ({
  candidate,
  confirmed_at,
  state
}: Pick<Application, "candidate" | "confirmed_at" | "state">): UnconfirmedKind | undefined => {
  if (candidate === undefined || confirmed_at !== undefined) return undefined
  if (state === "UNCONFIRMED") return "WAITING"
  return state === "DECLINED" || state === "WITHDRAWN" ? "ENDED" : undefined
}

/** Since when the applications of a kind have stood so, at the latest, that are due now: in milliseconds. */
export const dueSinceMs = (kind: UnconfirmedKind, nowMs: number): number =>
  nowMs - (kind === "WAITING" ? unconfirmedDays : unconfirmedPersonDays) * dayMs
