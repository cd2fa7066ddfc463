/**
 * Handler of the client group: the client of the token.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentClient } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { Clients } from "../../services/access/Clients.ts"

export const layer = handlersOf(
  PartnerApi,
  "client",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* Clients

    return handlers({
      get: () => Effect.flatMap(CurrentClient, ({ clientId }) => clients.own(clientId))
    })
  })
)
