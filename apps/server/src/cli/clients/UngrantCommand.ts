/**
 * `partner-api clients ungrant CLIENT ORGANIZATION`: closes an organization to a client. Tokens for it open nothing any more.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { clientId, json, organizationId } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { clientJson, clientLines } from "./ClientText.ts"

export const ungrant = Command.make(
  "ungrant",
  { clientId, organizationId, json },
  Effect.fnUntraced(function* (input) {
    const details = yield* writeToDatabase(
      Effect.flatMap(ClientAdministration, (clients) =>
        Effect.andThen(clients.ungrant(input.clientId, input.organizationId), clients.show(input.clientId))
      )
    )
    yield* print(input.json, clientJson(details), yield* clientLines(details))
  })
).pipe(Command.withDescription("Take a grant back"))
