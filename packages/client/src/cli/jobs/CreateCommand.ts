/**
 * `partner jobs create`: adds a job, a draft by default.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { JobStatus } from "@partner-api/domain/Job"
import { NewJob, requiredJobMembers } from "@partner-api/domain/JobWrites"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import { showRequest } from "../DryRun.ts"
import { dryRun, idempotencyKey, scoped } from "../Inputs.ts"
import { recordOf, requiredFlags } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { type JobInput, jobFlags, jobMembersOf } from "./JobFlags.ts"
import { jobLine } from "./JobText.ts"

const decode = strictDecoder(NewJob)

/** The job that the command line makes. */
const newJobOf = Effect.fnUntraced(function* (
  input: JobInput & { readonly required: object; readonly status: Option.Option<JobStatus> }
) {
  const members = { ...input.required, ...(yield* jobMembersOf(input)) }
  return yield* recordOf(decode({ ...members, ...Record.getSomes({ status: input.status }) }, "body"))
})

export const create = Command.make(
  "create",
  {
    required: requiredFlags(requiredJobMembers),
    ...jobFlags,
    status: Flag.Literals("status", JobStatus.literals).pipe(
      Flag.withDescription("Where the job stands; default DRAFT, which agencies do not see"),
      Flag.optional
    ),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const request = yield* newJobOf(input)
    if (input.dryRun) return yield* showRequest(request, input.json)
    const job = yield* inOrganization(input, ({ jobs }) =>
      write("jobs.create", input.idempotencyKey, (key) => jobs.create(request, { idempotencyKey: key }))
    )
    yield* input.json ? Output.printJson([job]) : Output.print([jobLine(job)])
  })
).pipe(
  Command.validate((input) => Effect.asVoid(newJobOf(input))),
  Command.withDescription("Add a job: a draft, unless --status says otherwise"),
  Command.withShortDescription("Add a job"),
  Command.withExamples([
    {
      command: 'partner jobs create --title "Payroll Clerk" --description "Runs the payroll." --location Berlin',
      description: "A draft; partner jobs open takes it to the agencies"
    },
    {
      command:
        'partner jobs create --title "Payroll Clerk" --description "Runs the payroll." --external-id REQ-7 --idempotency-key REQ-7',
      description: "A job of your own records, added once however often this is run"
    }
  ])
)
