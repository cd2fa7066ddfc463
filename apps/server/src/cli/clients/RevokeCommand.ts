/**
 * `partner-api clients revoke CLIENT`: the end of a client, with its secrets and tokens. It cannot be taken back.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { confirm, yes } from "../Confirmation.ts"
import { clientId, json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { clientJson, clientLines } from "./ClientText.ts"

export const revoke = Command.make(
  "revoke",
  { clientId, yes, json },
  Effect.fnUntraced(function* (input) {
    yield* confirm(input.yes, `Revoke the client ${input.clientId} for good, with its secrets and tokens?`)
    const details = yield* writeToDatabase(
      Effect.flatMap(ClientAdministration, (clients) =>
        Effect.andThen(clients.revoke(input.clientId), clients.show(input.clientId))
      )
    )
    yield* print(input.json, clientJson(details), yield* clientLines(details))
  })
).pipe(Command.withDescription("Revoke a client with its secrets and tokens, for good"))
