/**
 * Flow A, first step: the OAuth 2.0 token endpoint for client credentials (spec 4.1; RFC 6749 §4.4), the end of a token before its
 * time (RFC 7009), and what generic clients read of both (RFC 8414, RFC 9728).
 */
import { InvalidClient, InvalidScope, UnsupportedGrantType } from "./ProtocolErrors.ts"
import { RateLimited } from "@partner-api/domain/Errors"
import { AccessToken, exampleToken } from "@partner-api/domain/Token"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { exampleClientId, exampleClientSecret } from "./ExampleCredentials.ts"
import { metadata } from "./EndpointMetadata.ts"
import { tokenAnswer } from "./TokenAnswer.ts"
import { oauthAnswer, PayloadTooLarge, UnsupportedMediaType } from "./WireErrors.ts"

/** The only grant there is. */
export const grantType = "client_credentials"

/** The issuer in the examples of metadata documents: the address of some service, which is not the one that answers. */
const exampleUrl = "https://partners.example.com"

/** The form of a token request. The credentials may travel in HTTP Basic instead (RFC 6749 §2.3.1). */
export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literal(grantType),
  client_id: Schema.optionalKey(
    Schema.String.annotate({ description: "Left out with HTTP Basic", examples: [exampleClientId] })
  ),
  client_secret: Schema.optionalKey(
    Schema.RedactedFromValue(
      Schema.String.annotate({ description: "Left out with HTTP Basic", examples: [exampleClientSecret] })
    )
  )
}).annotate({ identifier: "TokenRequest", description: "Client credentials (RFC 6749 §4.4.2)" })

/** The form of a revocation. The credentials may travel in HTTP Basic instead. */
export const RevocationRequest = Schema.Struct({
  token: Schema.RedactedFromValue(
    Schema.String.annotate({ description: "The token to end", examples: [exampleToken] })
  ),
  token_type_hint: Schema.optionalKey(
    Schema.String.annotate({ description: "Allowed by RFC 7009 and not needed: tokens are of one kind" })
  ),
  client_id: TokenRequest.fields.client_id,
  client_secret: TokenRequest.fields.client_secret
}).annotate({
  identifier: "RevocationRequest",
  description: "A token of the client (RFC 7009 §2.1)",
  "x-extension": true
})

/** HTTP Basic as the OpenAPI document writes it. The OAuth endpoints and the endpoints for secrets take it. */
export const basicSecurity = {
  clientBasic: {
    type: "http",
    scheme: "basic",
    description:
      "Client id and client secret, both form-encoded first (RFC 6749 §2.3.1); at the OAuth endpoints instead of the two form fields",
    "x-extension": true
  }
}

/** The path of the token endpoint. */
const tokenPath = "/oauth/token"

/** The grant as the OpenAPI document writes it: what a generic client, or a page, needs to get a primary token. */
export const oauthSecurity = (publicUrl: string) => ({
  oauth2: {
    type: "oauth2",
    description: "Client credentials for a primary token (RFC 6749 §4.4). There are no scopes: grants decide.",
    flows: { clientCredentials: { tokenUrl: `${publicUrl}${tokenPath}`, scopes: {} } }
  }
})

/** The metadata of the token endpoint (RFC 8414 §2). */
export const AuthorizationServerMetadata = Schema.Struct({
  issuer: Schema.String,
  token_endpoint: Schema.String,
  revocation_endpoint: Schema.String,
  grant_types_supported: Schema.Array(Schema.String),
  token_endpoint_auth_methods_supported: Schema.Array(Schema.String),
  revocation_endpoint_auth_methods_supported: Schema.Array(Schema.String),
  response_types_supported: Schema.Array(Schema.String),
  service_documentation: Schema.String
}).annotate({
  identifier: "AuthorizationServerMetadata",
  description: "The metadata of the token endpoint for OAuth clients (RFC 8414)",
  examples: [
    {
      issuer: exampleUrl,
      token_endpoint: `${exampleUrl}/oauth/token`,
      revocation_endpoint: `${exampleUrl}/oauth/revoke`,
      grant_types_supported: [grantType],
      token_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      revocation_endpoint_auth_methods_supported: ["client_secret_basic", "client_secret_post"],
      response_types_supported: [],
      service_documentation: `${exampleUrl}/docs`
    }
  ],
  "x-extension": true
})

