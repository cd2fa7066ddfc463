/**
 * What several tests share: the OpenAPI document as plain data.
 *
 * Knows no endpoint and no error by name.
 */
import { readFileSync } from "node:fs"

import { openApiDocument } from "../src/OpenApiDocument.ts"
import { pathTemplate } from "../src/Path.ts"
import type { EndpointEntry } from "../src/Reflection.ts"

/** The address that the committed document names. */
export const publicUrl = "http://127.0.0.1:8080"

/** As much of OpenAPI as the tests read. */
export interface SchemaJson {
  readonly $ref?: string
  readonly additionalProperties?: boolean
  readonly oneOf?: ReadonlyArray<SchemaJson>
  readonly items?: SchemaJson
  readonly pattern?: string
  readonly properties?: Readonly<Record<string, SchemaJson>>
  readonly unevaluatedProperties?: boolean
  readonly "x-extension"?: boolean
  readonly [keyword: string]: unknown
}
interface Media {
  readonly schema: SchemaJson
  readonly example?: unknown
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}
export type Content = Readonly<Record<string, Media>>
export interface Operation {
  readonly operationId: string
  readonly summary: string
  readonly description: string
  readonly tags: ReadonlyArray<string>
  readonly security: ReadonlyArray<object>
  readonly parameters: ReadonlyArray<{
    readonly name: string
    readonly in: string
    readonly description?: string
    readonly schema: SchemaJson
    readonly example?: unknown
    readonly "x-extension"?: boolean
  }>
  readonly requestBody?: {
    readonly required: boolean
    readonly description?: string
    readonly content: Content
    readonly "x-extension"?: boolean
  }
  readonly responses: Readonly<
    Record<
      string,
      { readonly description: string; readonly content?: Content; readonly headers: Readonly<Record<string, object>> }
    >
  >
  readonly "x-extension"?: boolean
}
interface Document {
  readonly openapi: string
  readonly tags: ReadonlyArray<{ readonly name: string; readonly description?: string }>
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly components: {
    readonly headers: Readonly<Record<string, object>>
    readonly schemas: Readonly<Record<string, SchemaJson>>
    readonly securitySchemes: Readonly<Record<string, object>>
  }
}

export const documentText = JSON.stringify(openApiDocument(publicUrl))
export const document: Document = JSON.parse(documentText)
export const committed: Document = JSON.parse(readFileSync(new URL("../openapi.json", import.meta.url), "utf8"))

/** Every operation of the document with its place. */
export const operations = Object.entries(document.paths).flatMap(([path, item]) =>
  Object.entries(item).map(([method, operation]) => ({ path, method, operation }))
)

/** The operation that documents an endpoint. */
export const operationOf = ({ method, path }: Pick<EndpointEntry, "method" | "path">): Operation => {
  const operation = document.paths[pathTemplate(path)]?.[method.toLowerCase()]
  if (operation === undefined) throw new Error(`${method} ${path} is not documented`)
  return operation
}

/** A schema, or the shared one it refers to. */
export const resolved = (schema: SchemaJson | undefined): SchemaJson =>
  schema?.$ref === undefined ? (schema ?? {}) : (document.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? {})

/** A schema, or each of those of which a value has one. */
export const alternativesOf = (schema: SchemaJson | undefined): ReadonlyArray<SchemaJson> => {
  const { oneOf, ...one } = resolved(schema)
  return oneOf === undefined ? [one] : oneOf.flatMap(alternativesOf)
}
