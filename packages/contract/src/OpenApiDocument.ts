/**
 * The OpenAPI 3.1 document, made from the contract. What the generator cannot know is added here: headers that every answer
 * carries, integers in the query, and the mark of extensions.
 */
import { limitDefault, limitMax } from "@partner-api/domain/Pagination"
import * as OpenApi from "effect/http-api/OpenApi"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import { PartnerApi } from "./Api.ts"

const header = (description: string, schema: Schema.Json): Schema.Json => ({ description, schema })

const headersOf = (status: string): { readonly [name: string]: Schema.Json } => ({
  "X-Request-Id": header("Names this answer in logs", { type: "string" }),
  ...(status === "401" || status === "403"
    ? { "WWW-Authenticate": header("The challenge (RFC 6750)", { type: "string" }) }
    : {}),
  ...(status === "429" || status === "503"
    ? { "Retry-After": header("Seconds to wait", { type: "integer", minimum: 0 }) }
    : {})
})

const isLimit = (parameter: OpenApi.OpenAPISpecParameter): boolean =>
  parameter.in === "query" && parameter.name === "limit"

const limitSchema = { type: "integer", minimum: 1, maximum: limitMax, default: limitDefault } as const

const isOperation = (value: unknown): value is OpenApi.OpenAPISpecOperation => Predicate.hasProperty(value, "responses")

const withHeaders = (operation: OpenApi.OpenAPISpecOperation) => ({
  ...operation,
  parameters: operation.parameters.map((parameter) =>
    isLimit(parameter) ? { ...parameter, schema: limitSchema } : parameter
  ),
  responses: Record.map(operation.responses, (response, status) => ({
    ...response,
    headers: { ...response.headers, ...headersOf(status) }
  }))
})

const toJson = Schema.decodeUnknownSync(Schema.fromJsonString(Schema.Record(Schema.String, Schema.Json)))

/** The document of the contract, for a service at the address `publicUrl`. */
export const openApiDocument = (publicUrl: string): { readonly [name: string]: Schema.Json } => {
  const spec = OpenApi.fromApi(PartnerApi, { includeAnnotationKey: (key) => key === "x-extension" })
  const paths = Record.map(spec.paths, (item) =>
    Object.fromEntries(
      Object.entries(item).map(([method, operation]) => [
        method,
        isOperation(operation) ? withHeaders(operation) : operation
      ])
    )
  )
  return toJson(JSON.stringify({ ...spec, servers: [{ url: publicUrl }], paths }))
}
