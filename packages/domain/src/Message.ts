/**
 * A message about an application, between the employer and the agency (recruiting, Messages).
 *
 * Holds the shapes and the bounds. `commands/Message.ts` decides who may write one.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { ApplicationId, identifier, UserId } from "./Ids.ts"
import { personal } from "./Personal.ts"
import { RecruiterId } from "./Recruiter.ts"
import { multiLineText } from "./Text.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The longest body, in characters: as long as the note of an application. */
export const messageBodyMax = 10_000

/** The most messages of one application: a conversation of a year with four a working day. An erasure removes them in one transaction. */
export const messagesMax = 1_000

/** Identifies a message within its application: `msg_…`. */
export const MessageId = identifier("a message", "msg_01KGAS0F00A2C4E6G8J0K2M4N6").pipe(Schema.brand("MessageId"))
export type MessageId = typeof MessageId.Type

/** The side that writes a message. */
export const MessageSender = Schema.Literals(["EMPLOYER", "AGENCY"])
export type MessageSender = typeof MessageSender.Type

const exampleBody = "Could she start in March?"

/** A message as the API shows it. */
export const Message = Schema.Struct({
  id: MessageId,
  application_id: ApplicationId,
  from: MessageSender.annotate({ description: "The side that wrote it", examples: ["EMPLOYER"] }),
  body: Schema.String.annotate({ examples: [exampleBody], ...personal }),
  user_id: Schema.optionalKey(UserId.annotate({ description: "The user of the employer who wrote it" })),
  recruiter_id: Schema.optionalKey(
    RecruiterId.annotate({ description: "The recruiter of the agency who wrote it; the id stays after a removal" })
  ),
  created_at: Timestamp
}).annotate({
  identifier: "Message",
  description: "A message about an application, which employer and agency read and nobody changes",
  examples: [
    {
      id: MessageId.make("msg_01KGAS0F00A2C4E6G8J0K2M4N6"),
      application_id: ApplicationId.make("app_00000001_1"),
      from: "EMPLOYER",
      body: exampleBody,
      created_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type Message = typeof Message.Type

/** A message without its body, as events have it. */
export const MessageSnapshot = Schema.Struct(Struct.omit(Message.fields, ["body"])).annotate({
  identifier: "MessageSnapshot",
  description: "A message without its body; get the messages of the application for it",
  "x-extension": true
})

/** The request that writes a message. The side follows from who is named; without a name, it is that of the token. */
export const NewMessage = Schema.Struct({
  body: multiLineText(1, messageBodyMax).annotate({ examples: [exampleBody] }),
  user_id: Schema.optionalKey(
    UserId.annotate({ description: "The ACTIVE user who writes it, for the employer; not beside `recruiter_id`" })
  ),
  recruiter_id: Schema.optionalKey(
    RecruiterId.annotate({ description: "The ACTIVE recruiter who writes it, for the agency; not beside `user_id`" })
  )
}).annotate({
  identifier: "NewMessage",
  description: "Writes a message",
  examples: [{ body: exampleBody }],
  "x-extension": true
})
export type NewMessage = typeof NewMessage.Type
