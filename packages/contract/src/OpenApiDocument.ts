/**
 * The OpenAPI document of the partners' API: what its readers need before the first request, and what `ApiDocument.ts` makes of the
 * declarations.
 */
import { limitMax } from "@partner-api/domain/Pagination"
import type * as Schema from "effect/Schema"
import { PartnerApi } from "./Api.ts"
import { apiDocument } from "./ApiDocument.ts"
import { partnerTokenHeader } from "./Middleware.ts"
import { basicSecurity, OAuth } from "./OAuth.ts"
import { Organizations } from "./Organizations.ts"
import { PartnerAuth } from "./PartnerAuth.ts"
import { pathTemplate } from "./Path.ts"
import { docsPath } from "./System.ts"

/** Method and path of an endpoint, as readers know them. */
const called = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `\`${method} ${pathTemplate(path)}\``

/** What a reader needs before the first request; Markdown. */
const introduction = `
## From credentials to data

1. ${called(OAuth.endpoints.token)} exchanges your client id and client secret for a primary token.
2. ${called(Organizations.endpoints.list)} lists the organizations that you may work for.
3. ${called(Organizations.endpoints.token)} gives a token for one of them. Everything inside an organization takes that token.

Or, when you work for one organization: ${called(PartnerAuth.endpoints.token)} takes the credentials as JSON, and its token is good
for all of it. Send a token as \`Authorization: Bearer …\` or as \`${partnerTokenHeader}: …\`, never in both.

## Lists

A page holds up to ${limitMax} items. Request the address in \`next\`, as it stands there, until \`next\` is \`null\`. What stays
unchanged during the whole walk appears exactly once, whatever else is added or removed meanwhile.

## Errors

Every error is \`{"error": code, "message": sentence}\`. Programs decide by the code. \`details\` names every mistake in a request, and
\`request_id\` names the answer when you ask for help. An unknown member or parameter is an error, so that no typo passes in silence.
`

/** The document of the contract, for a service at the address `publicUrl`. */
export const openApiDocument = (publicUrl: string): Schema.JsonObject =>
  apiDocument(PartnerApi, { publicUrl, introduction, docsPath, securitySchemes: basicSecurity })
