/**
 * An example of a value that a schema accepts, to show a model a valid argument.
 *
 * The `examples` annotation comes first; otherwise the example is made from the shape. A value that the schema does not accept is never
 * shown, so some shapes have no example. An id that only a list knows has none: its schema names the tools that list it.
 */
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

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

const candidates = (ast: SchemaAST.AST): ReadonlyArray<unknown> => {
  const annotated = SchemaAST.resolve(ast)?.["examples"]
  const shown = Array.isArray(annotated) ? annotated : []
  return [...shown, ...shapes(ast)]
}

const shapes = (ast: SchemaAST.AST): ReadonlyArray<unknown> => {
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
    case "Union":
      return ast.types.flatMap(candidates)
    case "Arrays": {
      const items = [...ast.elements, ...ast.rest.slice(0, 1)].map(exampleOfAst)
      return items.every(Option.isSome) ? [items.map((item) => Option.getOrNull(item)), []] : [[]]
    }
    case "Objects": {
      const members = ast.propertySignatures
        .filter(({ type }) => !SchemaAST.isOptional(type))
        .map(({ name, type }) => [String(name), exampleOfAst(type)] as const)
      return members.every(([, value]) => Option.isSome(value))
        ? [Object.fromEntries(members.map(([name, value]) => [name, Option.getOrNull(value)]))]
        : []
    }
    default:
      return []
  }
}

/** The tools that list the values there are, of a schema whose values only they know: an annotation `listedBy`. */
const listedByOfAst = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const tools = SchemaAST.resolve(ast)?.["listedBy"]
  return Array.isArray(tools) ? tools.map(String) : []
}

const exampleOfAst = (ast: SchemaAST.AST): Option.Option<unknown> => {
  if (listedByOfAst(ast).length > 0) return Option.none()
  const accepts = Schema.is(Schema.make<Schema.Constraint>(ast))
  return Option.fromUndefinedOr(candidates(ast).find((value) => value !== undefined && accepts(value)))
}

const child = (ast: SchemaAST.AST, segment: string): SchemaAST.AST | undefined => {
  if (ast._tag === "Objects") return ast.propertySignatures.find(({ name }) => String(name) === segment)?.type
  if (ast._tag === "Arrays") return ast.elements[Number(segment)] ?? ast.rest[0]
  if (ast._tag === "Union") return ast.types.map((type) => child(type, segment)).find((type) => type !== undefined)
  return undefined
}

/** Reads a JSON Pointer (RFC 6901). */
const segmentsOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))

/** What a schema has at a place, if it has anything there. */
const astAt = (schema: Schema.Constraint, pointer: string): SchemaAST.AST | undefined =>
  segmentsOf(pointer).reduce<SchemaAST.AST | undefined>(
    (ast, segment) => (ast === undefined ? undefined : child(ast, segment)),
    schema.ast
  )

/** A value that the schema accepts at this place. */
export const exampleAt = (schema: Schema.Constraint, pointer: string): Option.Option<unknown> =>
  Option.flatMap(Option.fromUndefinedOr(astAt(schema, pointer)), exampleOfAst)

/** The tools to ask for the value at this place. */
export const listedByAt = (schema: Schema.Constraint, pointer: string): ReadonlyArray<string> => {
  const ast = astAt(schema, pointer)
  return ast === undefined ? [] : listedByOfAst(ast)
}

/** The names of the members that an object may have at this place. */
export const membersAt = (schema: Schema.Constraint, pointer: string): ReadonlyArray<string> => {
  const ast = astAt(schema, pointer)
  return ast?._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : []
}
