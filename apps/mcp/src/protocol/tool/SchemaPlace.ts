/**
 * Places in a schema, by the JSON Pointers of problems, and the arguments that were sent there.
 *
 * Where a schema has several kinds of a value, the sent value decides which kind was meant: by its discriminator, else by its members.
 */
import * as Predicate from "effect/Predicate"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { meantName } from "./Spelling.ts"

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)

/** The names of the members of an object. */
const namesOf = ({ propertySignatures }: SchemaAST.Objects): ReadonlyArray<string> =>
  propertySignatures.map(({ name }) => String(name))

/** The schema of a member. */
export const memberOf = ({ propertySignatures }: SchemaAST.Objects, name: string): SchemaAST.AST | undefined =>
  propertySignatures.find((member) => String(member.name) === name)?.type

/** The name of a member that was meant by another one, of those that are not taken. */
export const meantMember = (ast: SchemaAST.Objects, taken: ReadonlySet<string>, name: string): string | undefined =>
  meantName(
    name,
    namesOf(ast).filter((known) => !taken.has(known))
  )

/** A discriminator counts for more than any number of members. */
const discriminatorScore = 1_000

/** More members than any kind has are not compared: an object may have thousands. */
const comparedMax = 32

/** The score of a kind: how well it fits the sent value. */
const scoreOf = (ast: SchemaAST.AST, given: unknown): number => {
  if (ast._tag !== "Objects" || !isRecord(given)) return 0
  const entries = Object.entries(given).slice(0, comparedMax)
  const taken = new Set(entries.map(([name]) => name))
  return entries.reduce((score, [name, value]) => {
    const known = memberOf(ast, name) === undefined ? meantMember(ast, taken, name) : name
    const member = known === undefined ? undefined : memberOf(ast, known)
    if (member === undefined) return score
    if (member._tag !== "Literal") return score + 1
    return String(member.literal) === String(value) ? score + discriminatorScore : score
  }, 0)
}

/** The kind of a union that fits best what was sent; the first of several. */
export const kindOf = ({ types }: SchemaAST.Union, given: unknown): SchemaAST.AST | undefined => {
  const scores = types.map((type) => scoreOf(type, given))
  return types[scores.indexOf(Math.max(...scores))]
}

const child = (ast: SchemaAST.AST, segment: string, given: unknown): SchemaAST.AST | undefined => {
  if (ast._tag === "Objects") return memberOf(ast, segment)
  if (ast._tag === "Arrays") return ast.elements[Number(segment)] ?? ast.rest[0]
  if (ast._tag !== "Union") return undefined
  const kind = kindOf(ast, given)
  return (
    (kind === undefined ? undefined : child(kind, segment, given)) ??
    ast.types.map((type) => child(type, segment, given)).find((type) => type !== undefined)
  )
}

/** Reads a JSON Pointer (RFC 6901). */
const segmentsOf = (pointer: string): ReadonlyArray<string> =>
  pointer
    .split("/")
    .slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))

/** The schema at a place, and the value that was sent there. */
export interface Place {
  readonly ast: SchemaAST.AST
  readonly given: unknown
}

/** The place of a pointer, if the schema has anything there. */
export const placeAt = (schema: Schema.Constraint, pointer: string, given?: unknown): Place | undefined =>
  segmentsOf(pointer).reduce<Place | undefined>(
    (place, segment) => {
      const ast = place === undefined ? undefined : child(place.ast, segment, place.given)
      const inner = Predicate.hasProperty(place?.given, segment) ? place.given[segment] : undefined
      return ast === undefined ? undefined : { ast, given: inner }
    },
    { ast: schema.ast, given }
  )

/** The tools that list the values there are, of a schema whose values only they return: an annotation `listedBy`. */
export const listedByOf = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const tools = SchemaAST.resolve(ast)?.["listedBy"]
  return Array.isArray(tools) ? tools.map(String) : []
}

/** The tools that list the values of a place. */
export const listedByAt = (schema: Schema.Constraint, pointer: string): ReadonlyArray<string> => {
  const place = placeAt(schema, pointer)
  return place === undefined ? [] : listedByOf(place.ast)
}

/** The names of the members that an object may have at a place. */
export const membersAt = (schema: Schema.Constraint, pointer: string, given: unknown): ReadonlyArray<string> => {
  const place = placeAt(schema, pointer, given)
  const ast = place?.ast._tag === "Union" ? kindOf(place.ast, place.given) : place?.ast
  return ast?._tag === "Objects" ? namesOf(ast) : []
}
