/**
 * `partner placements show PLACEMENT`: all that is known of a placement.
 */
import * as Command from "effect/cli/Command"
import { placementId, scoped } from "../Inputs.ts"
import { showItem } from "../ItemDetails.ts"
import { placementLines } from "./PlacementText.ts"

export const show = Command.make("show", { placementId, ...scoped }, (input) =>
  showItem(input, ({ placements }) => placements.get(input.placementId), placementLines)
).pipe(
  // What the other things of an organization call it.
  Command.withAlias("get"),
  Command.withDescription("Show a placement: start, guarantee, cost and settlement"),
  Command.withShortDescription("Show a placement"),
  Command.withExamples([{ command: "partner placements show plc_7" }])
)
