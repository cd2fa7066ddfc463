/**
 * Commands that change placements (recruiting 8): the hire makes one, the actions move it on, and the service starts and completes it.
 *
 * All pure: the present comes in as an argument. Amounts are settled in `commands/Settlement.ts`; what a cancellation does to the application and to the count of
 * the job stands with those.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import type { AgencyFees } from "../AgencyFees.ts"
import type { Application, Hire } from "../Application.ts"
import type { ActiveState } from "../ApplicationState.ts"
import type { AuditAction } from "../Audit.ts"
import { dayOf, daysAfter, daysBetween } from "../CalendarDate.ts"
import { Conflict, InvalidTransition, UnprocessableEntity } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofPlacement } from "../Journal.ts"
import {
  type Placement,
  type PlacementId,
  type PlacementTransition,
  personalMembersOfPlacement,
  type StoredPlacement
} from "../Placement.ts"
import type { PlacementStatuses } from "../PlacementHistory.ts"
import { dueAction, nextPlacementStatus, type PlacementAction, possibleActions } from "../PlacementStatus.ts"
import type { ProblemCode } from "../Problem.ts"
import { guaranteeEndOf } from "../Refund.ts"
import { timeOfChange } from "../RecordTimes.ts"
import { timestampFromMillis, timestampToMillis } from "../Timestamp.ts"
import { isSettled, maySettle, refundOfPlacement, settled } from "./Settlement.ts"

/** The days by which a start may lie before or after today: two years. */
export const startDaysMax = 730

/** The entry that each action leaves in the journal. */
const actionEntries = {
  reschedule: "placement.rescheduled",
  start: "placement.started",
  cancel: "placement.cancelled",
  fall_off: "placement.fell_off",
  complete: "placement.completed",
  settle: "placement.settled"
} as const satisfies Record<PlacementAction, AuditAction>

/** The terms of a hire beside the hire: what is agreed with the fees of the agency. */
export type PlacementTerms = Pick<AgencyFees, "guarantee" | "paymentTermsDays">

const statusesOf = ({ settlement, status }: Placement): PlacementStatuses => ({
  status,
  ...(settlement === undefined ? {} : { settlement_status: settlement.status })
})

/** The name of the person of an application. */
const nameOf = ({ candidate }: Application): Pick<Placement, "candidate_name"> =>
  candidate === undefined ? {} : { candidate_name: `${candidate.first_name} ${candidate.last_name}` }

/** The members that a placement has of its hire. */
const membersOfHire = (hire: Hire) => ({
  ...Struct.pick(hire, ["start_date", "base_salary_cents", "currency", "fee"]),
  fee_base_cents: hire.fee_base_cents ?? hire.base_salary_cents,
  ...(hire.fee_amount_cents === undefined ? {} : { fee_amount_cents: hire.fee_amount_cents })
})

/** The facts that a placement is made of. */
export interface PlacementOrigin {
  readonly id: PlacementId
  readonly application: Application
  readonly hire: Hire
  readonly nowMs: number
}

/** The placement of a hire that waits for its start. */
const awaiting = (
  { application, hire, id, nowMs }: PlacementOrigin,
  { guarantee, paymentTermsDays = 0 }: PlacementTerms,
  hiredFrom: ActiveState | undefined
): StoredPlacement => {
  const now = timestampFromMillis(nowMs)
  return {
    placement: {
      id,
      application_id: application.id,
      ...Struct.pick(application, ["job_id", "agency_id"]),
      ...nameOf(application),
      status: "AWAITING_START",
      ...membersOfHire(hire),
      ...(guarantee === undefined ? {} : { guarantee, guarantee_ends_on: guaranteeEndOf(hire.start_date, guarantee) }),
      settlement: { status: "NOT_DUE", at: now },
      version: 1,
      created_at: now,
      updated_at: now
    },
    paymentTermsDays,
    hiredFrom,
    erasureRequestedMs: undefined
  }
}

const created = (organizationId: OrganizationId, next: StoredPlacement): Decision<StoredPlacement> => {
  const { placement } = next
  const entry = {
    organizationId,
    action: "placement.created",
    resource_id: placement.id,
    agency_id: placement.agency_id,
    changed: Struct.keys(placement),
    after: statusesOf(placement)
  } as const
  return { next, entries: [ofPlacement(entry, placement)] }
}

/** Makes the placement of a hire. */
export const placeHire = (
  organizationId: OrganizationId,
  origin: PlacementOrigin,
  terms: PlacementTerms,
  hiredFrom: ActiveState
): Decision<StoredPlacement> => created(organizationId, awaiting(origin, terms, hiredFrom))

/** The status in which the placement of an imported hire begins: one whose start is ahead waits for it. */
export const importedStatus = (
  { start_date }: Pick<Hire, "start_date">,
  nowMs: number
): "AWAITING_START" | "COMPLETED" => (start_date > dayOf(nowMs) ? "AWAITING_START" : "COMPLETED")

