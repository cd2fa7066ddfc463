/**
 * `partner jobs get JOB`: all that is known of a job.
 */
import * as Command from "effect/cli/Command"
import { jobId, scoped } from "../Inputs.ts"
import { showItem } from "../ItemDetails.ts"
import { jobLines } from "./JobText.ts"

export const get = Command.make("get", { jobId, ...scoped }, (input) =>
  showItem(input, ({ jobs }) => jobs.get(input.jobId), jobLines)
).pipe(
  Command.withDescription("Show a job; with --json as the service answers it"),
  Command.withShortDescription("Show a job"),
  Command.withExamples([{ command: "partner jobs get job_7" }])
)
