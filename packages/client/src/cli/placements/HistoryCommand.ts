/**
 * `partner placements history PLACEMENT`: what happened to a placement, when, and by whom.
 */
import { PlacementChange as ChangeSchema } from "@partner-api/domain/PlacementHistory"
import * as Command from "effect/cli/Command"
import type { PlacementChange, PlacementStatuses } from "../../core/Model.ts"
import { actorText } from "../ActorText.ts"
import { listed, oneForm, placementId } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"

/** The statuses before or after a change. */
const statusesText = (statuses: PlacementStatuses | undefined): string =>
  statuses === undefined ? "" : [statuses.status, statuses.settlement_status].filter(Boolean).join(" ")

const shown = (id: string): ItemList<PlacementChange> => ({
  plural: "changes",
  columns: [
    { title: "WHEN", cell: ({ occurred_at }) => occurred_at, isWhole: true },
    { title: "ACTION", cell: ({ action }) => action, isWhole: true },
    { title: "FROM", cell: ({ before }) => statusesText(before) },
    { title: "TO", cell: ({ after }) => statusesText(after) },
    { title: "BY", cell: actorText }
  ],
  fields: ChangeSchema.fields,
  list: (organization, query) => organization.placements.history(id, query)
})

export const history = Command.make("history", { placementId, ...listed }, (input) =>
  showList(input, shown(input.placementId))
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("Show what happened to a placement, the oldest first; with --json one object a line"),
  Command.withShortDescription("Show what happened to a placement"),
  Command.withExamples([{ command: "partner placements history plc_7" }])
)
