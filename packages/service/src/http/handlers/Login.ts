/**
 * Checks the credentials of a request, at whichever endpoint they are shown, and takes the request off the client's allowance.
 *
 * Failures are counted by address: after too many, wrong credentials get 429 in place of 401. Right ones are let in all the same.
 */
import { type InternalError, type RateLimited, Unauthorized, type Unavailable } from "@partner-api/domain/Errors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as Layer from "effect/Layer"
import type * as Redacted from "effect/Redacted"
import { ClientAddress } from "../ClientAddress.ts"
import { type AuthenticatedClient, Clients } from "../../services/access/Clients.ts"
import { RateLimits } from "../../services/access/RateLimits.ts"
import { CurrentRequest } from "../CurrentRequest.ts"
import { applyRateLimit } from "../RateLimitResult.ts"

export class Login extends Context.Service<
  Login,
  (
    request: HttpServerRequest,
    credentials: { readonly clientId: string; readonly clientSecret: Redacted.Redacted }
  ) => Effect.Effect<AuthenticatedClient, Unauthorized | RateLimited | Unavailable | InternalError>
>()("@partner-api/service/Login") {
  static readonly layer = Layer.effect(
    Login,
    Effect.gen(function* () {
      const clients = yield* Clients
      const limits = yield* RateLimits
      const addressOf = yield* ClientAddress
      return Login.of((request, { clientId, clientSecret }) =>
        clients.authenticate(clientId, clientSecret).pipe(
          Effect.tapError((error) =>
            error instanceof Unauthorized ? limits.failedLogin(addressOf(request)) : Effect.void
          ),
          Effect.tap(({ client }) =>
            Effect.flatMap(CurrentRequest, (record) => {
              // The log tells who asked, whether or not there is anything left.
              record.clientId = client.id
              return Effect.fromResult(applyRateLimit(record, limits.takeOfClient(client.id)))
            })
          )
        )
      )
    })
  )
}
