/**
 * `partner invitations resend INVITATION`: makes another link of an invitation, and shows it once.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { idempotencyKey, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"
import { invitationId } from "./InvitationInputs.ts"
import { showLink } from "./InvitationText.ts"

export const resend = Command.make(
  "resend",
  { invitationId, idempotencyKey, ...scoped },
  Effect.fnUntraced(function* (input) {
    const invitation = yield* inOrganization(input, ({ agencyInvitations }) =>
      write("agencyInvitations.resend", input.idempotencyKey, (key) =>
        agencyInvitations.resend(input.invitationId, { idempotencyKey: key })
      )
    )
    yield* showLink(invitation, input.json)
  })
).pipe(
  Command.withDescription(
    "Make another link of a pending or expired invitation, which is shown once. The link before ends"
  ),
  Command.withShortDescription("Make another link"),
  Command.withExamples([{ command: "partner invitations resend inv_7" }])
)
