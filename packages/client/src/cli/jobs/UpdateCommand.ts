/**
 * `partner jobs update JOB`: changes members of a job. What is not named stays as it is.
 */
import { JobPatch, requiredJobMembers } from "@partner-api/domain/JobWrites"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { dryRun, idempotencyKey, jobId, scoped } from "../Inputs.ts"
import { clearFlag, optionalFlags, type OptionalValues, patchOf, recordOf } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { changeJob } from "./ChangeJob.ts"
import { clearable, type JobInput, jobFlags, jobMembersOf } from "./JobFlags.ts"

const decode = strictDecoder(JobPatch)

/** The patch that the command line makes. */
const jobPatchOf = Effect.fnUntraced(function* (
  input: JobInput & { readonly kept: OptionalValues; readonly clear: ReadonlyArray<string> }
) {
  const set = { ...Record.getSomes(input.kept), ...(yield* jobMembersOf(input)) }
  return yield* recordOf(decode(yield* patchOf(set, input.clear), "body"))
})

export const update = Command.make(
  "update",
  {
    jobId,
    kept: optionalFlags(requiredJobMembers),
    ...jobFlags,
    clear: clearFlag(clearable),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const patch = yield* jobPatchOf(input)
    yield* inOrganization(input, (organization) => changeJob(organization, input, patch))
  })
).pipe(
  Command.validate((input) => Effect.asVoid(jobPatchOf(input))),
  Command.withDescription("Change a job; what is not named stays as it is"),
  Command.withShortDescription("Change a job"),
  Command.withExamples([
    { command: "partner jobs update job_7 --location Hamburg --dry-run", description: "What would change" },
    { command: "partner jobs update job_7 --salary-min 60000.00:EUR --clear openings" }
  ])
)
