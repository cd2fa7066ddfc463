/**
 * Handlers of the secrets that a client makes and ends without its operator.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentCredentials } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { ClientSecrets } from "../../services/access/ClientSecrets.ts"

export const layer = handlersOf(
  PartnerApi,
  "clientSecrets",
  Effect.fnUntraced(function* (handlers) {
    const secrets = yield* ClientSecrets

    return handlers({
      create: () => Effect.flatMap(CurrentCredentials, secrets.create),
      remove: ({ params }) =>
        Effect.flatMap(CurrentCredentials, (caller) => secrets.remove(caller, params.clientSecretId))
    })
  })
)
