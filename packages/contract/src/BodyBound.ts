/**
 * The bound of the body of a request (decisions, Limits): as large as the largest valid body of its schema, with every character
 * escaped, rounded up to a power of two.
 *
 * Derived from the JSON Schema of the body, so that a new member moves the bound. White space between tokens is not counted: the
 * rounding leaves room for it. Reading bodies is the server's work.
 */
import { isTokenOptional } from "@partner-api/domain/Token"
import * as Context from "effect/Context"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import { EndpointMetadata } from "./EndpointMetadata.ts"
import { isJsonObject, tidy } from "./OpenApiSchemas.ts"

/** The bound of endpoints that need no token, in bytes: credentials fit many times, and a caller without one holds little memory. */
export const publicBodyBytesMax = 16_384

/** No bound is larger, in bytes: reading this much takes milliseconds. */
export const bodyBytesCeiling = 262_144

/** A code unit of UTF-16 as JSON escapes it: `\u0061`. */
const escapeBytes = 6

/** A character beyond the first plane is two code units. */
const characterBytes = 2 * escapeBytes

/** The longest number without redundant digits: a safe integer with sign, point and exponent. */
const numberBytes = 24

const quotesBytes = 2
const bracketsBytes = 2

/** The bytes of text that is known, as a JSON string with every character escaped. */
const textBytes = (text: string): number => text.length * escapeBytes + quotesBytes

/** The bytes of values with commas between them, in brackets or braces. */
const enclosed = (valueBytes: ReadonlyArray<number>): number =>
  valueBytes.reduce((sum, bytes) => sum + bytes + 1, bracketsBytes)

type JsonObject = Schema.JsonObject

const isList: (json: Schema.Json | undefined) => json is ReadonlyArray<Schema.Json> = Array.isArray

/** The bytes of the largest JSON text that a schema accepts; infinite where nothing bounds it. */
const largest = (schema: Schema.Json | undefined, definitions: JsonObject): number => {
  if (!isJsonObject(schema)) return Number.POSITIVE_INFINITY
  const { $ref, anyOf, enum: values, items, maxItems, maxLength, properties, type } = schema
  if (Predicate.isString($ref)) return largest(definitions[$ref.split("/").at(-1) ?? ""], definitions)
  if (isList(anyOf)) return Math.max(...anyOf.map((member) => largest(member, definitions)))
  if (isList(type)) return Math.max(...type.map((one) => largest({ ...schema, type: one }, definitions)))
  if (isList(values)) return Math.max(...values.map((value) => textBytes(String(value))))
  switch (type) {
    case "string":
      return Predicate.isNumber(maxLength) ? maxLength * characterBytes + quotesBytes : Number.POSITIVE_INFINITY
    case "integer":
    case "number":
      return numberBytes
    case "boolean":
      return "false".length
    case "null":
      return "null".length
    case "array":
      return Predicate.isNumber(maxItems)
        ? enclosed(Array.from({ length: maxItems }, () => largest(items, definitions)))
        : Number.POSITIVE_INFINITY
    case "object":
      return isJsonObject(properties)
        ? enclosed(
            Object.entries(properties).map(([name, member]) => textBytes(name) + 1 + largest(member, definitions))
          )
        : Number.POSITIVE_INFINITY
    default:
      return Number.POSITIVE_INFINITY
  }
}

const toJson = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

/** The bytes of the largest valid body of a schema, every character escaped; infinite where a string or an array has no bound. */
export const largestBodyBytes = (body: Schema.Top): number => {
  const document = Schema.toJsonSchemaDocument(body, { includeAnnotationKey: (key) => key === "maxLength" })
  const definitions = toJson(document.definitions)
  return largest(tidy(toJson(document.schema), definitions), tidy(definitions, definitions))
}

/** The bound of a body that is read for somebody with a token, in bytes. */
export const jsonBytesMaxOf = (body: Schema.Top): number =>
  Math.min(bodyBytesCeiling, 2 ** Math.ceil(Math.log2(largestBodyBytes(body))))

type Endpoint = Pick<HttpApiEndpoint.Top, "annotations" | "payload">

const boundOf = ({ annotations, payload }: Endpoint): number | undefined => {
  const { access, optionalBody } = Context.getUnsafe(annotations, EndpointMetadata)
  const [declared] = [...payload.values()].flatMap(({ schemas }) => schemas)
  const body = declared ?? optionalBody
  if (body === undefined) return undefined
  return access.level === "public" || isTokenOptional(access) ? publicBodyBytesMax : jsonBytesMaxOf(body)
}

const known = new WeakMap<object, number | undefined>()

/** The bound of the body of an endpoint, in bytes; nothing where it reads none. Found out once for each endpoint. */
export const bodyBytesMaxOf = (endpoint: Endpoint): number | undefined => {
  if (!known.has(endpoint)) known.set(endpoint, boundOf(endpoint))
  return known.get(endpoint)
}
