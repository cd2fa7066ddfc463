/**
 * `partner jobs assignments|assign|unassign` and `partner agencies assignments`: which jobs are assigned to which agencies, and under which terms.
 */
import * as Output from "@partner-api/cli-kit/Output"
import type { Column } from "@partner-api/cli-kit/Table"
import { instructionsMax, JobAssignment as AssignmentSchema, NewJobAssignment } from "@partner-api/domain/JobAssignment"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import { Timestamp } from "@partner-api/domain/Timestamp"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { JobAssignment } from "../../core/Model.ts"
import { nothingChanged, showRequest } from "../DryRun.ts"
import { agencyId, dryRun, idempotencyKey, jobId, listed, oneForm, scoped, optionalFlag, textFlag } from "../Inputs.ts"
import { showList } from "../ItemList.ts"
import { recordOf } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"

/** An assignment in a line. */
const assignmentLine = ({ agency_id, job_id, status, visible_from }: JobAssignment): string =>
  [job_id, agency_id, status, ...(visible_from === undefined ? [] : [`from ${visible_from}`])].join("  ")

const columns: ReadonlyArray<Column<JobAssignment>> = [
  { title: "STATUS", cell: ({ status }) => status },
  { title: "VISIBLE FROM", cell: ({ visible_from = "" }) => visible_from },
  { title: "EXCLUSIVE UNTIL", cell: ({ exclusive_until = "" }) => exclusive_until },
  { title: "LIMIT", cell: ({ submission_limit }) => String(submission_limit ?? "") },
  { title: "INSTRUCTIONS", cell: ({ instructions = "" }) => instructions }
]
const shown = { plural: "assignments", fields: AssignmentSchema.fields }

export const assignmentsOfAgency = Command.make("assignments", { agencyId, ...listed }, (input) =>
  showList(input, {
    ...shown,
    columns: [{ title: "JOB", cell: ({ job_id }) => job_id, isWhole: true }, ...columns],
    list: ({ agencies }, query) => agencies.assignments(input.agencyId, query)
  })
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the jobs that are assigned to an agency; with --json one object a line"),
  Command.withShortDescription("List assignments"),
  Command.withExamples([{ command: "partner agencies assignments agy_7" }])
)

export const assignments = Command.make("assignments", { jobId, ...listed }, (input) =>
  showList(input, {
    ...shown,
    columns: [{ title: "AGENCY", cell: ({ agency_id }) => agency_id, isWhole: true }, ...columns],
    list: ({ jobs }, query) => jobs.assignments(input.jobId, query)
  })
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the agencies that a job is assigned to; with --json one object a line"),
  Command.withShortDescription("List assignments"),
  Command.withExamples([{ command: "partner jobs assignments job_7" }])
)

const momentFlag = (name: string, what: string) => optionalFlag(name, "TIME", `${what}, as RFC 3339`, Timestamp)

const decode = strictDecoder(NewJobAssignment)

const terms = {
  visibleFrom: momentFlag("visible-from", "When the agency begins to see the job; default now"),
  exclusiveUntil: momentFlag("exclusive-until", "Until when the job is assigned to no other agency"),
  submissionLimit: Flag.Int("submission-limit").pipe(
    Flag.withDescription("The most applications of the agency for the job"),
    Flag.withMetavar("N"),
    Flag.optional
  ),
  instructions: textFlag(
    "instructions",
    "TEXT",
    `What the agency is to know; at most ${instructionsMax} characters`
  ).pipe(Flag.optional)
}

interface Terms {
  readonly visibleFrom: Option.Option<Timestamp>
  readonly exclusiveUntil: Option.Option<Timestamp>
  readonly submissionLimit: Option.Option<number>
  readonly instructions: Option.Option<string>
}

/** The terms of the command line. */
const termsOf = (input: Terms) =>
  recordOf(
    decode(
      {
        ...Record.getSomes({
          visible_from: input.visibleFrom,
          exclusive_until: input.exclusiveUntil,
          instructions: input.instructions
        }),
        ...Record.getSomes({ submission_limit: input.submissionLimit })
      },
      "body"
    )
  )

export const assign = Command.make(
  "assign",
  { jobId, agencyId, ...terms, dryRun, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const request = yield* termsOf(input)
    if (input.dryRun) return yield* showRequest(request, input.json)
    const assignment = yield* inOrganization(input, ({ jobs }) =>
      write("jobs.assign", input.idempotencyKey, (key) =>
        jobs.assign(input.jobId, input.agencyId, request, { idempotencyKey: key })
      )
    )
    yield* input.json ? Output.printJson([assignment]) : Output.print([assignmentLine(assignment)])
  })
).pipe(
  Command.validate((input) => Effect.asVoid(termsOf(input))),
  Command.withDescription(
    "Assign a job to an agency, which sees it from then on. Terms that are not given are removed from an assignment that is there"
  ),
  Command.withShortDescription("Assign a job to an agency"),
  Command.withExamples([
    { command: "partner jobs assign job_7 agy_7", description: "The agency sees the job now" },
    {
      command: "partner jobs assign job_7 agy_7 --exclusive-until 2027-01-31T00:00:00Z --submission-limit 5",
      description: "No other agency until then, and at most five applications"
    }
  ])
)

export const unassign = Command.make("unassign", { jobId, agencyId, dryRun, idempotencyKey, ...scoped }, (input) =>
  inOrganization(
    input,
    Effect.fnUntraced(function* ({ jobs }) {
      const { agencyId: agency, jobId: job, json } = input
      if (input.dryRun) {
        const before = yield* jobs.getAssignment(job, agency)
        yield* json ? Output.printJson([{ before }]) : Output.print([assignmentLine(before)])
        return yield* nothingChanged
      }
      yield* write("jobs.unassign", input.idempotencyKey, (key) => jobs.unassign(job, agency, { idempotencyKey: key }))
      yield* json ? Output.printJson([{ job_id: job, agency_id: agency }]) : Output.print([`${job}  ${agency}`])
    })
  )
).pipe(
  Command.withDescription(
    "End the assignment of a job to an agency. It does not see the job any more, unless it has an application for it"
  ),
  Command.withShortDescription("End an assignment"),
  Command.withExamples([{ command: "partner jobs unassign job_7 agy_7" }])
)
