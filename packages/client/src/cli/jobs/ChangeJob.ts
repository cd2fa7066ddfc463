/**
 * Changes a job by a merge patch, or shows what the patch would change.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { Job, JobPatch } from "../../core/Model.ts"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { nothingChanged, requestLine } from "../DryRun.ts"
import { write } from "../Write.ts"
import { jobLine } from "./JobText.ts"

interface ChangeInput {
  readonly jobId: string
  readonly dryRun: boolean
  readonly idempotencyKey: Option.Option<string>
  readonly json: boolean
}

/** The members that a patch names, as they are. */
const namedIn = (patch: JobPatch, job: Job) => Object.fromEntries(Object.entries(job).filter(([name]) => name in patch))

/** Sends a patch of a job, or shows it beside what the job has. */
export const changeJob = Effect.fnUntraced(function* (
  { jobs }: OrganizationShape,
  input: ChangeInput,
  patch: JobPatch,
  check: (job: Job) => Effect.Effect<void, Error> = () => Effect.void
) {
  if (input.dryRun) {
    const job = yield* jobs.get(input.jobId)
    yield* check(job)
    const before = namedIn(patch, job)
    yield* input.json
      ? Output.printJson([{ before, request: patch }])
      : Output.print([jobLine(job), `Before: ${JSON.stringify(before)}`, requestLine(patch)])
    return yield* nothingChanged
  }
  const job = yield* write("jobs.update", input.idempotencyKey, (key) =>
    jobs.update(input.jobId, patch, { idempotencyKey: key })
  )
  yield* input.json ? Output.printJson([job]) : Output.print([jobLine(job)])
})
