/**
 * Decodes answers leniently (decisions, first section): a missing member is an error that names it, an unknown one is not.
 *
 * Unknown members are dropped. Unknown values of an enum and unknown kinds of a union are kept. Bounds and patterns are not checked.
 * The contract's own decoder is strict because it reads requests; this one interprets the same schemas and changes no value. Does not
 * read requests.
 */
import { jsonPointer } from "@partner-api/domain/Problem"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The first thing that an answer lacks. */
export interface Mismatch {
  /** JSON Pointer into the body. */
  readonly path: string
  readonly message: string
}

type Read = Result.Result<unknown, Mismatch>
type Path = ReadonlyArray<string | number>

const expected = (what: string, path: Path): Read =>
  Result.fail({ path: jsonPointer(path), message: `must be ${what}` })

const literalsOf = (ast: SchemaAST.Objects): ReadonlyArray<SchemaAST.PropertySignature> =>
  ast.propertySignatures.filter(({ type }) => type._tag === "Literal")

/** Whether the discriminating members of `value` are those of this kind of a union. */
const isKind = (ast: SchemaAST.Objects, value: Readonly<Record<PropertyKey, unknown>>): boolean =>
  literalsOf(ast).every(({ name, type }) => type._tag === "Literal" && value[name] === type.literal)

const readObject = (ast: SchemaAST.Objects, value: unknown, path: Path): Read => {
  if (!Predicate.isObject(value) || Array.isArray(value)) return expected("an object", path)
  const source: Readonly<Record<PropertyKey, unknown>> = value
  // Without a prototype there is no `__proto__` to set.
  const members: Record<string, unknown> = ast.indexSignatures.length > 0 ? { ...source } : {}
  for (const { name, type } of ast.propertySignatures) {
    const member = String(name)
    const isOptional = type.context?.isOptional === true
    const given = Object.hasOwn(source, member) ? source[member] : undefined
    if (given === undefined && !isOptional) {
      return Result.fail({ path: jsonPointer([...path, member]), message: "is missing" })
    }
    // An optional member given as null is one that is not known.
    if (given === undefined || (given === null && isOptional)) continue
    const read = readValue(type, given, [...path, member])
    if (Result.isFailure(read)) return read
    members[member] = read.success
  }
  return Result.succeed(members)
}

const readArray = (ast: SchemaAST.Arrays, value: unknown, path: Path): Read => {
  if (!Array.isArray(value)) return expected("an array", path)
  const [item] = ast.rest
  if (item === undefined) return Result.succeed(value)
  const items: Array<unknown> = []
  for (const [index, given] of value.entries()) {
    const read = readValue(item, given, [...path, index])
    if (Result.isFailure(read)) return read
    items.push(read.success)
  }
  return Result.succeed(items)
}

const readUnion = (ast: SchemaAST.Union, value: unknown, path: Path): Read => {
  const kinds = ast.types.filter((type) => type._tag === "Objects")
  if (kinds.length > 1 && kinds.length === ast.types.length && Predicate.isObject(value)) {
    const source: Readonly<Record<PropertyKey, unknown>> = value
    const kind = kinds.find((candidate) => isKind(candidate, source))
    // A kind newer than this library.
    return kind === undefined ? Result.succeed(value) : readObject(kind, value, path)
  }
  const reads = ast.types.map((type) => readValue(type, value, path))
  return reads.find(Result.isSuccess) ?? reads[0] ?? expected("of another type", path)
}

const readPrimitive = (type: "string" | "number" | "boolean", value: unknown, path: Path): Read =>
  typeof value === type ? Result.succeed(value) : expected(`a ${type}`, path)

const readValue = (ast: SchemaAST.AST, value: unknown, path: Path): Read => {
  switch (ast._tag) {
    case "Objects":
      return readObject(ast, value, path)
    case "Arrays":
      return readArray(ast, value, path)
    case "Union":
      return readUnion(ast, value, path)
    case "String":
    case "TemplateLiteral":
      return readPrimitive("string", value, path)
    case "Number":
      return readPrimitive("number", value, path)
    case "Boolean":
      return readPrimitive("boolean", value, path)
    case "Literal":
      return typeof value === typeof ast.literal ? Result.succeed(value) : expected(`a ${typeof ast.literal}`, path)
    case "Null":
      return value === null ? Result.succeed(value) : expected("null", path)
    default:
      // A schema without a shape of its own: any JSON.
      return Result.succeed(value)
  }
}

/** Whether a value is the envelope of a whole list: one without a next page. */
const isWhole = (value: unknown): value is { readonly content: unknown } =>
  Predicate.isObject(value) && "content" in value && (Reflect.get(value, "next") ?? null) === null

/** A reader of the wire shape of `schema`. A whole list may come in the envelope instead of as an array. */
export const lenientReader = (schema: Schema.Top): ((value: unknown) => Read) => {
  const ast = SchemaAST.toEncoded(schema.ast)
  return (value) =>
    ast._tag === "Arrays" && isWhole(value) ? readValue(ast, value.content, ["content"]) : readValue(ast, value, [])
}

/** The cursor in the address of a page; null where it has none. */
const cursorOf = (address: string): string | null =>
  new URLSearchParams(/\?([^#]*)/.exec(address)?.[1] ?? "").get("cursor")

/**
 * A reader of a list of `item`s: the envelope, or a plain array, which is a list of one page (spec 4.4).
 *
 * The page of a feed has a `cursor` too. `next` may be absent, null or a string; `count` is counted again, because it is the number of items here.
 */
export const lenientListReader = (page: Schema.Top, isFeed = false): ((value: unknown) => Read) => {
  const envelope = SchemaAST.toEncoded(page.ast)
  const content =
    envelope._tag === "Objects" ? envelope.propertySignatures.find(({ name }) => name === "content")?.type : envelope
  const items = (value: unknown, path: Path): Read =>
    content === undefined ? expected("a list", path) : readValue(content, value, path)
  return (value) => {
    if (Array.isArray(value)) {
      return Result.map(items(value, []), (read) => ({
        content: read,
        next: null,
        nextCursor: null,
        count: value.length
      }))
    }
    if (!Predicate.isObject(value)) return expected("a list", [])
    const given: Readonly<Record<string, unknown>> = { ...value }
    const { next = null } = given
    if (next !== null && typeof next !== "string") return expected("a string or null", ["next"])
    const { cursor } = given
    if (isFeed && typeof cursor !== "string") return expected("a string", ["cursor"])
    return Result.map(items(given["content"], ["content"]), (read) => ({
      content: read,
      next: next === "" ? null : next,
      nextCursor: cursorOf(next ?? ""),
      count: Array.isArray(read) ? read.length : 0,
      ...(isFeed ? { cursor } : {})
    }))
  }
}
