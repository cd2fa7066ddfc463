/**
 * `partner-api clients show CLIENT`: its grants and its secrets: how old they are, and when they were used last.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { clientId, json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"
import { clientJson, clientLines } from "./ClientText.ts"

export const show = Command.make(
  "show",
  { clientId, json },
  Effect.fnUntraced(function* (input) {
    const details = yield* onDatabase(Effect.flatMap(ClientAdministration, (clients) => clients.show(input.clientId)))
    yield* print(input.json, clientJson(details), yield* clientLines(details))
  })
).pipe(Command.withDescription("Show one client"))
