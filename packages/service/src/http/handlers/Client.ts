/**
 * Handler of the client group: the client of the token.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentClient } from "@partner-api/contract/Middleware"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Clients } from "../../services/access/Clients.ts"

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "client",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* Clients

    return handlers.handle("get", () => Effect.flatMap(CurrentClient, ({ clientId }) => clients.own(clientId)))
  })
)