/** The metadata of the service as a protected resource (RFC 9728 §2). Every challenge names its address. */
export const ProtectedResourceMetadata = Schema.Struct({
  resource: Schema.String,
  authorization_servers: Schema.Array(Schema.String),
  bearer_methods_supported: Schema.Array(Schema.String),
  resource_documentation: Schema.String
}).annotate({
  identifier: "ProtectedResourceMetadata",
  description: "The issuer of tokens for this service (RFC 9728)",
  examples: [
    {
      resource: exampleUrl,
      authorization_servers: [exampleUrl],
      bearer_methods_supported: ["header"],
      resource_documentation: `${exampleUrl}/docs`
    }
  ],
  "x-extension": true
})

/** The errors of both endpoints that take client credentials. */
const clientErrors = [
  oauthAnswer(InvalidClient),
  oauthAnswer(RateLimited),
  PayloadTooLarge,
  UnsupportedMediaType
] as const

/** Either way of showing client credentials. */
const clientSecurity = [{}, ...Object.keys(basicSecurity).map((name) => ({ [name]: [] }))]

const token = HttpApiEndpoint.post("token", tokenPath, {
  disableCodecs: true,
  payload: TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
  success: tokenAnswer(AccessToken),
  error: [
    // Every endpoint answers invalid_request, so this list leaves it out.
    oauthAnswer(UnsupportedGrantType, InvalidScope),
    ...clientErrors
  ]
})
  // As at every token endpoint, unknown members are ignored (RFC 6749 §3.2; decisions, Errors).
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotateMerge(
    metadata({
      title: "Get a primary token",
      description:
        "Exchanges client credentials for a primary token (flow A). HTTP Basic and body credentials both work.",
      access: { level: "public" },
      extension: undefined,
      paginated: false,
      retry: "safe",
      credentials: true
    })
  )
  .annotateMerge(OpenApi.annotations({ override: { security: clientSecurity } }))

const revoke = HttpApiEndpoint.post("revoke", "/oauth/revoke", {
  disableCodecs: true,
  payload: RevocationRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
  success: HttpApiSchema.Empty(200).annotate({ description: "The token is good for nothing any more, if it ever was" }),
  error: [...clientErrors]
})
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotateMerge(
    metadata({
      title: "Revoke a token",
      description:
        "Ends a token of the client within a second; a primary token takes the tokens minted with it along. An unknown token is no error.",
      access: { level: "public" },
      extension: "oauth.revocation",
      paginated: false,
      retry: "idempotent",
      credentials: true
    })
  )
  .annotateMerge(OpenApi.annotations({ override: { security: clientSecurity, "x-extension": true } }))

const serverMetadata = HttpApiEndpoint.get("metadata", "/.well-known/oauth-authorization-server", {
  disableCodecs: true,
  success: AuthorizationServerMetadata
}).annotateMerge(
  metadata({
    title: "Get the authorization server's metadata",
    description: "Lets generic OAuth clients configure themselves (RFC 8414).",
    access: { level: "public" },
    extension: "oauth.metadata",
    paginated: false,
    retry: "safe"
  })
)

const resource = HttpApiEndpoint.get("resource", "/.well-known/oauth-protected-resource", {
  disableCodecs: true,
  success: ProtectedResourceMetadata
}).annotateMerge(
  metadata({
    title: "Get the protected resource's metadata",
    description: "Shows generic clients where tokens for this service come from (RFC 9728).",
    access: { level: "public" },
    extension: "oauth.metadata",
    paginated: false,
    retry: "safe"
  })
)

export class OAuth extends HttpApiGroup.make("oauth")
  .add(token, revoke, serverMetadata, resource)
  .annotateMerge(
    OpenApi.annotations({
      title: "OAuth",
      description: "Flow A: client credentials for a primary token, and where both are described"
    })
  ) {}
