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
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import { PublicUrl } from "../../PublicUrl.ts"
import { Tokens } from "../../services/access/Tokens.ts"
import { errorResponse } from "../ErrorResponse.ts"
import { Login } from "./Login.ts"
import { readOAuthRequest, readRevokeRequest } from "./OAuthRequest.ts"
import { checkMediaType, PublicBody } from "../middleware/RequestBody.ts"

/** The ways of showing client credentials (RFC 8414 §2). */
const authMethods = ["client_secret_basic", "client_secret_post"]

/** Text that begins with a byte order mark is read without it. */
const withoutMark = (text: string): string => text.replace(/^\uFEFF/, "")

const readForm = (read: PublicBody["Service"]) => (request: HttpServerRequest, endpoint: HttpApiEndpoint.Top) =>
  checkMediaType(request, "application/x-www-form-urlencoded").pipe(
    Effect.andThen(read(request, endpoint)),
    Effect.flatMap((bytes) => Effect.fromResult(Result.map(readText(bytes), withoutMark)))
  )

/** Wrong credentials have a code of their own at the OAuth endpoints (RFC 6749 §5.2). */
const asInvalidClient = <A, E extends { readonly _tag: string }, R>(effect: Effect.Effect<A, E | Unauthorized, R>) =>
  Effect.mapError(effect, (error) =>
    error instanceof Unauthorized ? new InvalidClient({ message: error.message }) : error
  )

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "oauth",
  Effect.fnUntraced(function* (handlers) {
    const tokens = yield* Tokens
    const publicUrl = yield* PublicUrl
    const login = yield* Login

    const formOf = readForm(yield* PublicBody)

    const token = Effect.fnUntraced(function* (request: HttpServerRequest, endpoint: HttpApiEndpoint.Top) {
      const form = yield* formOf(request, endpoint)
      const { credentials, scope } = yield* Effect.fromResult(readOAuthRequest(request, form))
      const shown = yield* asInvalidClient(login(request, credentials))
      if (scope !== "") return yield* new InvalidScope({ message: "No scope is defined; leave the parameter out." })
      return withNoStore(yield* asInvalidClient(tokens.issuePrimary(shown)))
    })

    const revoke = Effect.fnUntraced(function* (request: HttpServerRequest, endpoint: HttpApiEndpoint.Top) {
      const form = yield* formOf(request, endpoint)
      const given = yield* Effect.fromResult(readRevokeRequest(request, form))
      const { client } = yield* asInvalidClient(login(request, given.credentials))
      yield* tokens.revoke(client.id, given.token)
      return HttpServerResponse.empty({ status: 200, headers: { "cache-control": "no-store" } })
    })

    return handlers
      .handleRaw("token", ({ request, endpoint }) => Effect.catch(token(request, endpoint), errorResponse))
      .handleRaw("revoke", ({ request, endpoint }) => Effect.catch(revoke(request, endpoint), errorResponse))
      .handle("resource", () =>
        Effect.succeed({
          resource: publicUrl,
          authorization_servers: [publicUrl],
          bearer_methods_supported: ["header"],
          resource_documentation: `${publicUrl}${docsPath}`
        })
      )
      .handle("metadata", () =>
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
      )
  })
)