/**
 * The placement of an imported hire. One that has started is `COMPLETED`, without guarantee and settlement, which ran elsewhere; one whose start is ahead waits for
 * it, and is settled here.
 */
export const importedPlacement = (origin: PlacementOrigin): StoredPlacement => {
  const stored = awaiting(origin, {}, undefined)
  const status = importedStatus(origin.hire, origin.nowMs)
  return status === "AWAITING_START"
    ? stored
    : { ...stored, placement: { ...Struct.omit(stored.placement, ["settlement"]), status } }
}

/** The placement of an imported hire, with its entry. */
export const importPlacement = (organizationId: OrganizationId, origin: PlacementOrigin): Decision<StoredPlacement> =>
  created(organizationId, importedPlacement(origin))

/** An action on a placement; `complete` is the service's. */
export type PlacementCommand = PlacementTransition | { readonly action: "complete" }

export type PlacementError = InvalidTransition | Conflict | UnprocessableEntity

const wrong = (member: string, code: ProblemCode, message: string): UnprocessableEntity =>
  new UnprocessableEntity({
    message: "The action does not fit the placement.",
    details: [{ in: "body", path: `/${member}`, code, message }]
  })

/** The refusal of an action that status and day do not allow. It lists the allowed actions. */
const notPossible = (placement: Placement, action: PlacementAction, today: string): InvalidTransition => {
  const possible = [...possibleActions(placement, today), ...(maySettle(placement) ? ["settle"] : [])]
  return new InvalidTransition({
    message: `The action ${action} is not possible in the status ${placement.status} on ${today}.`,
    details: [
      {
        in: "body",
        path: "/action",
        code: "not_allowed",
        message:
          possible.length === 0
            ? `must be none: no action is possible in ${placement.status}`
            : `must be one of ${possible.join(", ")}`
      }
    ]
  })
}

/** The problem of the day of a start: too far from today. */
export const startProblem = (startDate: string, today: string): string | undefined =>
  Math.abs(daysBetween(today, startDate)) <= startDaysMax
    ? undefined
    : `must be from ${daysAfter(today, -startDaysMax)} to ${daysAfter(today, startDaysMax)}`

/** The placement with its start on another day, which the guarantee follows. */
const rescheduled = (
  placement: Placement,
  startDate: string,
  today: string
): Result.Result<Placement, UnprocessableEntity> => {
  const problem = startProblem(startDate, today)
  if (problem !== undefined) return Result.fail(wrong("start_date", "range", problem))
  const { guarantee } = placement
  return Result.succeed({
    ...placement,
    start_date: startDate,
    ...(guarantee === undefined ? {} : { guarantee_ends_on: guaranteeEndOf(startDate, guarantee) })
  })
}

/** A placement, with what was agreed about it. */
type Agreed = Pick<StoredPlacement, "placement" | "paymentTermsDays">

/** A settlement becomes due with the start. */
const started = (stored: Agreed): Placement => {
  const { paymentTermsDays, placement } = stored
  const { settlement, start_date } = placement
  return settlement?.status === "NOT_DUE"
    ? { ...placement, settlement: { ...settlement, status: "DUE", due_on: daysAfter(start_date, paymentTermsDays) } }
    : placement
}

const paidConflict = new Conflict({
  message:
    "The fee of this placement is PAID. Settle it to REFUNDED first: cancelling would lose that the money is owed back."
})

/** Nothing is owed for a hire that is undone; what was paid must be paid back before. */
const cancelled = (placement: Placement, reason: string): Result.Result<Placement, Conflict> => {
  const { settlement } = placement
  if (settlement?.status === "PAID") return Result.fail(paidConflict)
  return Result.succeed({
    ...placement,
    reason,
    ...(settlement === undefined || settlement.status === "REFUNDED"
      ? {}
      : { settlement: { ...settlement, status: "VOID" as const } })
  })
}

/** The person left on a day from the start to the last of the guarantee, and not in the future. */
const fellOff = (
  placement: Placement,
  { on, reason }: Extract<PlacementTransition, { readonly action: "fall_off" }>,
  today: string
): Result.Result<Placement, UnprocessableEntity> => {
  const { guarantee_ends_on = today, start_date } = placement
  const last = guarantee_ends_on < today ? guarantee_ends_on : today
  if (on < start_date || on > last) {
    return Result.fail(wrong("on", "range", `must be from ${start_date} to ${last}`))
  }
  const next: Placement = { ...placement, fell_off_on: on, reason }
  const refund_cents = refundOfPlacement(next)
  return Result.succeed({ ...next, ...(refund_cents === undefined ? {} : { refund_cents }) })
}

/** The members that an action sets, without the status. */
const membersAfter = (
  stored: Agreed,
  command: Exclude<PlacementCommand, { readonly action: "settle" }>,
  today: string
): Result.Result<Placement, PlacementError> => {
  const { placement } = stored
  switch (command.action) {
    case "reschedule":
      return rescheduled(placement, command.start_date, today)
    case "start":
      return Result.succeed(started(stored))
    case "cancel":
      return cancelled(placement, command.reason)
    case "fall_off":
      return fellOff(placement, command, today)
    case "complete":
      return Result.succeed(placement)
  }
}

