/**
 * `partner placements`: what hires become, from the start to the paid fee.
 */
import * as Command from "effect/cli/Command"
import { actionCommands } from "./ActionCommands.ts"
import { history } from "./HistoryCommand.ts"
import { list } from "./ListCommand.ts"
import { show } from "./ShowCommand.ts"

export const placements = Command.make("placements").pipe(
  Command.withDescription("List placements, start, undo and settle them"),
  Command.withShortDescription("Start, undo and settle hires"),
  Command.withSubcommands([list, show, history, ...actionCommands])
)
