/**
 * `partner invitations accept`: accepts the invitation of a link with the client of these credentials.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { readCredentials } from "../credentials/Credentials.ts"
import { idempotencyKey, shared } from "../Inputs.ts"
import { notice } from "../OutputForm.ts"
import { withCredentials } from "../Session.ts"
import { write } from "../Write.ts"
import { readLink } from "./InvitationInputs.ts"

export const accept = Command.make(
  "accept",
  { idempotencyKey, ...shared },
  Effect.fnUntraced(function* (input) {
    const credentials = yield* readCredentials(input.config)
    const token = yield* readLink
    const accepted = yield* withCredentials(credentials, ({ invitations }) =>
      write("invitations.accept", input.idempotencyKey, (key) => invitations.accept({ token }, { idempotencyKey: key }))
    )
    const { agency_id, organization_id } = accepted
    yield* input.json ? Output.printJson([accepted]) : Output.print([`${organization_id}  ${agency_id}`])
    yield* notice(
      `Your client is the agency ${agency_id} of ${organization_id} now: partner jobs --organization ${organization_id}`
    )
  })
).pipe(
  Command.withDescription(
    "Accept an invitation with your client, which becomes the agency that is invited. The link is asked for, or read from standard input"
  ),
  Command.withShortDescription("Accept an invitation"),
  Command.withExamples([
    { command: "partner invitations accept", description: "Asks for the link, which is not shown" },
    { command: "partner invitations accept < link.txt", description: "Without a terminal" }
  ])
)
