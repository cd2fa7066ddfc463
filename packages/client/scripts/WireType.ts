/**
 * Writes a schema as TypeScript that people can read: the wire side of a schema, without anything of the library that made it.
 *
 * Returns the names that a type refers to, but not their modules (`Models.ts`). What has no plain type on the wire stops the
 * generator: it is better to fail here than to give partners `unknown`.
 */
import * as Predicate from "effect/Predicate"
import * as SchemaAST from "effect/SchemaAST"
import { docstring, paragraphsOf } from "./Docstring.ts"

type AST = SchemaAST.AST

/** The style in which a type is written. */
export interface Style {
  /** Whether its enumerations may grow: those that only ever come from the server. */
  readonly isOpen: boolean
  /** Whether it goes into a program, with `readonly` and the documentation of each member, or into a sentence. */
  readonly isDocumented: boolean
  /** Whether it is given by a program: a moment may be a `Date`, and one value of a query stands for a list of it. */
  readonly isGiven?: "body" | "query"
  /** The name of the type that is being written, for the sentence that stops the generator. */
  readonly where: string
  /** Documents the members of the outermost object where the type itself does not. */
  readonly described?: AST
}

/** The type of any JSON value has a name without an identifier. */
const jsonName = "Json"
const jsonType = "null | boolean | number | string | ReadonlyArray<Json> | { readonly [key: string]: Json }"

const identifierPattern = /^[A-Za-z_$][\w$]*$/

const stop = (where: string, what: string): never => {
  throw new Error(`${where} ${what}`)
}

const isJson = (ast: AST): boolean => {
  const representation = ast.annotations?.["representation"]
  return Predicate.hasProperty(representation, "id") && representation.id === "effect/schema/Json"
}

/** The name under which a type is known to partners; none for one that is written where it is used. */
export const nameOf = (ast: AST): string | undefined => (isJson(ast) ? jsonName : SchemaAST.resolveIdentifier(ast))

/** The type behind one that refers to itself. It does so by a name, or its text would have no end. */
const settled = (ast: AST): AST => {
  if (!SchemaAST.isSuspend(ast)) return ast
  const type = ast.thunk()
  return nameOf(type) === undefined ? stop("A type that refers to itself", "has no identifier to do so by.") : type
}

/** The types that a type is made of. */
export const partsOf = (ast: AST): ReadonlyArray<AST> => {
  switch (ast._tag) {
    case "Arrays":
      return [...ast.elements, ...ast.rest].map(settled)
    case "Objects":
      return [...ast.propertySignatures, ...ast.indexSignatures].map(({ type }) => settled(type))
    case "Union":
      return ast.types.map(settled)
    default:
      return []
  }
}

/** The names that the text of a type mentions. */
export const namesIn = (ast: AST): ReadonlyArray<string> => {
  const name = nameOf(ast)
  return name === undefined ? partsOf(ast).flatMap(namesIn) : [name]
}

/** The members of a union, those of unnamed unions within it included. */
const alternatives = (ast: SchemaAST.Union): ReadonlyArray<AST> =>
  ast.types
    .map(settled)
    .flatMap((type) => (SchemaAST.isUnion(type) && nameOf(type) === undefined ? alternatives(type) : [type]))

/** The other values that may come where one of some values is expected. One value alone is no choice: it is a discriminator. */
const remainder = (types: ReadonlyArray<AST>): ReadonlyArray<string> =>
  (["string", "number"] as const).flatMap((kind) => {
    const values = types.filter((type) => SchemaAST.isLiteral(type) && typeof type.literal === kind)
    const isAny = types.some((type) => type._tag.toLowerCase() === kind)
    return values.length > 1 && !isAny ? [`(${kind} & {})`] : []
  })

/** Whether a type, or what a list of it holds, is a choice between values that may grow. */
export const isEnumeration = (ast: AST): boolean => {
  if (SchemaAST.isArrays(ast)) return partsOf(ast).some((part) => nameOf(part) === undefined && isEnumeration(part))
  if (SchemaAST.isEnum(ast)) return ast.enums.length > 1
  return SchemaAST.isUnion(ast) && remainder(alternatives(ast)).length > 0
}

const unionText = (texts: ReadonlyArray<string>): string => [...new Set(texts)].join(" | ")

const literalText = (literal: SchemaAST.LiteralValue, where: string): string =>
  typeof literal === "bigint" ? stop(where, "has a bigint, which JSON does not have.") : JSON.stringify(literal)

const enumText = (ast: SchemaAST.Enum, { isOpen }: Style): string => {
  const values = ast.enums.map(([, value]) => value)
  const kinds = [...new Set(values.map((value) => typeof value))]
  return unionText([
    ...values.map((value) => JSON.stringify(value)),
    ...(isOpen && values.length > 1 ? kinds.map((kind) => `(${kind} & {})`) : [])
  ])
}

