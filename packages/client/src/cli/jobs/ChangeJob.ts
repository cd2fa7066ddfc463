/**
 * Changes a job by a merge patch, or shows what the patch would change.
 */
import type * as Effect from "effect/Effect"
import type { Job, JobPatch } from "../../core/Model.ts"
import type { OrganizationShape } from "../../effect/PartnerShape.ts"
import { changeItem } from "../ChangeItem.ts"
import { jobLine } from "./JobText.ts"

type ChangeInput = Parameters<typeof changeItem>[0] & { readonly jobId: string }

/** Sends a patch of a job, or shows it beside what the job has. */
export const changeJob = (
  { jobs }: OrganizationShape,
  input: ChangeInput,
  patch: JobPatch,
  check?: (job: Job) => Effect.Effect<void, Error>
) =>
  changeItem(
    input,
    patch,
    {
      operation: "jobs.update",
      get: jobs.get(input.jobId),
      update: (given, options) => jobs.update(input.jobId, given, options),
      lines: (job) => [jobLine(job)]
    },
    check
  )
