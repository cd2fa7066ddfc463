/**
 * `partner invitations`: which agencies were invited. Without a subcommand it lists them. `partner agencies invite` invites one.
 */
import * as Command from "effect/cli/Command"
import { oneForm } from "../Inputs.ts"
import { accept } from "./AcceptCommand.ts"
import { list, listInputs, listInvitations } from "./ListCommand.ts"
import { resend } from "./ResendCommand.ts"
import { revoke } from "./RevokeCommand.ts"

export const invitations = Command.make("invitations", listInputs, listInvitations).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription(
    "List the invitations of agencies, make another link, revoke one, or accept one with your client"
  ),
  Command.withShortDescription("Manage and accept invitations"),
  Command.withSubcommands([list, resend, revoke, accept]),
  Command.withExamples([
    { command: "partner invitations", description: "Which agencies were invited" },
    { command: "partner invitations accept", description: "Become an agency of the organization that invites you" }
  ])
)
