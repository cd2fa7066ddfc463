/**
 * The OpenAPI document of the partners' API: the names and addresses that only this API has, and what `ApiDocument.ts` makes of the
 * declarations.
 */
import type * as Schema from "effect/Schema"
import { PartnerApi } from "./Api.ts"
import { apiDocument, generatedFrom } from "./ApiDocument.ts"
import { introduction } from "./Introduction.ts"
import { basicSecurity, OAuth, oauthSecurity } from "./OAuth.ts"
import { Organizations } from "./Organizations.ts"
import type { SampleCaller } from "./SampleCaller.ts"
import { docsPath } from "./System.ts"
import { WebhookApi } from "./WebhookApi.ts"

/**
 * The document of the contract, for a service at the address `publicUrl`. `caller` is the client of a sandbox, whose credentials the samples
 * and the introduction show.
 */
export const openApiDocument = (publicUrl: string, caller?: SampleCaller): Schema.JsonObject =>
  apiDocument(PartnerApi, {
    publicUrl,
    introduction: introduction(`${publicUrl}${docsPath}`, caller),
    docsPath,
    securitySchemes: basicSecurity,
    primarySchemes: oauthSecurity(publicUrl),
    webhooks: generatedFrom(WebhookApi),
    samples: {
      publicUrl,
      caller,
      tokenPaths: { primary: OAuth.endpoints.token.path, scoped: Organizations.endpoints.token.path }
    }
  })
