/**
 * The command that settles the fee of a placement (recruiting 8): which step is possible, what it needs, and which amounts follow from it.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import { InvalidTransition, UnprocessableEntity } from "../Errors.ts"
import { refundOf } from "../Refund.ts"
import type { Placement, PlacementTransition } from "../Placement.ts"
import type { ProblemCode } from "../Problem.ts"
import { nextSettlements, type Settlement } from "../Settlement.ts"
import type { Timestamp } from "../Timestamp.ts"

/** The step that settles a placement. */
export type Settle = Extract<PlacementTransition, { readonly action: "settle" }>

const wrong = (member: string, code: ProblemCode, message: string): UnprocessableEntity =>
  new UnprocessableEntity({
    message: "The step does not fit the settlement of the placement.",
    details: [{ in: "body", path: `/${member}`, code, message }]
  })

const notPossible = (message: string, remedy: string): InvalidTransition =>
  new InvalidTransition({ message, details: [{ in: "body", path: "/status", code: "not_allowed", message: remedy }] })

/** The refusal of a step that the settlement does not allow. It lists the allowed steps. */
const refusedStep = ({ settlement, status }: Placement, step: Settle): InvalidTransition | undefined => {
  if (settlement === undefined) {
    return notPossible(
      "The placement has no settlement: its fee is settled elsewhere.",
      "must be none: the placement has no settlement"
    )
  }
  const possible = status === "CANCELLED" ? [] : nextSettlements(settlement.status)
  return possible.includes(step.status)
    ? undefined
    : notPossible(
        `The settlement cannot become ${step.status} from ${settlement.status}.`,
        possible.length === 0
          ? `must be none: no step is possible from ${settlement.status}${settlement.status === "NOT_DUE" ? " before the placement starts" : ""}`
          : `must be one of ${possible.join(", ")}`
      )
}

/** Whether a step of the settlement is possible. */
export const maySettle = ({ settlement, status }: Placement): boolean =>
  settlement !== undefined && status !== "CANCELLED" && nextSettlements(settlement.status).length > 0

/** The refund of a placement that fell off; absent until the amount of the fee is known. */
export const refundOfPlacement = ({
  fee_amount_cents,
  fell_off_on,
  guarantee,
  start_date
}: Pick<Placement, "fee_amount_cents" | "fell_off_on" | "guarantee" | "start_date">): number | undefined =>
  fee_amount_cents === undefined || fell_off_on === undefined || guarantee === undefined
    ? undefined
    : refundOf(fee_amount_cents, guarantee, start_date, fell_off_on)

/** The amount that the employer owes in the end: the fee less the refund. */
const owedOf = ({ fee_amount_cents = 0, refund_cents = 0 }: Placement): number => fee_amount_cents - refund_cents

/** Whether nothing of the fee is open: it was paid, and what was owed back was paid back, or nothing is owed. */
export const isSettled = (placement: Placement): boolean => {
  const { settlement } = placement
  switch (settlement?.status) {
    case undefined:
    case "REFUNDED":
    case "VOID":
      return true
    case "PAID":
      return (settlement?.paid_cents ?? 0) <= owedOf(placement)
    default:
      return false
  }
}

/** The problem of the amount of an optimized fee: it comes with the invoice, at the latest, and once. */
const feeAmountProblem = (placement: Placement, step: Settle): UnprocessableEntity | undefined => {
  const isMissing = placement.fee_amount_cents === undefined
  if (step.fee_amount_cents !== undefined) {
    if (placement.fee.feeType !== "OPTIMIZED_FEE") {
      return wrong("fee_amount_cents", "not_allowed", "must be left out: the fee of the hire has its amount")
    }
    return step.status === "INVOICED"
      ? undefined
      : wrong("fee_amount_cents", "not_allowed", "must be left out but with the status INVOICED")
  }
  return step.status === "INVOICED" && isMissing
    ? wrong("fee_amount_cents", "required", "is required: the optimized fee has no amount yet")
    : undefined
}

/** The most that a step may name as its amount. */
const amountMaxOf = ({ fee_amount_cents = 0, settlement }: Placement, step: Settle): number =>
  step.status === "PAID" ? fee_amount_cents : (settlement?.paid_cents ?? 0)

/** The problem of the part that was paid or paid back. */
const amountProblem = (placement: Placement, step: Settle): UnprocessableEntity | undefined => {
  if (step.amount_cents === undefined) return undefined
  if (placement.status !== "FELL_OFF" || (step.status !== "PAID" && step.status !== "REFUNDED")) {
    return wrong("amount_cents", "not_allowed", "must be left out but with PAID and REFUNDED after a fall-off")
  }
  const max = amountMaxOf(placement, step)
  return step.amount_cents <= max ? undefined : wrong("amount_cents", "range", `must be an integer from 0 to ${max}`)
}

const reasonProblem = ({ reason, status }: Settle): UnprocessableEntity | undefined => {
  if (status === "VOID") return reason === undefined ? wrong("reason", "required", "is required with VOID") : undefined
  return reason === undefined ? undefined : wrong("reason", "not_allowed", "must be left out but with VOID")
}

/** The amounts that a step sets: by default all that is owed. */
const amountsOf = (placement: Placement, { amount_cents, status }: Settle): Partial<Settlement> => {
  const { fee_amount_cents = 0, settlement } = placement
  const paid = settlement?.paid_cents ?? fee_amount_cents
  switch (status) {
    case "PAID":
      return { paid_cents: amount_cents ?? owedOf(placement) }
    case "REFUNDED":
      return {
        refunded_cents: amount_cents ?? (placement.status === "FELL_OFF" ? Math.max(0, paid - owedOf(placement)) : paid)
      }
    default:
      return {}
  }
}

/** Settles the fee of a placement. */
export const settled = (
  placement: Placement,
  step: Settle,
  at: Timestamp
): Result.Result<Placement, InvalidTransition | UnprocessableEntity> => {
  const refused =
    refusedStep(placement, step) ??
    feeAmountProblem(placement, step) ??
    amountProblem(placement, step) ??
    reasonProblem(step)
  if (refused !== undefined) return Result.fail(refused)
  const fee_amount_cents = step.fee_amount_cents ?? placement.fee_amount_cents
  const known: Placement = { ...placement, ...(fee_amount_cents === undefined ? {} : { fee_amount_cents }) }
  const refund_cents = refundOfPlacement(known)
  const next: Placement = { ...known, ...(refund_cents === undefined ? {} : { refund_cents }) }
  return Result.succeed({
    ...next,
    settlement: {
      ...placement.settlement,
      status: step.status,
      ...Struct.pick(step, ["reference", "reason"]),
      ...amountsOf(next, step),
      at
    }
  })
}
