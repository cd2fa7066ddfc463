/**
 * The conditions of a hire, and the terms that it keeps (recruiting 8): a job that is not closed, a start near today, and the fee that applies.
 *
 * Which state can be hired from stands in `ApplicationState.ts`; how the fee is chosen and counted, in `HireFee.ts`.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import type { AgencyFees } from "../AgencyFees.ts"
import type { Application, Hire, NewHire } from "../Application.ts"
import { dayOf } from "../CalendarDate.ts"
import { Conflict, UnprocessableEntity } from "../Errors.ts"
import { chooseFee, type ChosenFee } from "../HireFee.ts"
import type { EmploymentType, JobStatus } from "../Job.ts"
import type { Problem } from "../Problem.ts"
import { areBinding, feesOfHire } from "../Terms.ts"
import { startProblem } from "./Placement.ts"

/** The stored state on which a hire is decided. */
export interface HireFacts {
  /** The fees that the agency has now. */
  readonly fees: AgencyFees
  readonly jobStatus: JobStatus | undefined
  readonly employmentType: EmploymentType | undefined
  readonly nowMs: number
}

const closedJob = new Conflict({
  message: "The job is CLOSED: nobody can be hired for it. Set its status to OPEN first."
})

/** Kinds of contracts of which the salary of a year is not what a share is taken of. */
const temporary: ReadonlySet<EmploymentType | undefined> = new Set(["CONTRACT", "TEMPORARY"])

const startProblems = ({ start_date }: NewHire, nowMs: number): ReadonlyArray<Problem> => {
  const message = startProblem(start_date, dayOf(nowMs))
  return message === undefined ? [] : [{ in: "body", path: "/hire/start_date", code: "range", message }]
}

const baseProblems = (
  { fee_base_cents }: NewHire,
  { fee }: ChosenFee,
  { employmentType }: HireFacts
): ReadonlyArray<Problem> =>
  fee.feeType === "PERCENTAGE_FEE" && fee_base_cents === undefined && temporary.has(employmentType)
    ? [
        {
          in: "body",
          path: "/hire/fee_base_cents",
          code: "required",
          message: `is required: the job is ${employmentType ?? "TEMPORARY"}, so the amount of which the percentage is taken must be stated`
        }
      ]
    : []

const refused = (details: ReadonlyArray<Problem>) =>
  new UnprocessableEntity({ message: "The hire is not complete, or does not fit.", details })

/** The hire that an application keeps: what was sent, and a copy of the fee with what it costs. */
export const hireOf = (
  hire: NewHire,
  { terms }: Pick<Application, "terms">,
  facts: HireFacts
): Result.Result<Hire, Conflict | UnprocessableEntity> => {
  if (facts.jobStatus === "CLOSED") return Result.fail(closedJob)
  const chosen = chooseFee(feesOfHire(terms, facts.fees), hire, areBinding(terms) ? "terms" : "agency")
  const wrongStart = startProblems(hire, facts.nowMs)
  if (Result.isFailure(chosen)) {
    const { failure } = chosen
    return Result.fail(
      failure._tag === "Conflict" || wrongStart.length === 0
        ? failure
        : refused([...wrongStart, ...(failure.details ?? [])])
    )
  }
  const details = [...wrongStart, ...baseProblems(hire, chosen.success, facts)]
  return details.length === 0
    ? Result.succeed({ ...Struct.omit(hire, ["custom_fee", "expected_fee"]), ...chosen.success })
    : Result.fail(refused(details))
}
