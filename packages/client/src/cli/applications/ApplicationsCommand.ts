/**
 * `partner applications`: the people whom agencies submit for jobs, from submission to hire.
 */
import * as Command from "effect/cli/Command"
import { actionCommands } from "./ActionCommands.ts"
import { check } from "./CheckCommand.ts"
import { attach, attachments, download } from "./FileCommands.ts"
import { history } from "./HistoryCommand.ts"
import { list } from "./ListCommand.ts"
import { message, messages } from "./MessageCommands.ts"
import { requestConfirmation } from "./RequestConfirmationCommand.ts"
import { show } from "./ShowCommand.ts"
import { submit } from "./SubmitCommand.ts"

export const applications = Command.make("applications").pipe(
  Command.withDescription("List, submit and move applications"),
  Command.withSubcommands([
    list,
    show,
    history,
    check,
    submit,
    attach,
    attachments,
    download,
    messages,
    message,
    requestConfirmation,
    ...actionCommands
  ])
)
