/**
 * `partner-api import agencies`: adds agencies to an organization and updates the ones it has, found by `external_id`.
 */
import * as Command from "effect/cli/Command"
import { agencyLines } from "../../imports/ImportKind.ts"
import { importInputs, runImport } from "./ImportRun.ts"

export const agencies = Command.make("agencies", importInputs, (input) =>
  runImport(agencyLines, (imports) => imports.agencies, input)
).pipe(
  Command.withDescription("Import agencies from a file of NDJSON or CSV"),
  Command.withExamples([
    {
      command: "partner-api import agencies agencies.ndjson --organization org_acme",
      description: "All of the file, or nothing of it when a line is bad"
    },
    {
      command: "partner-api import agencies agencies.csv --organization org_acme --on-error skip --json",
      description: "The good lines, and a result for a script"
    }
  ])
)
