/**
 * `partner-api clients rotate-secret CLIENT`: a second secret beside the first, and with `--finish` the end of the first. Where a
 * secret leaked, `--now` does both at once and ends every token.
 */
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import { OperatorError } from "../../platform/OperatorError.ts"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { clientId, json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { clientJson, clientLines, newSecret } from "./ClientText.ts"

const bothFlags = new OperatorError({
  message: "--finish and --now exclude each other.",
  remedy: "Give --finish to end the older of two secrets, --now to replace a secret that leaked."
})

export const rotateSecret = Command.make(
  "rotate-secret",
  {
    clientId,
    finish: Flag.Boolean("finish").pipe(
      Flag.withDescription("End the older of two secrets; tokens go on to their end"),
      Flag.withDefault(false)
    ),
    now: Flag.Boolean("now").pipe(
      Flag.withDescription("The secret leaked: end it and every token at once, and print a new one"),
      Flag.withDefault(false)
    ),
    json
  },
  Effect.fnUntraced(function* (input) {
    if (input.finish && input.now) return yield* bothFlags
    if (input.finish) {
      const details = yield* writeToDatabase(
        Effect.flatMap(ClientAdministration, (clients) =>
          Effect.andThen(clients.endOlderSecret(input.clientId), clients.show(input.clientId))
        )
      )
      return yield* print(input.json, clientJson(details), yield* clientLines(details))
    }
    const secret = yield* writeToDatabase(
      Effect.flatMap(ClientAdministration, (clients) =>
        input.now ? clients.replaceSecrets(input.clientId) : clients.addSecret(input.clientId)
      )
    )
    const shown = newSecret(input.clientId, secret)
    const next = input.now
      ? "The secrets before it and every token have ended."
      : `The secret before it still works. End it when the partner has changed over: partner-api clients rotate-secret ${input.clientId} --finish`
    yield* print(input.json, shown.json, [...shown.lines, next])
  })
).pipe(Command.withDescription("Give a client a new secret, in two steps or at once"))
