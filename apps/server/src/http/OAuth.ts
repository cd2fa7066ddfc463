/**
 * Handlers of the OAuth group: the token endpoint and its metadata.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { grantType, OAuth } from "@partner-api/contract/OAuth"
import { docsPath } from "@partner-api/contract/System"
import { withNoStore } from "@partner-api/contract/TokenAnswer"
import { InvalidClient, InvalidRequest, InvalidScope } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"
import { PublicUrl } from "../platform/PublicUrl.ts"
import { Clients } from "../services/Clients.ts"
import { Tokens } from "../services/Tokens.ts"
import { errorResponse } from "./ErrorResponse.ts"
import { readOAuthRequest } from "./OAuthRequest.ts"
import { checkMediaType, readBody } from "./RequestBody.ts"

const decoder = new TextDecoder("utf-8", { fatal: true })

const readForm = (request: HttpServerRequest) =>
  checkMediaType(request, "application/x-www-form-urlencoded").pipe(
    Effect.andThen(readBody(request)),
    Effect.flatMap((bytes) =>
      Effect.try({
        try: () => decoder.decode(bytes),
        catch: () => new InvalidRequest({ message: "The body is not valid UTF-8." })
      })
    )
  )

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "oauth",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* Clients
    const tokens = yield* Tokens
    const publicUrl = yield* PublicUrl

    const token = Effect.fnUntraced(function* (request: HttpServerRequest) {
      const form = yield* readForm(request)
      const { credentials, scope } = yield* Effect.fromResult(readOAuthRequest(request, form))
      const client = yield* Effect.catchTag(
        clients.authenticate(credentials.clientId, credentials.clientSecret),
        "Unauthorized",
        (error) => Effect.fail(new InvalidClient({ message: error.message }))
      )
      if (scope !== "") return yield* new InvalidScope({ message: "No scope is defined; leave the parameter out." })
      return withNoStore(yield* tokens.issuePrimary(client))
    })

    return handlers
      .handleRaw("token", ({ request }) => Effect.catch(token(request), errorResponse))
      .handle("metadata", () =>
        Effect.succeed({
          issuer: publicUrl,
          token_endpoint: `${publicUrl}${OAuth.endpoints.token.path}`,
          grant_types_supported: [grantType],
          token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
          response_types_supported: [],
          service_documentation: `${publicUrl}${docsPath}`
        })
      )
  })
)
