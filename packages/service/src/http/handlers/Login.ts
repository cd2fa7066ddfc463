/**
 * Checks the credentials of a request, at whichever endpoint they are shown, and takes the request off the client's allowance.
 *
 * Failures are counted by address: after too many, wrong credentials get 429 in place of 401. Right ones are let in all the same.
 */
import { type InternalError, type RateLimited, Unauthorized, type Unavailable } from "@partner-api/domain/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { ClientAddress } from "../ClientAddress.ts"
import { type AuthenticatedClient, Clients } from "../../services/access/Clients.ts"
import { RateLimits } from "../../services/access/RateLimits.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { applyRateLimit } from "../stages/LimitRate.ts"

export class Login extends Context.Service<
  Login,
  (credentials: {
    readonly clientId: string
    readonly clientSecret: Redacted.Redacted
  }) => Effect.Effect<AuthenticatedClient, Unauthorized | RateLimited | Unavailable | InternalError>
>()("@partner-api/service/Login") {
  static readonly layer = Layer.effect(
    Login,
    Effect.gen(function* () {
      const clients = yield* Clients
      const limits = yield* RateLimits
      const addressOf = yield* ClientAddress
      return Login.of(({ clientId, clientSecret }) =>
        Effect.flatMap(CurrentRequest, (context) =>
          clients.authenticate(clientId, clientSecret).pipe(
            Effect.tapError((error) =>
              error instanceof Unauthorized ? limits.failedLogin(addressOf(context.incoming)) : Effect.void
            ),
            Effect.tap(({ client, secretDigest }) => {
              // The log names who called, whether or not there is anything left.
              context.caller = { kind: "client", clientId: client.id, secretDigest }
              const refusal = applyRateLimit(context, limits.takeOfClient(client.id))
              return refusal === undefined ? Effect.void : Effect.fail(refusal)
            })
          )
        )
      )
    })
  )
}
