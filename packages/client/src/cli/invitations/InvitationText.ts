/**
 * Invitations for people: one line about an invitation, and its link, which is printed once and stored nowhere.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Effect from "effect/Effect"
import type { AgencyInvitation } from "../../core/Model.ts"
import { notice } from "../OutputForm.ts"

/** The person of an invitation. */
export const personOf = ({ email, first_name, last_name }: AgencyInvitation): string =>
  email === undefined ? "(erased)" : `${first_name ?? ""} ${last_name ?? ""} <${email}>`

/** An invitation in a line. */
export const invitationLine = (invitation: AgencyInvitation): string =>
  [invitation.id, invitation.company_name, personOf(invitation), invitation.status].join("  ")

/** Shows an invitation with its new link. The answer that is replayed under a key lacks the link. */
export const showLink = Effect.fnUntraced(function* (invitation: AgencyInvitation, isJson: boolean) {
  const { expires_at, id, url } = invitation
  yield* isJson
    ? Output.printJson([invitation])
    : Output.print([invitationLine(invitation), ...(url === undefined ? [] : [`Link: ${url}`])])
  yield* notice(
    url === undefined
      ? `This was done before under the same key, and its answer showed the link. partner invitations resend ${id} makes another one.`
      : `The link is shown only now: send it to ${personOf(invitation)}. It works until ${expires_at}.`
  )
})
