/**
 * Handlers of the OAuth group: the token endpoint, revocation, and the metadata of both.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { grantType, OAuth } from "@partner-api/contract/OAuth"
import { docsPath } from "@partner-api/contract/System"
import { withNoStore } from "@partner-api/contract/TokenAnswer"
import { InvalidClient, InvalidScope } from "@partner-api/contract/ProtocolErrors"
import { readText } from "@partner-api/contract/StrictJson"
import { Unauthorized } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import { handlersOf } from "../Handlers.ts"
import { PublicUrl } from "../../PublicUrl.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { errorResponse } from "../ErrorResponse.ts"
import { Login } from "./Login.ts"
import { readOAuthRequest, readRevokeRequest } from "./OAuthRequest.ts"
import { CurrentRequest } from "../RequestContext.ts"
import { checkMediaType, PublicBody } from "../stages/ReadBody.ts"

/** The ways of showing client credentials (RFC 8414 §2). */
const authMethods = ["client_secret_basic", "client_secret_post"]

/** Text that begins with a byte order mark is read without it. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "")

/** The request at hand, and its form. */
const readForm = (read: PublicBody["Service"]) => (endpoint: HttpApiEndpoint.Top) =>
  Effect.flatMap(CurrentRequest, (context) =>
    checkMediaType(context.incoming, "application/x-www-form-urlencoded").pipe(
      Effect.andThen(read(context, endpoint)),
      Effect.flatMap((bytes) => Effect.fromResult(Result.map(readText(bytes), withoutMark))),
      Effect.map((form) => ({ incoming: context.incoming, form }))
    )
  )

/** Wrong credentials have a code of their own at the OAuth endpoints (RFC 6749 §5.2). */
const asInvalidClient = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E | Unauthorized, R>) =>
  Effect.mapError(effect, (error) =>
    error instanceof Unauthorized ? new InvalidClient({ message: error.message }) : error
  )

export const layer = handlersOf(
  PartnerApi,
  "oauth",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* Tokens
    const publicUrl = yield* PublicUrl
    const login = yield* Login

    const formOf = readForm(yield* PublicBody)

    const token = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top) {
      const { form, incoming } = yield* formOf(endpoint)
      const { credentials, scope } = yield* Effect.fromResult(readOAuthRequest(incoming, form))
      const shown = yield* asInvalidClient(login(credentials))
      if (scope !== "") return yield* new InvalidScope({ message: "No scope is defined; leave the parameter out." })
      return withNoStore(yield* asInvalidClient(tokens.issuePrimary(shown)))
    })

    const revoke = Effect.fnUntraced(function* (endpoint: HttpApiEndpoint.Top) {
      const { form, incoming } = yield* formOf(endpoint)
      const given = yield* Effect.fromResult(readRevokeRequest(incoming, form))
      const { client } = yield* asInvalidClient(login(given.credentials))
      yield* tokens.revoke(client.id, given.token)
      return HttpServerResponse.empty({ status: 200, headers: { "cache-control": "no-store" } })
    })

    return handlers({
      token: ({ endpoint }) => Effect.catch(token(endpoint), errorResponse),
      revoke: ({ endpoint }) => Effect.catch(revoke(endpoint), errorResponse),
      resource: () =>
        Effect.succeed({
          resource: publicUrl,
          authorization_servers: [publicUrl],
          bearer_methods_supported: ["header"],
          resource_documentation: `${publicUrl}${docsPath}`
        }),
      metadata: () =>
        Effect.succeed({
          issuer: publicUrl,
          token_endpoint: `${publicUrl}${OAuth.endpoints.token.path}`,
          revocation_endpoint: `${publicUrl}${OAuth.endpoints.revoke.path}`,
          grant_types_supported: [grantType],
          token_endpoint_auth_methods_supported: authMethods,
          revocation_endpoint_auth_methods_supported: authMethods,
          response_types_supported: [],
          service_documentation: `${publicUrl}${docsPath}`
        })
    })
  })
)
