/**
 * `partner jobs update JOB`: changes members of a job. What is not named stays as it is.
 */
import * as CliError from "effect/cli/CliError"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import { dryRun, idempotencyKey, jobId, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { changeJob } from "./ChangeJob.ts"
import { description, membersOf, type OptionalMembers, optionalMembers, title } from "./JobFlags.ts"

/** The members that can be removed. */
const removable = [
  "location",
  "employment_type",
  "openings",
  "salary_min_cents",
  "salary_max_cents",
  "currency",
  "external_id"
] as const

interface Given extends OptionalMembers {
  readonly title: Option.Option<string>
  readonly description: Option.Option<string>
  readonly clear: ReadonlyArray<(typeof removable)[number]>
}

/** What the command line asks for. */
const patchOf = Effect.fnUntraced(function* (input: Given) {
  const set = {
    ...Record.getSomes({ title: input.title, description: input.description }),
    ...(yield* membersOf(input))
  }
  const both = input.clear.find((name) => name in set)
  if (both !== undefined) {
    return yield* new CliError.ValidationError({ message: `--clear ${both} removes what another flag sets.` })
  }
  const patch = { ...set, ...Object.fromEntries(input.clear.map((name) => [name, null])) }
  return Object.keys(patch).length > 0
    ? patch
    : yield* new CliError.ValidationError({ message: "nothing is changed: give a member, or --clear." })
})

export const update = Command.make(
  "update",
  {
    jobId,
    title: title.pipe(Flag.optional),
    description: description.pipe(Flag.optional),
    ...optionalMembers,
    clear: Flag.Literals("clear", removable).pipe(
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
