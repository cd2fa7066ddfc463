/**
 * The statuses of a placement and the actions that lead from one to the next (recruiting 8).
 *
 * Which action is possible on which day is decided here; what an action changes, in `commands/Placement.ts`. Days are those of UTC.
 */
import * as Schema from "effect/Schema"

import { daysAfter } from "./CalendarDate.ts"

/** The statuses of a placement. */
export const PlacementStatus = Schema.Literals([
  "AWAITING_START",
  "IN_GUARANTEE",
  "COMPLETED",
  "FELL_OFF",
  "CANCELLED"
]).annotate({
  description:
    "`AWAITING_START` until the person starts; `IN_GUARANTEE` until the guarantee ends; `COMPLETED` then, or without a guarantee at once; `FELL_OFF`: the person left within the guarantee; `CANCELLED`: the hire was undone",
  examples: ["IN_GUARANTEE"],
  "x-extension": true
})
export type PlacementStatus = typeof PlacementStatus.Type

/** The actions on a placement. `complete` is the service's alone. */
export const PlacementAction = Schema.Literals(["reschedule", "start", "cancel", "fall_off", "complete", "settle"])
export type PlacementAction = typeof PlacementAction.Type

/** The days after the start in which a hire can be undone: that a person did not appear is known within a week. */
export const cancelDays = 7

/** The days after the end of its guarantee in which a placement can still fall off: the employer may hear of it late. */
export const fallOffDays = 14

/** The members of a placement that decide which actions are possible. */
export interface PlacementMoment {
  readonly status: PlacementStatus
  readonly start_date: string
  /** The last day of the guarantee; absent without one. */
  readonly guarantee_ends_on?: string
}

/** Whether the placement keeps the person for its agency: the hire stands, and its guarantee is not over. */
export const isHeldPlacement = (status: PlacementStatus): boolean =>
  status === "AWAITING_START" || status === "IN_GUARANTEE"

/** The status to which the start leads. */
export const startedStatus = ({ guarantee_ends_on }: Pick<PlacementMoment, "guarantee_ends_on">): PlacementStatus =>
  guarantee_ends_on === undefined ? "COMPLETED" : "IN_GUARANTEE"

/** An action of the table: the statuses from which it leads on, until when, and to which status. */
interface Row {
  readonly action: Exclude<PlacementAction, "settle">
  readonly from: PlacementStatus
  /** The first day and the last day on which it is possible; absent where there is none. */
  readonly days?: (moment: PlacementMoment) => readonly [first: string | undefined, last: string | undefined]
  readonly to: (moment: PlacementMoment) => PlacementStatus
  /** The days in words, for the documentation. */
  readonly when: string
}

const unlimited = [undefined, undefined] as const

const untilWeekAfterStart = ({ start_date }: PlacementMoment) => [undefined, daysAfter(start_date, cancelDays)] as const

const untilFortnightAfterEnd = ({ guarantee_ends_on }: PlacementMoment) =>
  [undefined, guarantee_ends_on === undefined ? "" : daysAfter(guarantee_ends_on, fallOffDays)] as const

const fromDayAfterEnd = ({ guarantee_ends_on }: PlacementMoment) =>
  guarantee_ends_on === undefined ? unlimited : ([daysAfter(guarantee_ends_on, 1), undefined] as const)

const weekAfterStart = `until ${cancelDays} days after \`start_date\``

const rows: ReadonlyArray<Row> = [
  { action: "reschedule", from: "AWAITING_START", to: () => "AWAITING_START", when: "at any time" },
  {
    action: "start",
    from: "AWAITING_START",
    days: ({ start_date }) => [start_date, undefined],
    to: startedStatus,
    when: "from `start_date` on"
  },
  { action: "cancel", from: "AWAITING_START", to: () => "CANCELLED", when: "at any time" },
  { action: "cancel", from: "IN_GUARANTEE", days: untilWeekAfterStart, to: () => "CANCELLED", when: weekAfterStart },
  { action: "cancel", from: "COMPLETED", days: untilWeekAfterStart, to: () => "CANCELLED", when: weekAfterStart },
  { action: "fall_off", from: "IN_GUARANTEE", to: () => "FELL_OFF", when: "at any time" },
  {
    action: "fall_off",
    from: "COMPLETED",
    days: untilFortnightAfterEnd,
    to: () => "FELL_OFF",
    when: `until ${fallOffDays} days after \`guarantee_ends_on\``
  },
  {
    action: "complete",
    from: "IN_GUARANTEE",
    days: fromDayAfterEnd,
    to: () => "COMPLETED",
    when: "the day after `guarantee_ends_on`, by the service"
  }
]

const rowOf = (status: PlacementStatus, action: PlacementAction): Row | undefined =>
  rows.find((row) => row.from === status && row.action === action)

const isPossible = ({ days }: Row, moment: PlacementMoment, today: string): boolean => {
  const [first, last] = days?.(moment) ?? unlimited
  return (first === undefined || first <= today) && (last === undefined || today <= last)
}

/** The status that an action leads to on a day; absent when it is not possible. `settle` leads to none. */
export const nextPlacementStatus = (
  moment: PlacementMoment,
  action: PlacementAction,
  today: string
): PlacementStatus | undefined => {
  const row = rowOf(moment.status, action)
  return row !== undefined && isPossible(row, moment, today) ? row.to(moment) : undefined
}

/** The actions that an employer may take on a day, without `settle`, in the order of {@link PlacementAction}. */
export const possibleActions = (moment: PlacementMoment, today: string): ReadonlyArray<PlacementAction> =>
  PlacementAction.literals.filter(
    (action) => action !== "complete" && nextPlacementStatus(moment, action, today) !== undefined
  )

/** The day after which the service acts: it starts a placement, or completes it. Absent where nothing is left to do. */
export const dueDayOf = ({ guarantee_ends_on, start_date, status }: PlacementMoment): string | undefined => {
  if (status === "AWAITING_START") return start_date
  return status === "IN_GUARANTEE" ? guarantee_ends_on : undefined
}

/** The action of the service on a day; absent where it is not yet time. */
export const dueAction = (moment: PlacementMoment, today: string): "start" | "complete" | undefined => {
  const day = dueDayOf(moment)
  if (day === undefined || day >= today) return undefined
  return moment.status === "AWAITING_START" ? "start" : "complete"
}

/** The table of the actions, for the documentation. */
export const placementRows: ReadonlyArray<Readonly<Record<"action" | "from" | "to" | "when", string>>> = rows.map(
  ({ action, from, to, when }) => ({
    action,
    from,
    to:
      action === "start"
        ? `${to({ status: from, start_date: "", guarantee_ends_on: "" })}, or COMPLETED without a guarantee`
        : to({ status: from, start_date: "" }),
    when
  })
)
