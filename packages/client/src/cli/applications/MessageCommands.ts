/**
 * `partner applications messages|message`: what employer and agency write about an application.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { UserId } from "@partner-api/domain/Ids"
import { Message as MessageSchema } from "@partner-api/domain/Message"
import { RecruiterId } from "@partner-api/domain/Recruiter"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import type { Message } from "../../core/Model.ts"
import { applicationId, idempotencyKey, listed, oneForm, scoped, optionalFlag, textFlag } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"
import { inOrganization } from "../Session.ts"
import { write } from "../Write.ts"

const shown = (id: string): ItemList<Message> => ({
  plural: "messages",
  columns: [
    { title: "WHEN", cell: ({ created_at }) => created_at, isWhole: true },
    { title: "FROM", cell: ({ from }) => from },
    { title: "BY", cell: ({ recruiter_id, user_id }) => user_id ?? recruiter_id ?? "" },
    { title: "BODY", cell: ({ body }) => body.replaceAll(/\s+/g, " ") }
  ],
  fields: MessageSchema.fields,
  list: ({ messages: all }, query) => all.list(id, query)
})

export const messages = Command.make("messages", { applicationId, ...listed }, (input) =>
  showList(input, shown(input.applicationId))
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the messages about an application, the oldest first; with --json one object a line"),
  Command.withShortDescription("List messages"),
  Command.withExamples([{ command: "partner applications messages app_7" }])
)

export const message = Command.make(
  "message",
  {
    applicationId,
    body: textFlag("body", "TEXT", "What is written"),
    user: optionalFlag("user", "ID", "The user who writes, for the employer", UserId),
    recruiter: optionalFlag("recruiter", "ID", "The recruiter who writes, for the agency", RecruiterId),
    idempotencyKey,
    ...scoped
  },
  Effect.fnUntraced(function* (input) {
    const sent = {
      body: input.body,
      ...Option.match(input.user, { onNone: () => ({}), onSome: (user_id) => ({ user_id }) }),
      ...Option.match(input.recruiter, { onNone: () => ({}), onSome: (recruiter_id) => ({ recruiter_id }) })
    }
    const written = yield* inOrganization(input, ({ messages: all }) =>
      write("messages.create", input.idempotencyKey, (key) =>
        all.create(input.applicationId, sent, { idempotencyKey: key })
      )
    )
    yield* input.json
      ? Output.printJson([written])
      : Output.print([[written.id, written.from, written.created_at].join("  ")])
  })
).pipe(
  Command.withDescription(
    "Write a message about an application to the other side, once its person has confirmed. Nobody changes it later"
  ),
  Command.withShortDescription("Write a message"),
  Command.withExamples([{ command: "partner applications message app_7 --body 'Could she start in March?'" }])
)
