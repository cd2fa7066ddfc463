/**
 * The OpenAPI document of the operators' API (`../ApiDocument.ts`).
 */
import type * as Schema from "effect/Schema"
import { apiDocument } from "../ApiDocument.ts"
import { consolePath, OperatorApi } from "./OperatorApi.ts"

/** The introduction for a reader before the first request; Markdown. */
const introduction = `
This API is for the operators of the service and their programs. It is served beside the console, on a listener of its own, and shares errors,
cursors and idempotency keys with the API for partners.

An operator signs in with the link that \`partner-api console login --operator NAME\` prints: its token goes to \`POST /operator/v1/session\`, which
sets the cookie of a session. A request that changes something needs the header \`Origin\` with the address of the console. A \`viewer\` reads; an
\`admin\` changes too.
`

/** The document, for a listener at the address `publicUrl`. */
export const operatorDocument = (publicUrl: string): Schema.JsonObject =>
  apiDocument(OperatorApi, {
    publicUrl,
    introduction,
    docsPath: consolePath,
    securitySchemes: {},
    primarySchemes: {}
  })
