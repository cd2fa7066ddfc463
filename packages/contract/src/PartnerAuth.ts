/**
 * Flow B: client credentials as JSON for a token in `X-Auth-Token` (spec 4.5).
 */
import { AccessToken } from "@partner-api/domain/Token"
import * as HttpApi from "effect/http-api/HttpApi"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Schema from "effect/Schema"
import { metadata } from "./EndpointMetadata.ts"
import { exampleClientId, exampleClientSecret } from "./ExampleCredentials.ts"
import { tokenAnswer } from "./TokenAnswer.ts"
import { JsonBody } from "./Middleware.ts"
import { RateLimited, Unauthorized } from "./WireErrors.ts"

/** The credentials of flow B. */
export const ClientCredentials = Schema.Struct({
  client_id: Schema.String.annotate({ examples: [exampleClientId] }),
  client_secret: Schema.RedactedFromValue(Schema.String.annotate({ examples: [exampleClientSecret] }))
}).annotate({ identifier: "ClientCredentials", description: "Client credentials, issued to the partner" })

const token = HttpApiEndpoint.post("token", "/v1/auth/token", {
  disableCodecs: true,
  payload: ClientCredentials,
  success: tokenAnswer(AccessToken),
  error: [Unauthorized, RateLimited]
})
  .middleware(JsonBody)
  // As at every token endpoint, unknown members are ignored (RFC 6749 §3.2; decisions, Errors).
  .annotate(HttpApi.PayloadParseOptions, { errors: "all" })
  .annotateMerge(
    metadata({
      title: "Get a partner token",
      description:
        "Exchanges client credentials for a token (flow B). With a default organization it is good for that organization as well.",
      access: { level: "public" },
      extension: undefined,
      paginated: false,
      retry: "safe",
      credentials: true
    })
  )

export class PartnerAuth extends HttpApiGroup.make("partnerAuth")
  .add(token)
  .annotateMerge(OpenApi.annotations({ title: "Partner token", description: "Flow B: client credentials as JSON" })) {}
