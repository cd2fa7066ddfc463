/**
 * The command that adds a message to an application (recruiting 10): which side writes it, and when there may be one. Messages are never changed.
 */
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"

import type { StoredApplication } from "../Application.ts"
import type { Party } from "../ApplicationState.ts"
import { Conflict, Forbidden, UnprocessableEntity } from "../Errors.ts"
import type { OrganizationId } from "../Ids.ts"
import { type Decision, ofMessage } from "../Journal.ts"
import { type Message, type MessageId, type MessageSender, messagesMax, type NewMessage } from "../Message.ts"
import type { Problem } from "../Problem.ts"
import { timestampFromMillis } from "../Timestamp.ts"

/** The stored state on which a message is judged. */
export interface MessageFacts {
  readonly organizationId: OrganizationId
  readonly stored: StoredApplication
  /** The party as which the caller acts on the application. */
  readonly party: Party
  /** The number of messages of the application. */
  readonly count: number
  /** Whether the named user, or the named recruiter of the agency, is ACTIVE. */
  readonly isSenderActive: boolean
  readonly made: { readonly id: MessageId; readonly nowMs: number }
}

const agencyWrites = new Forbidden({
  message:
    "This message is the agency's: it needs a token of the agency, or of the client that submitted the application. Leave recruiter_id out to write for the employer."
})

const employerWrites = new Forbidden({
  message: "A message with user_id is the employer's: this token is bound to an agency. Leave user_id out."
})

const unconfirmed = new Conflict({
  message: "An application has messages once its person has confirmed. Get the application for its state."
})

const erased = new Conflict({ message: "The person of the application was erased: it takes no messages." })

const full = new Conflict({ message: `The application has ${messagesMax} messages, which is the maximum.` })

const refusedNames = (details: readonly [Problem]): UnprocessableEntity =>
  new UnprocessableEntity({ message: "The message does not name who writes it.", details })

const twoSenders = refusedNames([
  {
    in: "body",
    path: "/recruiter_id",
    code: "not_allowed",
    message: "must be left out beside /user_id: one of them writes"
  }
])

const unknownUser = refusedNames([
  {
    in: "body",
    path: "/user_id",
    code: "unknown",
    message: "must be the id of an ACTIVE user of this organization"
  }
])

const unknownRecruiter = refusedNames([
  {
    in: "body",
    path: "/recruiter_id",
    code: "unknown",
    message: "must be the id of an ACTIVE recruiter of the agency; get the agency for its recruiters"
  }
])

/** The side that writes: that of the named person, else that of the token. A client that acts for both writes for the employer. */
const senderOf = ({ recruiter_id, user_id }: NewMessage, party: Party): MessageSender => {
  if (recruiter_id !== undefined) return "AGENCY"
  return user_id === undefined && party === "agency" ? "AGENCY" : "EMPLOYER"
}

/** Adds a message. */
export const addMessage = (
  input: NewMessage,
  { count, isSenderActive, made, organizationId, party, stored }: MessageFacts
): Result.Result<Decision<Message>, Conflict | Forbidden | UnprocessableEntity> => {
  const { recruiter_id, user_id } = input
  if (recruiter_id !== undefined && user_id !== undefined) return Result.fail(twoSenders)
  const from = senderOf(input, party)
  if (from === "AGENCY" && party === "employer") return Result.fail(agencyWrites)
  if (from === "EMPLOYER" && party === "agency") return Result.fail(employerWrites)
  const { confirmed_at, erased_at, id } = stored.application
  if (erased_at !== undefined) return Result.fail(erased)
  if (confirmed_at === undefined) return Result.fail(unconfirmed)
  if (count >= messagesMax) return Result.fail(full)
  if (!isSenderActive) return Result.fail(user_id === undefined ? unknownRecruiter : unknownUser)
  const message: Message = {
    id: made.id,
    application_id: id,
    from,
    ...input,
    created_at: timestampFromMillis(made.nowMs)
  }
  return Result.succeed({
    next: message,
    entries: [ofMessage(organizationId, stored, Struct.omit(message, ["body"]))]
  })
}
