/**
 * `partner-api import applications`: adds applications to an organization in the state they are in, and corrects those it has, found by
 * their agency and `external_id`.
 */
import * as Command from "effect/cli/Command"
import { applicationLines } from "../../imports/ImportKind.ts"
import { importInputs, runImport } from "./ImportRun.ts"

export const applications = Command.make("applications", importInputs, (input) =>
  runImport(applicationLines, (imports) => imports.applications, input)
).pipe(
  Command.withDescription("Import applications from a file of NDJSON or CSV"),
  Command.withExamples([
    {
      command: "partner-api import applications applications.ndjson --organization org_acme",
      description: "All of the file, or nothing of it when a line is bad"
    },
    {
      command: "partner-api import applications applications.csv --organization org_acme --on-error skip --json",
      description: "The good lines, and a result for a script"
    }
  ])
)
