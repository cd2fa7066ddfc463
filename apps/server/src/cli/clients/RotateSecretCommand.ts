/**
 * `partner-api clients rotate-secret CLIENT`: a second secret beside the first, and with `--finish` the end of the first. The client may have made one of them
 * without its operator, so `--finish` is refused while the newer one is not used, and `--end` ends the one that it names. Where a secret leaked, `--now` does
 * both at once, ends every token and disables the webhook endpoints, which outlive tokens.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import { ClientSecretId } from "@partner-api/domain/ClientSecret"
import { OperatorError } from "../../platform/OperatorError.ts"
import {
  ClientAdministration,
  type ReplacedSecret
} from "@partner-api/service/services/administration/ClientAdministration"
import { clientId, json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { clientJson, clientLines, endpointLine, newSecret } from "./ClientText.ts"

const bothFlags = new OperatorError({
  message: "--finish, --end and --now exclude each other.",
  remedy:
    "Give --finish to end the older of two secrets, --end to end the one that it names, --now to replace a secret that leaked."
})

const keptWithoutNow = new OperatorError({
  message: "--keep-webhooks belongs to --now: no other step touches webhook endpoints.",
  remedy: "Leave it out, or give --now too."
})

/** Prints what has ended, and what the partner does about webhook endpoints that were disabled. */
const replacedLines = (disabled: ReplacedSecret["disabled"]): ReadonlyArray<string> => [
  "The secrets before it and every token have ended.",
  ...(disabled.length === 0
    ? []
    : [
        "These webhook endpoints are disabled, because anybody with the secret may have made or moved them:",
        ...disabled.map(endpointLine),
        "The partner checks the url of each, deletes what is not its own, rotates the secrets of the others and enables them.",
        "To enable one for the partner: partner-api webhooks enable ENDPOINT"
      ])
]

export const rotateSecret = Command.make(
  "rotate-secret",
  {
    clientId,
    finish: Flag.Boolean("finish").pipe(
      Flag.withDescription("End the older of two secrets; tokens go on to their end"),
      Flag.withDefault(false)
    ),
    end: Flag.String("end").pipe(
      Flag.withDescription("End the secret with this id; tokens go on to their end"),
      Flag.withMetavar("SECRET"),
      Flag.withSchema(ClientSecretId),
      Flag.optional
    ),
    yes: Flag.Boolean("yes").pipe(
      Flag.withDescription("With --finish: end the older one even while the newer one is not used yet"),
      Flag.withDefault(false)
    ),
    now: Flag.Boolean("now").pipe(
      Flag.withDescription(
        "The secret leaked: end it and every token at once, disable the webhook endpoints, and print a new one"
      ),
      Flag.withDefault(false)
    ),
    keepWebhooks: Flag.Boolean("keep-webhooks").pipe(
      Flag.withDescription("With --now: leave the webhook endpoints as they are"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    const ended = Option.getOrUndefined(input.end)
    if ([input.finish, input.now, ended !== undefined].filter(Boolean).length > 1) return yield* bothFlags
    if (input.keepWebhooks && !input.now) return yield* keptWithoutNow
    if (input.finish || ended !== undefined) {
      const details = yield* writeToDatabase(
        Effect.flatMap(ClientAdministration, (clients) =>
          Effect.andThen(
            ended === undefined
              ? clients.endOlderSecret(input.clientId, { evenUnused: input.yes })
              : clients.endSecret(input.clientId, ended),
            clients.show(input.clientId)
          )
        )
      )
      return yield* print(input.json, clientJson(details), yield* clientLines(details))
    }
    if (input.now) {
      const { disabled, secret } = yield* writeToDatabase(
        Effect.flatMap(ClientAdministration, (clients) =>
          clients.replaceSecrets(input.clientId, { keepsWebhooks: input.keepWebhooks })
        )
      )
      const shown = newSecret(input.clientId, secret)
      const ids = disabled.map(({ endpoint: { id } }) => id)
      return yield* print(input.json, { ...shown.json, disabled_webhook_endpoints: ids }, [
        ...shown.lines,
        ...replacedLines(disabled)
      ])
    }
    const secret = yield* writeToDatabase(
      Effect.flatMap(ClientAdministration, (clients) => clients.addSecret(input.clientId))
    )
    const shown = newSecret(input.clientId, secret)
    yield* print(input.json, shown.json, [
      ...shown.lines,
      `The secret before it still works. End it when the partner has changed over: partner-api clients rotate-secret ${input.clientId} --finish`
    ])
  })
).pipe(Command.withDescription("Give a client a new secret, in two steps or at once"))
