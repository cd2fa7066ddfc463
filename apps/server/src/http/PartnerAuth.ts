/**
 * Handler of flow B: credentials as JSON for a token.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { withNoStore } from "@partner-api/contract/TokenAnswer"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Clients } from "../services/Clients.ts"
import { Tokens } from "../services/Tokens.ts"

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "partnerAuth",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* Clients
    const tokens = yield* Tokens

    return handlers.handle("token", ({ payload }) =>
      clients
        .authenticate(payload.client_id, payload.client_secret)
        .pipe(Effect.flatMap(tokens.issuePartner), Effect.map(withNoStore))
    )
  })
)
