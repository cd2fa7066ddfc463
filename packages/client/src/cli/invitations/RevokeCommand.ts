/**
 * `partner invitations revoke INVITATION`: ends the link of a pending invitation.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { invitationId } from "./InvitationInputs.ts"
import { invitationLine } from "./InvitationText.ts"

export const revoke = Command.make(
  "revoke",
  { invitationId, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const invitation = yield* inOrganization(input, ({ agencyInvitations }) =>
      write("agencyInvitations.revoke", input.idempotencyKey, (key) =>
        agencyInvitations.revoke(input.invitationId, { idempotencyKey: key })
      )
    )
    yield* input.json ? Output.printJson([invitation]) : Output.print([invitationLine(invitation)])
  })
).pipe(
  Command.withDescription("Revoke a pending invitation: its link works no more"),
  Command.withShortDescription("Revoke an invitation"),
  Command.withExamples([{ command: "partner invitations revoke inv_7" }])
)
