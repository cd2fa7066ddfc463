/**
 * Examples of the OpenAPI document: what each request and each answer looks like, made of the `examples` that schemas are annotated with.
 *
 * Knows no endpoint. An object without an example of its own is made of its members; an optional member of which nothing is known is
 * left out.
 */
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"
import { isJsonObject, reachable, schemaName } from "./OpenApiSchemas.ts"

type Json = Schema.Json
type JsonObject = Schema.JsonObject

const isArray: (json: Json | undefined) => json is ReadonlyArray<Json> = Array.isArray

/** A value from the annotations of a schema itself: an example, a listed value, else its constant or default. */
const ownOf = ({ const: constant, default: byDefault, enum: values, examples }: JsonObject): Json | undefined => {
  const [first] = [examples, values].filter(isArray).filter(({ length }) => length > 0)
  return first === undefined ? (constant ?? byDefault) : first[0]
}

/** Schemas within schemas are few; one that refers to itself has no example. */
const depthMax = 16

const ofMembers = (schema: JsonObject, schemas: JsonObject, depth: number): JsonObject | undefined => {
  const { properties, required } = schema
  if (!isJsonObject(properties)) return undefined
  const members = Object.entries(properties).flatMap(([name, property]): ReadonlyArray<[string, Json]> => {
    const example = exampleOf(property, schemas, depth + 1)
    return example === undefined ? [] : [[name, example]]
  })
  const shown = Object.fromEntries(members)
  return isArray(required) && required.some((name) => !(String(name) in shown)) ? undefined : shown
}

/** An example of a schema; `undefined` when it has none and nothing that it is made of has. */
export const exampleOf = (schema: Json | undefined, schemas: JsonObject, depth = 0): Json | undefined => {
  if (!isJsonObject(schema) || depth > depthMax) return undefined
  const { $ref, anyOf, items, oneOf } = schema
  const own = ownOf(schema)
  if (own !== undefined) return own
  if (typeof $ref === "string") return exampleOf(schemas[schemaName($ref)], schemas, depth + 1)
  for (const choice of [oneOf, anyOf].filter(isArray).flat()) {
    const example = exampleOf(choice, schemas, depth + 1)
    if (example !== undefined) return example
  }
  if (schema["type"] === "array") {
    const item = exampleOf(items, schemas, depth + 1)
    return item === undefined ? undefined : [item]
  }
  return ofMembers(schema, schemas, depth)
}

/** The codes of an answer and what each of them means, for the description of the answer. */
const describedCode = /`([a-z_]+)`: ([^|]+)/g

/** The `request_id` of every example. */
const requestId = "0b6f4c1e-8d3a-4b57-9a53-5f2f7c1d8e90"

/** Whether a body is one that OAuth clients read: it has the message twice. */
const isOfOAuth = (schema: Json, schemas: JsonObject): boolean =>
  [...reachable(schema, schemas)].some((name) => {
    const { properties } = isJsonObject(schemas[name]) ? schemas[name] : {}
    return isJsonObject(properties) && "error_description" in properties
  })

/** An example of each error of an answer, by its code. */
const errorsOf = (description: Json | undefined, schema: Json, schemas: JsonObject): JsonObject =>
  Object.fromEntries(
    Array.from(String(description).matchAll(describedCode), ([, code = "", text = ""]) => {
      const message = text.trim()
      const problem = text.includes("`details`") ? exampleOf(schemas["Problem"], schemas) : undefined
      const value: JsonObject = {
        error: code,
        message,
        request_id: requestId,
        ...(problem === undefined ? {} : { details: [problem] }),
        ...(isOfOAuth(schema, schemas) ? { error_description: message } : {})
      }
      return [code, { value }]
    })
  )

const mediaWithExamples = (media: JsonObject, description: Json | undefined, schemas: JsonObject): JsonObject => {
  const { schema = null } = media
  const errors = errorsOf(description, schema, schemas)
  if (Object.keys(errors).length > 0) return { ...media, examples: errors }
  const example = exampleOf(schema, schemas)
  return example === undefined ? media : { ...media, example }
}

/** The body of a request or of an answer with examples: one of what it is about, or one of each error. */
export const withExamples = (body: JsonObject, schemas: JsonObject): JsonObject => {
  const { content, description } = body
  return isJsonObject(content)
    ? {
        ...body,
        content: Record.map(content, (media) =>
          isJsonObject(media) ? mediaWithExamples(media, description, schemas) : media
        )
      }
    : body
}
