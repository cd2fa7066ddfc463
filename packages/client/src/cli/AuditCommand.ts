/**
 * `partner audit`: who changed what in the organization, and when. The endpoint has no filters, so this has none.
 */
import { AuditEntry as EntrySchema } from "@partner-api/domain/Audit"
import * as Command from "effect/cli/Command"
import type { AuditEntry } from "../core/Model.ts"
import { actorText } from "./ActorText.ts"
import { listed, oneForm } from "./Inputs.ts"
import { type ItemList, showList } from "./ItemList.ts"

const shown: ItemList<AuditEntry> = {
  plural: "entries",
  columns: [
    { title: "WHEN", cell: ({ occurred_at }) => occurred_at, isWhole: true },
    { title: "ACTION", cell: ({ action }) => action, isWhole: true },
    { title: "RESOURCE", cell: ({ resource_id }) => resource_id, isWhole: true },
    // Without a client, the operator or the service did it.
    { title: "BY", cell: (entry) => actorText({ ...entry, actor: entry.actor ?? "operator" }) },
    { title: "CHANGED", cell: ({ changed }) => changed.join(", ") }
  ],
  fields: EntrySchema.fields,
  list: ({ auditLog }, query) => auditLog.list(query)
}

export const audit = Command.make("audit", listed, (input) => showList(input, shown)).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(
    "List who changed what in the organization, and when, the oldest first; with --json one object a line"
  ),
  Command.withShortDescription("List who changed what"),
  Command.withExamples([
    { command: "partner audit", description: "The first hundred entries" },
    { command: "partner audit --all --json > audit.ndjson", description: "All entries, one JSON object a line" }
  ])
)