const arrayText = (ast: SchemaAST.Arrays, style: Style): string => {
  const [first, ...last] = ast.rest.map((part) => typeText(part, style))
  if (ast.elements.length === 0 && first !== undefined && last.length === 0) return `ReadonlyArray<${first}>`
  const elements = ast.elements.map((part) => {
    const text = typeText(part, style)
    return SchemaAST.isOptional(part) ? `(${text})?` : text
  })
  return `readonly [${[...elements, ...(first === undefined ? [] : [`...ReadonlyArray<${first}>`]), ...last].join(", ")}]`
}

const memberName = (name: PropertyKey, where: string): string => {
  if (typeof name === "symbol") return stop(where, "has a member named by a symbol, which JSON does not have.")
  const text = String(name)
  return identifierPattern.test(text) ? text : JSON.stringify(text)
}

/** The documentation of a member: a type with a name has its own. */
const memberDocstring = (ast: AST, described: AST | undefined, isOpen: boolean): string => {
  const isNamed = nameOf(ast) !== undefined
  const own = paragraphsOf(ast, isOpen && !isNamed && isEnumeration(ast), isNamed, true)
  return docstring(own.length > 0 || described === undefined ? own : paragraphsOf(described, false, isNamed, true))
}

const formatOf = SchemaAST.resolveAt<unknown>("format")
const takesMoment = SchemaAST.resolveAt<unknown>("takesMoment")

/** Whether a text is a moment, or may be one. */
const isMoment = (ast: AST | undefined): boolean =>
  ast !== undefined && (formatOf(ast) === "date-time" || takesMoment(ast) === true)

/** The type of a member. Of what a program gives, a list may be one value of it, and a moment a date. */
const memberType = (type: AST, { isGiven, ...style }: Style, described: AST | undefined): string => {
  const [item, ...others] = isGiven === "query" && SchemaAST.isArrays(type) ? partsOf(type) : []
  return [
    ...(item !== undefined && others.length === 0 ? [typeText(item, style)] : []),
    typeText(type, { ...style, ...(isGiven && { isGiven }) }),
    ...(isGiven !== undefined && (isMoment(type) || isMoment(described)) ? ["Date"] : [])
  ].join(" | ")
}

const describedMember = (described: AST | undefined, name: PropertyKey): AST | undefined =>
  described !== undefined && SchemaAST.isObjects(described)
    ? described.propertySignatures.find((member) => member.name === name)?.type
    : undefined

/** The members of an object, between its braces. */
export const membersText = (ast: SchemaAST.Objects, { described, ...style }: Style): string => {
  const readonly = style.isDocumented ? "readonly " : ""
  const member = (name: string, type: AST, docs: string, describedType?: AST) =>
    `${style.isDocumented ? docs : ""}${readonly}${name}: ${memberType(type, { ...style, where: `${style.where}.${name}` }, describedType)}`
  return [
    ...ast.propertySignatures.map(({ name, type }) =>
      member(
        `${memberName(name, style.where)}${SchemaAST.isOptional(type) ? "?" : ""}`,
        type,
        memberDocstring(settled(type), describedMember(described, name), style.isOpen),
        describedMember(described, name)
      )
    ),
    ...ast.indexSignatures.map(({ parameter, type }) =>
      SchemaAST.isString(parameter)
        ? member("[key: string]", type, "")
        : stop(style.where, `has members named by ${parameter._tag}; only text can be.`)
    )
  ].join(style.isDocumented ? "\n" : "; ")
}

const objectText = (ast: SchemaAST.Objects, style: Style): string => {
  const [index, ...others] = ast.indexSignatures
  if (
    ast.propertySignatures.length === 0 &&
    index !== undefined &&
    others.length === 0 &&
    SchemaAST.isString(index.parameter)
  ) {
    return `Readonly<Record<string, ${typeText(index.type, style)}>>`
  }
  const members = membersText(ast, style)
  return members === "" ? "{}" : style.isDocumented ? `{\n${members}\n}` : `{ ${members} }`
}

/** A type as it is, whatever its name. */
export const bodyText = (ast: AST, style: Style): string => {
  if (isJson(ast)) return jsonType
  switch (ast._tag) {
    case "Null":
      return "null"
    case "Undefined":
      return "undefined"
    case "Unknown":
      return "unknown"
    case "String":
      return "string"
    case "Number":
      return "number"
    case "Boolean":
      return "boolean"
    case "Literal":
      return literalText(ast.literal, style.where)
    case "Enum":
      return enumText(ast, style)
    case "Arrays":
      return arrayText(ast, style)
    case "Objects":
      return objectText(ast, style)
    case "Union": {
      const types = alternatives(ast)
      return unionText([...types.map((type) => typeText(type, style)), ...(style.isOpen ? remainder(types) : [])])
    }
    default:
      return stop(
        style.where,
        `has a type of the kind ${ast._tag}, and no plain type says what that is in JSON. Encode it to text, a number, a list or a struct.`
      )
  }
}

/** A type where it is used: its name, when it has one. */
export const typeText = (ast: AST, style: Style): string => {
  const name = nameOf(settled(ast))
  if (name === undefined) return bodyText(ast, style)
  return identifierPattern.test(name)
    ? name
    : stop(style.where, `has the identifier "${name}", which no type can have.`)
}
