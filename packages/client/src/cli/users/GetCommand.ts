/**
 * `partner users get USER`: all that is known of a user.
 */
import * as Command from "effect/cli/Command"
import type { User } from "../../core/Model.ts"
import { scoped, userId } from "../Inputs.ts"
import { showItem } from "../ItemDetails.ts"
import { titledLines } from "../TitledLines.ts"

const userLines = (user: User): ReadonlyArray<string> =>
  titledLines([
    ["User", user.id],
    ["First name", user.first_name],
    ["Last name", user.last_name],
    ["Email", user.email],
    ["Status", user.status],
    ["Created", user.created_at],
    ["Updated", user.updated_at]
  ])

export const get = Command.make("get", { userId, ...scoped }, (input) =>
  showItem(input, ({ users }) => users.get(input.userId), userLines)
).pipe(
  Command.withDescription("Show a user; with --json as the service answers it"),
  Command.withShortDescription("Show a user"),
  Command.withExamples([{ command: "partner users get usr_7" }])
)
