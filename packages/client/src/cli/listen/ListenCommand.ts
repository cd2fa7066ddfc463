/**
 * `partner listen --forward-to URL`: events as signed webhooks for a program under development, which the service cannot reach. Follows the feed and
 * sends each event to the program, one after the other.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { problem } from "@partner-api/domain/Problem"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as HttpClient from "effect/http/HttpClient"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { httpClientTransport } from "../../effect/HttpClientTransport.ts"
import type { Event } from "../../core/Model.ts"
import { followFlags, onePlace, placeOf } from "../events/EventFlags.ts"
import { followFeed } from "../events/FollowedFeed.ts"
import { scoped } from "../Inputs.ts"
import { httpClientLayer } from "../RequestLog.ts"
import { inOrganization } from "../Session.ts"
import { forward, type Forwarded, type Target } from "./Forward.ts"
import { forwardLine, forwardRecord } from "./ForwardText.ts"
import { listenSecret } from "./ListenSecret.ts"

const TargetUrl = Schema.String.check(
  Schema.makeFilter(
    (text: string) => /^https?:\/\//i.test(text) && URL.canParse(text),
    problem("format", "must be an http or https address, such as http://localhost:3000/webhooks")
  )
)

const forwardTo = Flag.String("forward-to").pipe(
  Flag.withDescription("Where to send events, such as http://localhost:3000/webhooks"),
  Flag.withMetavar("URL"),
  Flag.withSchema(TargetUrl)
)

/** Prints the settings of the receiving program: the address of the events and the secret of their signatures. */
const printStart = ({ secret, url }: Target, isJson: boolean) =>
  isJson
    ? Output.printJson([{ forward_to: url, secret: Redacted.value(secret) }])
    : Output.print([`Events go to ${url}, signed with ${Redacted.value(secret)} (for tests on this machine).`])

export const listen = Command.make(
  "listen",
  { ...scoped, forwardTo, ...followFlags },
  Effect.fnUntraced(function* ({ forwardTo: url, json, ...input }) {
    const transport = httpClientTransport(yield* HttpClient.HttpClient)
    const print = (forwarded: Forwarded) =>
      json ? Output.printJson([forwardRecord(forwarded)]) : Output.print([forwardLine(forwarded)])
    return yield* inOrganization(
      input,
      Effect.fnUntraced(function* (organization, { credentials }) {
        const target = { url, secret: yield* listenSecret(credentials) }
        yield* printStart(target, json)
        const send = (event: Event) => Effect.flatMap(forward(transport, target, event), print)
        return yield* followFeed(organization, placeOf(input), (events) =>
          Effect.forEach(events, send, { discard: true })
        )
      })
    )
  }, Effect.provide(httpClientLayer))
).pipe(
  Command.validate((input) => onePlace(input)),
  Command.withDescription(
    "Send events to a program on this machine as signed webhooks, until the command is stopped. Begins after the latest event. An event that the program does not accept is shown, and not sent again"
  ),
  Command.withShortDescription("Send events to a program as webhooks"),
  Command.withExamples([
    { command: "partner listen --forward-to http://localhost:3000/webhooks", description: "Everything, as it happens" },
    {
      command: "partner listen --forward-to http://localhost:3000/webhooks --types application.* --start oldest",
      description: "Applications, those that happened before too"
    }
  ])
)
