/**
 * The largest valid value of a schema, from its own bounds: every text at its maximum, every list full, every member given.
 *
 * Knows shapes and bounds. Which record an identifier names, and what contradicts something else, stands in `WorstEndpoints.ts`.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import type { MakeText } from "./Alphabet.ts"

type Json = Schema.Json
type JsonObject = Schema.JsonObject

/** How values are made. */
export interface Making {
  readonly text: MakeText
  /** Makes the texts of one value differ from those of another. */
  readonly seed: number
  /** The length of a text that no schema bounds, in characters. */
  readonly unboundedLength: number
}

const isObject = (value: unknown): value is JsonObject => Predicate.isObject(value)
const isList: (json: Json | undefined) => json is ReadonlyArray<Json> = Array.isArray

/** What a schema and those that it adds with `allOf` say of one keyword. */
const valuesOf = (schema: JsonObject, keyword: string): ReadonlyArray<Json> => [
  ...(schema[keyword] === undefined ? [] : [schema[keyword]]),
  ...(isList(schema["allOf"]) ? schema["allOf"] : []).flatMap((also) => (isObject(also) ? valuesOf(also, keyword) : []))
]

const least = (schema: JsonObject, keyword: string): number =>
  Math.min(Number.POSITIVE_INFINITY, ...valuesOf(schema, keyword).filter(Predicate.isNumber))

/** A host of labels as long as labels may be. */
const host = (length: number): string => {
  const labels = Array.from({ length: Math.ceil(length / 62) }, () => "h".repeat(61))
    .join(".")
    .slice(0, length)
  return labels.endsWith(".") ? `${labels.slice(0, -1)}h` : labels
}

/** A moment as long as its text may be. */
const longMoment = `2026-01-31T09:30:00.${"0".repeat(30)}+00:00`

/** Texts of forms that an alphabet cannot write; the first one that a schema takes is used. */
const forms: ReadonlyArray<(length: number, seed: number) => string> = [
  (length, seed) => `${seed.toString(36)}a`.padEnd(Math.min(length, 64), "a"),
  (length, seed) => {
    const local = `${seed.toString(36)}a`.padEnd(Math.min(64, length - 4), "a")
    return `${local}@${host(length - local.length - 1)}`
  },
  (length, seed) => `https://a.example/${seed.toString(36)}`.padEnd(length, "a"),
  (_length, seed) => `+4${String(seed).padStart(14, "0")}`,
  () => "2030-12-31",
  (_length, seed) => String(seed + 1),
  () => "EUR",
  () => "DE",
  () => "4xx"
]

/** Optional members with a bound for all of their texts together, which no schema of one text has: `WorstRecords.ts` makes them. */
const joint: ReadonlySet<string> = new Set(["custom_fields", "questions", "answers"])

/** Makes values of the schemas of one document. */
const maker = (definitions: JsonObject, { seed, text, unboundedLength }: Making) => {
  let count = seed * 1_000

  const textOf = (schema: JsonObject): string => {
    count++
    if (valuesOf(schema, "format").includes("date-time")) return longMoment
    const bound = least(schema, "maxLength")
    const length = Number.isFinite(bound) ? bound : unboundedLength
    const patterns = valuesOf(schema, "pattern")
      .filter(Predicate.isString)
      .map((pattern) => new RegExp(pattern, "u"))
    const texts = [text, ...forms].map((make) => make(length, count))
    return texts.find((one) => patterns.every((pattern) => pattern.test(one))) ?? ""
  }

  const valueOf = (schema: Json | undefined, index: number): Json => {
    if (!isObject(schema)) return null
    const { $ref, anyOf, enum: values, items, properties, type } = schema
    if (Predicate.isString($ref)) return valueOf(definitions[$ref.split("/").at(-1) ?? ""], index)
    if (isList(anyOf)) return longest(anyOf.map((member) => valueOf(member, index)))
    if (isList(values)) return longest(values)
    switch (type) {
      case "string":
        return textOf(schema)
      case "integer":
      case "number":
        return Math.min(least(schema, "maximum"), Number.MAX_SAFE_INTEGER) - index
      case "boolean":
        return false
      case "array": {
        const length = least(schema, "maxItems")
        // A list of names has each once.
        if (isObject(items) && isList(items["enum"])) return items["enum"].slice(0, length)
        return Array.from({ length: Number.isFinite(length) ? length : 0 }, (_, at) => valueOf(items, at))
      }
      case "object":
        return Object.fromEntries(
          Object.entries(isObject(properties) ? properties : {})
            .filter(([name]) => !joint.has(name))
            .map(([name, member]) => [name, valueOf(member, index)])
        )
      default:
        return null
    }
  }
  return valueOf
}

const bytesOf = (value: Json): number => Buffer.byteLength(JSON.stringify(value))

const longest = (values: ReadonlyArray<Json>): Json =>
  values.reduce((before, value) => (bytesOf(value) > bytesOf(before) ? value : before))

const toJson = Schema.decodeUnknownSync(Schema.Record(Schema.String, Schema.Json))

/** The largest value that a schema accepts, as it is written. */
export const largestValue = (schema: Schema.Top, making: Making): Json => {
  const document = Schema.toJsonSchemaDocument(schema, { includeAnnotationKey: (key) => key === "maxLength" })
  return maker(toJson(document.definitions), making)(toJson(document.schema), 0)
}
