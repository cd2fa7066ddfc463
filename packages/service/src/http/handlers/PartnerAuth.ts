/**
 * Handler of flow B: credentials as JSON for a token.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { withNoStore } from "@partner-api/contract/TokenAnswer"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { Login } from "./Login.ts"

export const layer = handlersOf(
  PartnerApi,
  "partnerAuth",
  Effect.fnUntraced(function* (handlers) {
    const login = yield* Login
    const tokens = yield* Tokens

    return handlers({
      token: ({ payload }) =>
        login({ clientId: payload.client_id, clientSecret: payload.client_secret }).pipe(
          Effect.flatMap(tokens.issuePartner),
          Effect.map(withNoStore)
        )
    })
  })
)
