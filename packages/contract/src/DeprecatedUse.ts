/**
 * The deprecated parts of an endpoint: the endpoint itself, and members of its body and its query. Derived from the declarations, so that nothing else lists
 * what is deprecated.
 *
 * Members of answers are marked in the document alone: a request does not show which of them its client reads.
 */
import { type Deprecation, deprecationOf } from "@partner-api/domain/Deprecation"
import { jsonPointer } from "@partner-api/domain/Problem"
import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"
import type { EndpointEntry } from "./Reflection.ts"

/** Something that is deprecated, as a request can use it. */
export interface DeprecatedUse {
  /** Names it in documents: the id of the endpoint, and of a member where it is: `applications.transition /hire/custom_fee`. */
  readonly name: string
  readonly deprecation: Deprecation
  /** Whether a request uses it, by its parsed body and its query. */
  readonly isUsedBy: (body: unknown, query: Readonly<Record<string, unknown>>) => boolean
}

/** Stands for every item of a list in the path to a member. */
const everyItem = "*"

interface DeprecatedMember {
  readonly path: ReadonlyArray<string>
  readonly deprecation: Deprecation
}

/** The members that are annotated as deprecated, on the side of the wire. `within` are the schemas around this one: one that contains itself ends. */
const membersIn = (
  ast: SchemaAST.AST,
  path: ReadonlyArray<string>,
  within: ReadonlyArray<SchemaAST.AST> = []
): ReadonlyArray<DeprecatedMember> => {
  if (within.includes(ast)) return []
  const around = [...within, ast]
  switch (ast._tag) {
    case "Objects":
      return ast.propertySignatures.flatMap(({ name, type }) => {
        const inner = [...path, String(name)]
        const deprecation = deprecationOf(type)
        return deprecation === undefined ? membersIn(type, inner, around) : [{ path: inner, deprecation }]
      })
    case "Arrays":
      return [...ast.elements, ...ast.rest].flatMap((item) => membersIn(item, [...path, everyItem], around))
    case "Union":
      return ast.types.flatMap((type) => membersIn(type, path, around))
    case "Suspend":
      return membersIn(ast.thunk(), path, around)
    default:
      return []
  }
}

const isAt = (value: unknown, [name, ...rest]: ReadonlyArray<string>): boolean => {
  if (name === undefined) return value !== undefined
  if (name === everyItem) return Array.isArray(value) && value.some((item) => isAt(item, rest))
  return Predicate.isObject(value) && Object.hasOwn(value, name) && isAt(Reflect.get(value, name), rest)
}

/** Each member once: the media types of a body have the same schema. */
const distinct = (members: ReadonlyArray<DeprecatedMember>): ReadonlyArray<DeprecatedMember> => [
  ...new Map(members.map((member) => [jsonPointer(member.path), member])).values()
]

/** The deprecated parts of an endpoint, itself first. */
export const deprecatedUsesOf = ({ id, metadata, payload, query }: EndpointEntry): ReadonlyArray<DeprecatedUse> => {
  const { deprecated } = metadata
  const ofBody = [...payload.values()].flatMap(({ schemas }) =>
    schemas.flatMap(({ ast }) => membersIn(SchemaAST.toEncoded(ast), []))
  )
  const ofQuery = query === undefined ? [] : membersIn(SchemaAST.toEncoded(query.ast), [])
  return [
    ...(deprecated === undefined ? [] : [{ name: id, deprecation: deprecated, isUsedBy: () => true }]),
    ...distinct(ofBody).map(({ deprecation, path }): DeprecatedUse => ({
      name: `${id} ${jsonPointer(path)}`,
      deprecation,
      isUsedBy: (body) => isAt(body, path)
    })),
    ...distinct(ofQuery).map(({ deprecation, path }): DeprecatedUse => ({
      name: `${id} ?${path.join(".")}`,
      deprecation,
      isUsedBy: (_, given) => isAt(given, path)
    }))
  ]
}
