/**
 * The documentation page: the contract's own document, browsable. It carries everything it shows and asks no other host.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { grantType, type RevocationRequest, type TokenRequest } from "@partner-api/contract/OAuth"
import { openApiDocument } from "@partner-api/contract/OpenApiDocument"
import { isJsonObject } from "@partner-api/contract/OpenApiSchemas"
import { docsPath } from "@partner-api/contract/System"
import * as Effect from "effect/Effect"
import * as HttpApiScalar from "effect/http-api/HttpApiScalar"
import * as OpenApi from "effect/http-api/OpenApi"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { pagePolicy } from "./PagePolicy.ts"

type JsonObject = Schema.JsonObject

const formMediaType = "application/x-www-form-urlencoded"

/** Every form there is, as it is sent before anything is typed into it, by the name of its schema. */
const forms: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  TokenRequest: { grant_type: grantType, client_id: "", client_secret: "" } satisfies Record<
    keyof typeof TokenRequest.fields,
    string
  >,
  RevocationRequest: { token: "", client_id: "", client_secret: "" } satisfies Record<
    Exclude<keyof typeof RevocationRequest.fields, "token_type_hint">,
    string
  >
}

/**
 * A form twice, because the page reads one in two ways: its samples of code show the first example, and its request keeps what is
 * typed only in an example called `default` that is a list of fields.
 */
const examplesOf = (form: Readonly<Record<string, string>>) => ({
  sample: { value: form },
  default: { value: Object.entries(form).map(([name, value]) => ({ name, value, isDisabled: false })) }
})

/** The name of the schema that a body refers to. */
const schemaName = ({ schema }: JsonObject): string =>
  isJsonObject(schema) ? (String(schema["$ref"]).split("/").at(-1) ?? "") : ""

/** Gives every form in the document its examples. */
const withFormExamples = (json: JsonObject): JsonObject =>
  Record.map(json, (member, name) =>
    !isJsonObject(member)
      ? member
      : name === formMediaType
        ? { ...member, examples: examplesOf(forms[schemaName(member)] ?? {}) }
        : withFormExamples(member)
  )

/**
 * The document as the page reads it: the one that is served as JSON, and what only the page understands. A request from the page
 * carries what its own endpoint asks for: the token endpoint refuses a token beside the credentials.
 */
const pageDocument = (publicUrl: string): JsonObject => ({
  ...withFormExamples(openApiDocument(publicUrl)),
  "x-scalar-set-operation-security": true
})

const documented = (publicUrl: string) =>
  PartnerApi.annotateMerge(OpenApi.annotations({ transform: () => pageDocument(publicUrl) }))

const encoder = new TextEncoder()

/**
 * The page as bytes with its policy, made once: three megabytes of text, encoded and digested again for each reader, would hold up
 * everybody else.
 */
const makeOnce = (
  publicUrl: string
): ((response: HttpServerResponse.HttpServerResponse) => HttpServerResponse.HttpServerResponse) => {
  const known = new WeakMap<object, HttpServerResponse.HttpServerResponse>()
  return (response) => {
    const { body } = response
    if (body._tag !== "Uint8Array") return response
    const before = known.get(response)
    if (before !== undefined) return before
    const bytes = body.text === undefined ? body.body : encoder.encode(body.text)
    const made = HttpServerResponse.uint8Array(bytes, {
      contentType: body.contentType,
      headers: pagePolicy(bytes, publicUrl)
    })
    known.set(response, made)
    return made
  }
}

/** How the page looks. It knows more settings than its type does, so they stand here by themselves. */
const scalar = {
  // Default fonts would be fetched from elsewhere.
  withDefaultFonts: false,
  // Both would send the reader, and the document, to another host.
  showDeveloperTools: "never",
  hideClientButton: true,
  authentication: { preferredSecurityScheme: "bearer" },
  defaultOpenAllTags: true,
  // The choice among examples would offer the second form, of which samples of code make nonsense.
  customCss: ".request-card-footer-addon { display: none !important }"
} as const

const page = (publicUrl: string) => HttpApiScalar.layer(documented(publicUrl), { path: docsPath, scalar })

export const layer = Layer.unwrap(Effect.map(PublicUrl, page)).pipe(
  Layer.provide(HttpRouter.middleware(Effect.map(PublicUrl, (publicUrl) => Effect.map(makeOnce(publicUrl)))).layer)
)
