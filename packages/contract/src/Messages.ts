/**
 * Messages about applications, between the employer and the agency (extension; recruiting, Messages).
 */
import { ApplicationId } from "@partner-api/domain/Ids"
import { Message, messagesMax, NewMessage } from "@partner-api/domain/Message"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { listWithin } from "./declare/List.ts"
import { create, created } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const extension = "applications.messages"
const params = { applicationId: ApplicationId }

export class Messages extends HttpApiGroup.make("messages")
  .add(
    listWithin("list", "/v1/applications/:applicationId/messages", {
      title: "List messages",
      description: "The messages about an application, the oldest first, page by page.",
      access: scoped("applications:read"),
      extension,
      command: "partner applications messages {applicationId}",
      params,
      items: Message
    }),
    create("create", "/v1/applications/:applicationId/messages", {
      title: "Add a message",
      description: `Writes a message to the other side, once the person has confirmed. \`recruiter_id\` writes for the agency, \`user_id\` for the employer; without them, a token that is bound to an agency writes for it, and any other for the employer. Nobody changes a message; an application has at most ${messagesMax}.`,
      access: scoped("applications:write"),
      extension,
      command: "partner applications message {applicationId} --body 'Could she start in March?'",
      params,
      payload: NewMessage,
      success: created(Message)
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Messages", description: "Messages of employer and agency about an application" })
  ) {}
