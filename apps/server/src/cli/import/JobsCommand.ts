/**
 * `partner-api import jobs`: adds jobs to an organization and updates the ones it has, found by `external_id`.
 */
import * as Command from "effect/cli/Command"
import { jobLines } from "../../imports/ImportKind.ts"
import { importInputs, runImport } from "./ImportRun.ts"

export const jobs = Command.make("jobs", importInputs, (input) =>
  runImport(jobLines, (imports) => imports.jobs, input)
).pipe(
  Command.withDescription("Import jobs from a file of NDJSON or CSV"),
  Command.withExamples([
    {
      command: "partner-api import jobs jobs.ndjson --organization org_acme",
      description: "All of the file, or nothing of it when a line is bad"
    },
    {
      command: "partner-api import jobs jobs.csv --organization org_acme --on-error skip --json",
      description: "The good lines, and a result for a script"
    }
  ])
)
