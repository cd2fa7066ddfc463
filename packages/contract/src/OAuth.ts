/**
 * Flow A, first step: the OAuth 2.0 token endpoint for client credentials (spec 4.1; RFC 6749 §4.4), and its metadata (RFC 8414).
 */
import { AccessToken } from "@partner-api/domain/Token"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { facts } from "./EndpointFacts.ts"
import { tokenAnswer } from "./TokenAnswer.ts"
import { OAuthErrorBody, PayloadTooLarge, UnsupportedMediaType } from "./WireErrors.ts"

/** The only grant there is. */
export const grantType = "client_credentials"

/** The form of a token request. The credentials may travel in HTTP Basic instead (RFC 6749 §2.3.1). */
export const TokenRequest = Schema.Struct({
  grant_type: Schema.Literal(grantType),
  client_id: Schema.optionalKey(Schema.String),
  client_secret: Schema.optionalKey(Schema.RedactedFromValue(Schema.String))
}).annotate({ identifier: "TokenRequest" })

/** What the service says of its token endpoint (RFC 8414 §2). */
export const AuthorizationServerMetadata = Schema.Struct({
  issuer: Schema.String,
  token_endpoint: Schema.String,
  grant_types_supported: Schema.Array(Schema.String),
  token_endpoint_auth_methods_supported: Schema.Array(Schema.String),
  response_types_supported: Schema.Array(Schema.String),
  service_documentation: Schema.String
}).annotate({ identifier: "AuthorizationServerMetadata" })

const token = HttpApiEndpoint.post("token", "/oauth/token", {
  payload: TokenRequest.pipe(HttpApiSchema.asFormUrlEncoded()),
  success: tokenAnswer(AccessToken),
  error: [
    OAuthErrorBody.pipe(HttpApiSchema.status(400)),
    OAuthErrorBody.pipe(HttpApiSchema.status(401)),
    PayloadTooLarge,
    UnsupportedMediaType
  ]
}).annotateMerge(
  facts({
    title: "Get a primary token",
    description:
      "Exchanges client credentials for a primary token (flow A). HTTP Basic and body credentials both work.",
    access: { level: "public" },
    extension: undefined,
    paginated: false,
    retry: "safe"
  })
)

const metadata = HttpApiEndpoint.get("metadata", "/.well-known/oauth-authorization-server", {
  success: AuthorizationServerMetadata
}).annotateMerge(
  facts({
    title: "Get the authorization server's metadata",
    description: "Lets generic OAuth clients configure themselves (RFC 8414).",
    access: { level: "public" },
    extension: "oauth.metadata",
    paginated: false,
    retry: "safe"
  })
)

export class OAuth extends HttpApiGroup.make("oauth")
  .add(token, metadata)
  .annotateMerge(
    OpenApi.annotations({ title: "OAuth", description: "Flow A: client credentials for a primary token" })
  ) {}
