/**
 * `partner-api import users`: adds users to an organization and updates the ones it has, found by their email.
 */
import * as Command from "effect/cli/Command"
import { userLines } from "../../imports/ImportKind.ts"
import { importInputs, runImport } from "./ImportRun.ts"

export const users = Command.make("users", importInputs, (input) =>
  runImport(userLines, (imports) => imports.users, input)
).pipe(
  Command.withDescription("Import users from a file of NDJSON or CSV"),
  Command.withExamples([
    {
      command: "partner-api import users users.ndjson --organization org_acme",
      description: "All of the file, or nothing of it when a line is bad"
    },
    {
      command: "partner-api import users users.csv --organization org_acme --on-error skip --json",
      description: "The good lines, and a result for a script"
    }
  ])
)
