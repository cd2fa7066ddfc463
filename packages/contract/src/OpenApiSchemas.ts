/**
 * Brings the JSON Schemas of the OpenAPI document into the form that readers and code generators expect.
 *
 * Knows nothing of endpoints: it gets which shapes are requests. No rule here changes which values a schema accepts, except
 * for members it does not name: answers are open, so that a new optional member breaks nobody's generated client.
 */
import { type Deprecation, deprecationKey, deprecationSentence } from "@partner-api/domain/Deprecation"
import * as Predicate from "effect/Predicate"
import * as Record from "effect/Record"
import type * as Schema from "effect/Schema"

type JsonObject = Schema.JsonObject

export const isJsonObject = (json: Schema.Json | undefined): json is JsonObject => Predicate.isObject(json)

const isArray: (json: Schema.Json | undefined) => json is ReadonlyArray<Schema.Json> = Array.isArray

/** The name of a shared schema in a reference to it. */
export const schemaName = ($ref: string): string => $ref.split("/").at(-1) ?? ""

/** The names of the shared schemas that some JSON refers to, those that they refer to included. */
export const reachable = (json: Schema.Json, schemas: JsonObject): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (part: Schema.Json): void => {
    for (const [, name = ""] of JSON.stringify(part).matchAll(/"#\/components\/schemas\/([^"]+)"/g)) {
      const schema = schemas[name]
      if (schema === undefined || found.has(name)) continue
      found.add(name)
      visit(schema)
    }
  }
  visit(json)
  return found
}

/** Keywords of which the narrower value counts when both sides of `allOf` have them. */
const narrower: Readonly<Record<string, (a: number, b: number) => number>> = {
  minimum: Math.max,
  maximum: Math.min,
  minLength: Math.max,
  maxLength: Math.min
}

/** Both schemas in one; nothing when they cannot be one. */
const merge = (left: JsonObject, right: Schema.Json): JsonObject | undefined => {
  if (!isJsonObject(right) || "$ref" in left || "$ref" in right) return undefined
  const both: Record<string, Schema.Json> = { ...left }
  for (const [key, value] of Object.entries(right)) {
    const present = both[key]
    const narrow = narrower[key]
    if (present === undefined) both[key] = value
    else if (narrow !== undefined && typeof present === "number" && typeof value === "number") {
      both[key] = narrow(present, value)
    } else return undefined
  }
  return both
}

/** Writes checks beside the type instead of under `allOf`, where generators overlook them. */
const withoutAllOf = (schema: JsonObject): JsonObject => {
  const { allOf, ...rest } = schema
  if (!isArray(allOf)) return schema
  return allOf.reduce<JsonObject | undefined>((all, member) => all && merge(all, member), rest) ?? schema
}

/** A bound that only keeps the number exact in JSON. */
const isRedundant = (value: Schema.Json, key: string): boolean =>
  (key === "minimum" && value === Number.MIN_SAFE_INTEGER) || (key === "maximum" && value === Number.MAX_SAFE_INTEGER)

/** Writes "or null" as a second type, which generators read as such. */
const asNullable = (schema: JsonObject): JsonObject => {
  const { anyOf, ...rest } = schema
  const types = isArray(anyOf)
    ? anyOf.flatMap((member) => (isJsonObject(member) && Object.keys(member).join() === "type" ? [member["type"]] : []))
    : []
  return isArray(anyOf) && types.length === anyOf.length && types.includes("null")
    ? { type: types.filter((type) => type !== undefined), ...rest }
    : schema
}

const int32Max = 2 ** 31 - 1

/** Integers are called so, and those beyond 32 bits are marked: generators take 32 bits otherwise. */
const asInteger = (schema: JsonObject): JsonObject => {
  const { enum: values, maximum, type } = schema
  if (type === "number" && isArray(values) && values.every(Number.isInteger)) return { ...schema, type: "integer" }
  return type === "integer" && typeof maximum === "number" && maximum > int32Max
    ? { ...schema, format: "int64" }
    : schema
}

