/**
 * `partner privacy`: what people may demand of the organization. It needs the permission `privacy:manage`.
 */
import * as Command from "effect/cli/Command"
import { erase } from "./EraseCommand.ts"
import { exportPerson } from "./ExportCommand.ts"
import { request } from "./RequestCommand.ts"
import { requests } from "./RequestsCommand.ts"

export const privacy = Command.make("privacy").pipe(
  Command.withDescription(
    "Export every record about a person, erase a person from every application of an organization, and follow that"
  ),
  Command.withShortDescription("Export or erase a person"),
  Command.withSubcommands([exportPerson, erase, requests, request]),
  Command.withExamples([
    { command: "partner privacy export grace@example.com --out grace.ndjson" },
    {
      command: "partner privacy erase --email grace@example.com --dry-run",
      description: "Which applications there are"
    },
    { command: "partner privacy requests", description: "Which erasures were requested, and how they stand" }
  ])
)
