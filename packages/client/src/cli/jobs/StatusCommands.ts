/**
 * `partner jobs open|hold|close JOB`: moves a job to another status. Where it can go from where it stands is the domain's rule.
 */
import { CloseReason, type JobStatus, movesFrom } from "@partner-api/domain/Job"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import type { Job } from "../../core/Model.ts"
import { CommandFailure } from "../CommandFailure.ts"
import { dryRun, idempotencyKey, jobId, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { changeJob } from "./ChangeJob.ts"

const moves = [
  { name: "open", status: "OPEN", about: "Open a job: agencies see it and submit people for it" },
  { name: "hold", status: "ON_HOLD", about: "Put a job on hold: no application is taken for it" }
] as const satisfies ReadonlyArray<{ name: string; status: JobStatus; about: string }>

/** Fails where a job cannot go to a status. A status that came later than this program is left to the service. */
const checkMove = (to: JobStatus) => (job: Job) => {
  const allowed = movesFrom(job.status)
  return allowed === undefined || job.status === to || allowed.includes(to)
    ? Effect.void
    : Effect.fail(
        new CommandFailure({
          message: `The job ${job.id} is ${job.status} and cannot become ${to}.`,
          remedy: `From here it can become ${allowed.join(" or ")}.`
        })
      )
}

const inputs = { jobId, dryRun, idempotencyKey, ...scoped }

const close = Command.make(
  "close",
  {
    ...inputs,
    reason: Flag.Literals("reason", CloseReason.literals).pipe(
      Flag.withDescription("Why the job is closed"),
      Flag.optional
    )
  },
  ({ reason, ...input }) =>
    inOrganization(input, (organization) =>
      changeJob(
        organization,
        input,
        { status: "CLOSED", ...Record.getSomes({ close_reason: reason }) },
        checkMove("CLOSED")
      )
    )
).pipe(
  Command.withDescription("Close a job: no application is taken for it"),
  Command.withExamples([{ command: "partner jobs close job_7 --reason FILLED" }])
)

/** One command for each status that a job is moved to. */
export const statusCommands = [
  ...moves.map(({ about, name, status }) =>
    Command.make(name, inputs, (input) =>
      inOrganization(input, (organization) => changeJob(organization, input, { status }, checkMove(status)))
    ).pipe(Command.withDescription(about), Command.withExamples([{ command: `partner jobs ${name} job_7` }]))
  ),
  close
]
