/**
 * `partner jobs update JOB`: changes members of a job. What is not named stays as it is.
 */
import { JobPatch, requiredJobMembers } from "@partner-api/domain/JobWrites"
import { strictDecoder } from "@partner-api/domain/StrictDecoder"
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Record from "effect/Record"
import { dryRun, idempotencyKey, jobId, scoped } from "../Inputs.ts"
import { optionalFlags, type OptionalValues, recordOf } from "../MemberFlags.ts"
import { inOrganization } from "../Session.ts"
import { changeJob } from "./ChangeJob.ts"
import { clearable, type JobInput, jobFlags, jobMembersOf } from "./JobFlags.ts"

const decode = strictDecoder(JobPatch)

/** The patch that the command line makes. */
const patchOf = Effect.fnUntraced(function* (
  input: JobInput & { readonly kept: OptionalValues; readonly clear: ReadonlyArray<string> }
) {
  const set = { ...Record.getSomes(input.kept), ...(yield* jobMembersOf(input)) }
  const both = input.clear.find((name) => name in set)
  if (both !== undefined) {
    return yield* new CliError.ValidationError({ message: `--clear ${both} removes what another flag sets.` })
  }
  const patch = { ...set, ...Object.fromEntries(input.clear.map((name) => [name, null])) }
  return Object.keys(patch).length > 0
    ? yield* recordOf(decode(patch, "body"))
    : yield* new CliError.ValidationError({ message: "nothing is changed: give a member, or --clear." })
})

export const update = Command.make(
  "update",
  {
    jobId,
    kept: optionalFlags(requiredJobMembers),
    ...jobFlags,
    clear: Flag.Literals("clear", clearable).pipe(
      Flag.withDescription("Remove this member; may be given again"),
      Flag.atLeast(0)
    ),
    dryRun,
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const patch = yield* patchOf(input)
    yield* inOrganization(input, (organization) => changeJob(organization, input, patch))
  })
).pipe(
  Command.validate((input) => Effect.asVoid(patchOf(input))),
  Command.withDescription("Change a job; what is not named stays as it is"),
  Command.withShortDescription("Change a job"),
  Command.withExamples([
    { command: "partner jobs update job_7 --location Hamburg --dry-run", description: "What would change" },
    { command: "partner jobs update job_7 --salary-min 60000.00:EUR --clear openings" }
  ])
)
