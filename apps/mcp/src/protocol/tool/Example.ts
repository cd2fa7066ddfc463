/**
 * An example of a value that a schema accepts, to show a model a valid argument that fits what it sent.
 *
 * A number out of bounds leads to the nearest one within, a word to the nearest of a list. Else the `examples` annotation comes first, and
 * then an example that is made from the shape. A value that the schema does not accept is never shown, so some shapes have no example. An
 * id that only a list has gets none: its schema names the tools that list it.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { kindOf, listedByOf, placeAt } from "./SchemaPlace.ts"
import { meantName } from "./Spelling.ts"

/** Guesses for what has no literal: the first that the schema's checks accept is taken. */
const texts = [
  "text",
  "org_01",
  "name@example.com",
  "2026-01-31",
  "2026-01-31T12:00:00.000Z",
  "https://example.com",
  "EUR"
]
const numbers = [1, 10, 100, 0, 1_000, 0.5]

/** Every `examples` annotation, of the type and of its last check. */
const annotated = (ast: SchemaAST.AST): ReadonlyArray<unknown> =>
  [SchemaAST.resolve(ast), ast.annotations].flatMap((annotations) => {
    const examples = annotations?.["examples"]
    return Array.isArray(examples) ? examples : []
  })

/** The bounds of a number, as its JSON Schema has them. */
const boundsOf = (value: unknown): ReadonlyArray<number> => {
  if (Array.isArray(value)) return value.flatMap(boundsOf)
  if (typeof value !== "object" || value === null) return []
  return Object.entries(value).flatMap(([name, inner]) =>
    (name === "minimum" || name === "maximum") && typeof inner === "number" ? [inner] : boundsOf(inner)
  )
}

/** The number itself where only its type was wrong, the nearest integer, and the bounds, the nearest one first. */
const nearestNumbers = (ast: SchemaAST.AST, given: unknown): ReadonlyArray<unknown> => {
  const number = typeof given === "string" && given.trim() !== "" ? Number(given) : given
  if (typeof number !== "number" || !Number.isFinite(number)) return []
  const bounds = boundsOf(Schema.toJsonSchemaDocument(Schema.make<Schema.Constraint>(ast)).schema)
  const nearest = bounds.toSorted((one, other) => Math.abs(one - number) - Math.abs(other - number))
  return [number, Math.round(number), ...nearest]
}

const isText = (value: unknown): value is string => typeof value === "string"

/** The values that were probably meant by one that is not valid. */
const nearest = (ast: SchemaAST.AST, given: unknown): ReadonlyArray<unknown> => {
  // A schema may define nearer values: an annotation `nearest`.
  const near = SchemaAST.resolve(ast)?.["nearest"]
  if (typeof near === "function") return [near(given)]
  switch (ast._tag) {
    case "Number":
      return nearestNumbers(ast, given)
    case "Boolean":
      return isText(given) ? [given.toLowerCase() === "true"].filter(() => /^(true|false)$/i.test(given)) : []
    case "String":
      // Of a closed list, such as that of currencies. What is no member of one is not valid in capitals either.
      return isText(given) ? [given.trim().toUpperCase()] : []
    case "Union": {
      const words = ast.types.flatMap((type) => (type._tag === "Literal" && isText(type.literal) ? [type.literal] : []))
      return isText(given) ? [meantName(given, words)] : []
    }
    case "Arrays":
      // One item where a list is wanted.
      return Array.isArray(given) ? [] : [[given]]
    default:
      return []
  }
}

const candidates = (ast: SchemaAST.AST, given: unknown): ReadonlyArray<unknown> => [
  ...(given === undefined ? [] : nearest(ast, given)),
  ...annotated(ast),
  ...shapes(ast, given)
]

const shapes = (ast: SchemaAST.AST, given: unknown): ReadonlyArray<unknown> => {
  switch (ast._tag) {
    case "String":
      return texts
    case "Number":
      return numbers
    case "Boolean":
      return [true, false]
    case "Null":
      return [null]
    case "Literal":
      return [ast.literal]
    case "Union": {
      const kind = kindOf(ast, given)
      return [...(kind === undefined ? [] : [kind]), ...ast.types].flatMap((type) => candidates(type, given))
    }
    case "Arrays": {
      const items = [...ast.elements, ...ast.rest.slice(0, 1)].map((item) => exampleOfAst(item, undefined))
      return items.every(Option.isSome) ? [items.map((item) => Option.getOrNull(item)), []] : [[]]
    }
    case "Objects": {
      const members = ast.propertySignatures
        .filter(({ type }) => !SchemaAST.isOptional(type))
        .map(({ name, type }) => [String(name), exampleOfAst(type, undefined)] as const)
      return members.every(([, value]) => Option.isSome(value))
        ? [Object.fromEntries(members.map(([name, value]) => [name, Option.getOrNull(value)]))]
        : []
    }
    default:
      return []
  }
}

const exampleOfAst = (ast: SchemaAST.AST, given: unknown): Option.Option<unknown> => {
  if (listedByOf(ast).length > 0) return Option.none()
  const accepts = Schema.is(Schema.make<Schema.Constraint>(ast))
  return Option.fromUndefinedOr(candidates(ast, given).find((value) => value !== undefined && accepts(value)))
}

/** A value that the schema accepts at a place of these arguments. */
export const exampleAt = (schema: Schema.Constraint, pointer: string, given?: unknown): Option.Option<unknown> => {
  const place = placeAt(schema, pointer, given)
  return place === undefined ? Option.none() : exampleOfAst(place.ast, place.given)
}
