/**
 * Wrong inputs of a schema, made from the schema as it is published (JSON Schema): in each of them, every value of one depth is the same
 * wrong one. So a few inputs reach every check of every member.
 *
 * For tests. Some inputs are right for some schemas: what is refused is judged, and what is taken is no matter.
 */
import * as Predicate from "effect/Predicate"

/** As much of a JSON Schema as is read. */
export interface JsonSchema {
  readonly [keyword: string]: unknown
}

/** Values of every kind that people send, and texts that are nearly right. */
export const wrongValues: ReadonlyArray<unknown> = [
  undefined,
  null,
  "",
  " ",
  "a b",
  "a\nb",
  "a\u202eb",
  "\u3164",
  "x".repeat(2_500),
  "ada@",
  " ada@example.com ",
  "ada@example.com\u00a0",
  "ada @example.com",
  "ada@b\u00fccher.example",
  "j\u00fcrgen@example.com",
  `${"a".repeat(250)}@example.com`,
  "example.com/cv",
  "http://example.com/cv",
  "HTTPS://example.com/cv",
  "https:example.com",
  "https:///cv",
  "https://ada:pw@example.com/cv",
  "https://example.com/j\u00fcrgen",
  "https://example.com/a b",
  "https://b\u00fccher.example/cv",
  "https://example.com:99999/cv",
  "https://example.com:22/cv",
  "https://example.com/cv#top",
  `https://example.com/${"a".repeat(2_100)}`,
  "+49 151 12345678",
  "0151/12345678",
  "+123456789012345678",
  "2026-01-31",
  "2026-02-30",
  "2026-02-30T09:30:00Z",
  "2026-01-31T09:30:00",
  "2026-01-31T25:30:00Z",
  "2026-01-31T09:30:00 02:00",
  "9999-12-31T23:59:59-23:59",
  "31.01.2026",
  "eur",
  "EURO",
  "XXX",
  "20%",
  "7",
  "open",
  " OPEN",
  "job_0000 1",
  "jobs:burn",
  "a,b",
  0,
  -1,
  1.5,
  1e15,
  2 ** 53,
  true,
  [],
  ["a", "a"],
  [{}, {}],
  {},
  { name: "a" }
]

const isSchema = (value: unknown): value is JsonSchema => Predicate.isObject(value) && !Array.isArray(value)
const schemasOf = (value: unknown): ReadonlyArray<JsonSchema> => (Array.isArray(value) ? value.filter(isSchema) : [])

/** Finds what a `$ref` within `root` leads to. */
const resolverOf = (root: JsonSchema) => (schema: JsonSchema) =>
  Predicate.isString(schema["$ref"])
    ? schema["$ref"]
        .split("/")
        .slice(1)
        .reduce<unknown>((at, name) => (Predicate.hasProperty(at, name) ? at[name] : undefined), root)
    : schema

/** The schema in each of its forms: one for each alternative. */
const formsOf = (schema: JsonSchema, resolve: (schema: JsonSchema) => unknown): ReadonlyArray<JsonSchema> => {
  const found = resolve(schema)
  if (!isSchema(found)) return []
  const alternatives = [...schemasOf(found["oneOf"]), ...schemasOf(found["anyOf"])]
  if (alternatives.length > 0) return alternatives.flatMap((alternative) => formsOf(alternative, resolve))
  // What holds beside a reference holds for the form that has the members.
  const parts = schemasOf(found["allOf"]).flatMap((part) => formsOf(part, resolve))
  return [parts.reduce((all, part) => ({ ...part, ...all }), found)]
}

/** The one value that a form has, where it is how the form is distinguished from the others. */
const fixedOf = ({ const: only, enum: values }: JsonSchema): unknown =>
  only ?? (Array.isArray(values) && values.length === 1 ? values[0] : undefined)

/** The inputs of a schema in which every value at `depth` is `wrong`; a value that is none of objects and arrays ends a way. */
const filled = (
  schema: JsonSchema,
  wrong: unknown,
  depth: number,
  resolve: (schema: JsonSchema) => unknown
): ReadonlyArray<unknown> => {
  if (depth === 0) return [wrong]
  return formsOf(schema, resolve).flatMap((form): ReadonlyArray<unknown> => {
    const { items, properties } = form
    if (isSchema(items)) return filled(items, wrong, depth - 1, resolve).map((item) => [item])
    if (!isSchema(properties)) return [wrong]
    const members = Object.entries(properties).map(([name, member]) => {
      const fixed = isSchema(member) ? fixedOf(member) : undefined
      return [
        name,
        fixed === undefined && isSchema(member) ? filled(member, wrong, depth - 1, resolve) : [fixed]
      ] as const
    })
    const count = Math.max(1, ...members.map(([, values]) => values.length))
    return Array.from({ length: count }, (_, index) =>
      Object.fromEntries(members.map(([name, values]) => [name, values[index % Math.max(1, values.length)]]))
    )
  })
}

/** So deep are the inputs that people send. */
const depthMax = 4

/** Every wrong input of a schema, whose references are about itself. */
export const wrongInputsOf = (schema: JsonSchema, values = wrongValues): ReadonlyArray<unknown> => {
  const resolve = resolverOf(schema)
  const inputs = values.flatMap((wrong) =>
    Array.from({ length: depthMax + 1 }, (_, depth) => filled(schema, wrong, depth, resolve)).flat()
  )
  // Deeper than a schema goes, an input is the one before it.
  return [...new Map(inputs.map((input) => [JSON.stringify(input) ?? "", input])).values()]
}

/** The value of an input at a JSON Pointer; `undefined` where it has none. */
export const valueAt = (input: unknown, pointer: string): unknown =>
  pointer
    .split("/")
    .slice(1)
    .map((name) => name.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((at, name) => (Predicate.hasProperty(at, name) ? at[name] : undefined), input)