/** A settlement whose status changed has the moment of the change. */
const withMoment = (before: Placement, after: Placement, at: Placement["updated_at"]): Placement =>
  after.settlement === undefined || after.settlement.status === before.settlement?.status
    ? after
    : { ...after, settlement: { ...after.settlement, at } }

/** The names of the members that differ. */
const changedMembers = (before: Placement, after: Placement): ReadonlyArray<string> =>
  Struct.keys(after).filter(
    (name) =>
      name !== "version" && name !== "updated_at" && JSON.stringify(after[name]) !== JSON.stringify(before[name])
  )

/** The placement after an action, without its version and its time. */
const acted = (
  stored: Agreed,
  command: PlacementCommand,
  today: string,
  now: Placement["updated_at"]
): Result.Result<Placement, PlacementError> => {
  const { placement } = stored
  if (command.action === "settle") return settled(placement, command, now)
  const status = nextPlacementStatus(placement, command.action, today)
  if (status === undefined) return Result.fail(notPossible(placement, command.action, today))
  return Result.map(membersAfter(stored, command, today), (after) => withMoment(placement, { ...after, status }, now))
}

/** The placement after an action. Checks status and day first, then what the action needs. */
export const placementAfter = (
  stored: Agreed,
  command: PlacementCommand,
  nowMs: number
): Result.Result<Placement, PlacementError> => {
  const { placement } = stored
  const now = timeOfChange(placement.updated_at, nowMs)
  return Result.map(acted(stored, command, dayOf(nowMs), now), (after) => ({
    ...after,
    version: placement.version + 1,
    updated_at: now
  }))
}

/** Takes an action on a placement. */
export const movePlacement = (
  organizationId: OrganizationId,
  stored: StoredPlacement,
  command: PlacementCommand,
  nowMs: number
): Result.Result<Decision<StoredPlacement>, PlacementError> => {
  const { placement } = stored
  return Result.map(placementAfter(stored, command, nowMs), (next) => {
    const entry = {
      organizationId,
      action: actionEntries[command.action],
      resource_id: placement.id,
      agency_id: placement.agency_id,
      changed: changedMembers(placement, next),
      before: statusesOf(placement),
      after: statusesOf(next)
    } as const
    return { next: { ...stored, placement: next }, entries: [ofPlacement(entry, next)] }
  })
}

/** Moves a placement on its days without a request: one step, where one is due. */
export const movePlacementOn = (
  organizationId: OrganizationId,
  stored: StoredPlacement,
  nowMs: number
): Decision<StoredPlacement> => {
  const action = dueAction(stored.placement, dayOf(nowMs))
  const nothing = { next: stored, entries: [] }
  return action === undefined
    ? nothing
    : Result.getOrElse(movePlacement(organizationId, stored, { action }, nowMs), () => nothing)
}

/** The years after the hire in which a placement holds the name of an erased person at most: the records of a fee are kept so long. */
export const holdYearsMax = 10

/** The moment from which on a placement holds no name, whatever its status is, in milliseconds. */
export const holdEndMs = ({ created_at }: Placement): number =>
  timestampToMillis(created_at) + holdYearsMax * 365.25 * 86_400_000

/** Whether a placement holds the name of its person against an erasure (GDPR, Art. 17(3)): until it is settled and out of its guarantee. */
export const holdsPerson = (placement: Placement, nowMs: number): boolean =>
  nowMs < holdEndMs(placement) &&
  (placement.status === "AWAITING_START" || placement.status === "IN_GUARANTEE" || !isSettled(placement))

/** Whether a placement has anything personal. */
export const isPersonalPlacement = ({ candidate_name, reason, settlement }: Placement): boolean =>
  candidate_name !== undefined || reason !== undefined || settlement?.reason !== undefined

/** Erases the name that a placement holds, where it need not hold it any more. */
export const releasePlacement = (stored: StoredPlacement, nowMs: number): StoredPlacement =>
  stored.erasureRequestedMs === undefined || holdsPerson(stored.placement, nowMs)
    ? stored
    : erasePlacement(stored, nowMs)

/**
 * Erases the person of a placement. One that holds the person keeps the name alone, and when the erasure was requested. Writes no entry: the entry of the application
 * records the erasure.
 */
export const erasePlacement = (stored: StoredPlacement, nowMs: number): StoredPlacement => {
  const { placement } = stored
  const { settlement } = placement
  const isHeld = holdsPerson(placement, nowMs)
  const without = Struct.omit(placement, isHeld ? ["reason"] : personalMembersOfPlacement)
  return {
    ...stored,
    placement: {
      ...without,
      ...(settlement === undefined ? {} : { settlement: Struct.omit(settlement, ["reason"]) }),
      version: placement.version + 1,
      updated_at: timeOfChange(placement.updated_at, nowMs)
    },
    erasureRequestedMs: isHeld ? (stored.erasureRequestedMs ?? nowMs) : undefined
  }
}
