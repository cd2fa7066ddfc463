/**
 * `partner applications history APPLICATION`: what happened to an application, when, and by whom.
 */
import { ApplicationChange as ChangeSchema } from "@partner-api/domain/ApplicationHistory"
import * as Command from "effect/cli/Command"
import type { ApplicationChange } from "../../core/Model.ts"
import { applicationId, listed, oneForm } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"
import { actorText } from "../ActorText.ts"

const shown = (id: string): ItemList<ApplicationChange> => ({
  plural: "changes",
  columns: [
    { title: "WHEN", cell: ({ occurred_at }) => occurred_at, isWhole: true },
    { title: "ACTION", cell: ({ action }) => action, isWhole: true },
    { title: "FROM", cell: ({ state_before }) => state_before ?? "" },
    { title: "TO", cell: ({ state_after }) => state_after ?? "" },
    { title: "BY", cell: actorText },
    { title: "REASON", cell: ({ reason }) => reason ?? "" }
  ],
  fields: ChangeSchema.fields,
  list: (organization, query) => organization.applications.history(id, query)
})

export const history = Command.make("history", { applicationId, ...listed }, (input) =>
  showList(input, shown(input.applicationId))
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("Show what happened to an application, the oldest first; with --json one object a line"),
  Command.withShortDescription("Show what happened to an application"),
  Command.withExamples([{ command: "partner applications history app_7" }])
)