const isDeprecation = (json: Schema.Json | undefined): json is JsonObject & Deprecation =>
  isJsonObject(json) && ["since", "sunset", "replacement"].every((name) => typeof json[name] === "string")

/** Marks what is deprecated as such, with its dates in the description. */
const asDeprecated = (schema: JsonObject): JsonObject => {
  const { [deprecationKey]: deprecation, ...rest } = schema
  if (!isDeprecation(deprecation)) return schema
  const { description } = rest
  const texts = [deprecationSentence(deprecation), ...(typeof description === "string" ? [description] : [])]
  return { ...rest, description: texts.join(" "), deprecated: true }
}

/** The annotation of a union that names the member by which its alternatives differ. */
export const discriminatorKey = "problemMember"

/** Declares for generators how to distinguish the alternatives of a union. */
const withDiscriminator = (schema: JsonObject, schemas: JsonObject): JsonObject => {
  const { [discriminatorKey]: propertyName, anyOf, ...rest } = schema
  if (typeof propertyName !== "string" || !isArray(anyOf)) return schema
  const mapping = anyOf.flatMap((alternative) => {
    const $ref = isJsonObject(alternative) ? alternative["$ref"] : undefined
    const target = typeof $ref === "string" ? schemas[schemaName($ref)] : undefined
    const properties = isJsonObject(target) ? target["properties"] : undefined
    const property = isJsonObject(properties) ? properties[propertyName] : undefined
    const values = isJsonObject(property) ? property["enum"] : undefined
    return isArray(values) && $ref !== undefined ? values.map((value) => [String(value), $ref] as const) : []
  })
  return { ...rest, oneOf: anyOf, discriminator: { propertyName, mapping: Object.fromEntries(mapping) } }
}

/** Tidies a schema, or every schema within other JSON. `schemas` are the shared ones. */
export const tidy = (json: JsonObject, schemas: JsonObject): JsonObject => {
  const within = (part: Schema.Json): Schema.Json =>
    isArray(part) ? part.map(within) : isJsonObject(part) ? tidy(part, schemas) : part
  const kept = Record.filter(
    Record.map(json, within),
    (value, key) => !(key === "additionalProperties" && value === false) && !isRedundant(value, key)
  )
  return withDiscriminator(asDeprecated(asNullable(asInteger(withoutAllOf(kept)))), schemas)
}

/** The name of the schema of which a page has items. */
const listedIn = (page: Schema.Json): ReadonlyArray<string> => {
  const properties = isJsonObject(page) ? page["properties"] : undefined
  const content = isJsonObject(properties) ? properties["content"] : undefined
  const items = isJsonObject(content) ? content["items"] : undefined
  return isJsonObject(items) && typeof items["$ref"] === "string" ? [schemaName(items["$ref"])] : []
}

/**
 * Leaves out the examples of schemas that lists hold: linters take what stands in a member called `content` for a media type. Answers show
 * them.
 */
export const withoutListedExamples = (schemas: JsonObject): JsonObject => {
  const listed = new Set(Object.values(schemas).flatMap(listedIn))
  return Record.map(schemas, (schema, name) => {
    if (!listed.has(name) || !isJsonObject(schema)) return schema
    const { examples: _, ...rest } = schema
    return rest
  })
}

/**
 * Closes a schema of a request: it accepts no members that it does not name. A schema that answers use too stays open itself
 * and is closed where the request refers to it.
 */
export const close = (schema: JsonObject, answered: ReadonlySet<string>): JsonObject => {
  const within = (part: Schema.Json): Schema.Json =>
    isArray(part) ? part.map(within) : isJsonObject(part) ? close(part, answered) : part
  const { $ref, properties } = schema
  if (typeof $ref === "string") {
    return answered.has(schemaName($ref)) ? { ...schema, unevaluatedProperties: false } : schema
  }
  const inner = Record.map(schema, within)
  return properties === undefined ? inner : { ...inner, additionalProperties: false }
}
