/**
 * The inputs of commands about invitations: the id of an invitation, or a link, which is a secret and never an argument.
 */
import { AgencyInvitationId } from "@partner-api/domain/AgencyInvitation"
import { linkTokenMax } from "@partner-api/domain/Link"
import * as Argument from "effect/cli/Argument"
import * as Prompt from "effect/cli/Prompt"
import { TerminalCapabilities } from "effect/cli/TerminalCapabilities"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { CommandFailure } from "../CommandFailure.ts"
import { readStandardInput } from "../StandardInput.ts"

/** The invitation that is meant. */
export const invitationId = Argument.String("invitation").pipe(
  Argument.withDescription("The id of the invitation"),
  Argument.withSchema(AgencyInvitationId)
)

/** The longest link, in bytes: an address and its token. */
const linkBytesMax = 4_096

const noLink = new CommandFailure({
  message: "Standard input has no link of an invitation.",
  remedy: "Run partner invitations accept < link.txt, or paste the link at a terminal."
})

/** The token of a link; the whole text where it is the token alone. */
const tokenIn = (text: string): Effect.Effect<string, CommandFailure> => {
  const token = text.slice(text.indexOf("#") + 1).trim()
  return token === "" || token.length > linkTokenMax ? Effect.fail(noLink) : Effect.succeed(token)
}

/** Asks for a link, unseen, or reads it from standard input where there is no terminal. */
export const readLink = Effect.gen(function* () {
  const text = (yield* TerminalCapabilities).canPrompt
    ? yield* Effect.map(Prompt.run(Prompt.Hidden({ message: "Link of the invitation (not shown):" })), Redacted.value)
    : (yield* readStandardInput(linkBytesMax, { unreadable: noLink, tooLarge: noLink })).toString("utf8")
  return yield* tokenIn(text)
})
