/**
 * The OpenAPI document as the documentation page reads it: the one that is served as JSON, and what only the page understands. Adds no fact
 * about the API.
 */
import { exampleClientId, exampleClientSecret } from "@partner-api/contract/ExampleCredentials"
import { openApiDocument } from "@partner-api/contract/OpenApiDocument"
import { isJsonObject } from "@partner-api/contract/OpenApiSchemas"
import type { SampleCaller } from "@partner-api/contract/SampleCaller"
import { docsPath } from "@partner-api/contract/System"
import { exampleToken } from "@partner-api/domain/Token"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"

type Json = Schema.Json
type JsonObject = Schema.JsonObject

const formMediaType = "application/x-www-form-urlencoded"

/** The values that a visitor types: a form begins without them. */
const typed: ReadonlyArray<Json> = [exampleClientId, exampleClientSecret, exampleToken]

/** A form as the page fills it in: a list of fields. */
const fieldsOf = (form: JsonObject): ReadonlyArray<JsonObject> =>
  Object.entries(form).map(([name, value]) => ({ name, value: typed.includes(value) ? "" : value, isDisabled: false }))

/**
 * The example with which a request from the page begins, and which the page shows as an answer. The page takes both from an example of this name; beside
 * an answer without one it shows an example that it makes of the schema.
 */
const begunWith = (value: Json, isOff = false): JsonObject => ({
  examples: { default: { value, ...(isOff ? { "x-disabled": true } : {}) } }
})

const parameterOnPage = (parameter: Json): Json => {
  if (!isJsonObject(parameter)) return parameter
  const { example, ...rest } = parameter
  // A request from the page carries what must be there; the rest is filled in and left out until the reader opens it.
  return example === undefined ? parameter : { ...rest, ...begunWith(example, rest["required"] !== true) }
}

const contentOnPage = (content: JsonObject): JsonObject =>
  Record.map(content, (media, mediaType) => {
    if (!isJsonObject(media)) return media
    const { example, ...rest } = media
    if (example === undefined) return media
    return { ...rest, ...begunWith(mediaType === formMediaType && isJsonObject(example) ? fieldsOf(example) : example) }
  })

/** The body of a request or of an answer. */
const bodyOnPage = (body: Json): Json =>
  isJsonObject(body) && isJsonObject(body["content"]) ? { ...body, content: contentOnPage(body["content"]) } : body

const operationOnPage = (operation: Json): Json => {
  if (!isJsonObject(operation)) return operation
  const { parameters, requestBody, responses } = operation
  return {
    ...operation,
    ...(Array.isArray(parameters) ? { parameters: parameters.map(parameterOnPage) } : {}),
    ...(requestBody === undefined ? {} : { requestBody: bodyOnPage(requestBody) }),
    ...(isJsonObject(responses) ? { responses: Record.map(responses, bodyOnPage) } : {})
  }
}

/** Text whose links to parts of the page stay on it: the page opens any other link in a new window. */
const withinPage = (text: string, publicUrl: string): string => text.replaceAll(`(${publicUrl}${docsPath}#`, "(#")

/**
 * The document of the page. A request from the page carries the credentials of its own endpoint: the token endpoint refuses a token beside the
 * credentials.
 */
export const pageDocument = (publicUrl: string, caller: SampleCaller | undefined): JsonObject => {
  // The page is what this link leads to.
  const { externalDocs: _, info, paths, ...document } = openApiDocument(publicUrl, caller)
  return {
    ...document,
    info: isJsonObject(info) ? { ...info, description: withinPage(String(info["description"]), publicUrl) } : {},
    paths: Record.map(isJsonObject(paths) ? paths : {}, (item) =>
      isJsonObject(item) ? Record.map(item, operationOnPage) : item
    ),
    "x-scalar-set-operation-security": true
  }
}
