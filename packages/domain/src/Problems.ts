/**
 * Turns what the schemas of this domain found wrong into {@link Problem}s that a partner can act on.
 *
 * All problems of an input are reported at once, up to {@link problemsMax}. The schemas' own checks carry code and remedy as
 * annotations (`problem` in `Text.ts`); what has none gets a plain sentence about its type. Input is never repeated.
 */
import * as Predicate from "effect/Predicate"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import type * as SchemaIssue from "effect/SchemaIssue"

import { jsonPointer, type Problem, ProblemCode, type ProblemLocation, problemsMax } from "./Problem.ts"

interface Annotations {
  readonly [key: string]: unknown
}

const isProblemCode = Schema.is(ProblemCode)

const typeSentences: Readonly<Record<string, string>> = {
  String: "must be a string",
  Number: "must be a number",
  Boolean: "must be true or false",
  Null: "must be null",
  Arrays: "must be an array",
  Objects: "must be an object"
}

const literals = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  ast._tag === "Literal"
    ? [String(ast.literal)]
    : ast._tag === "Union" && ast.types.every((member) => member._tag === "Literal")
      ? ast.types.flatMap(literals)
      : []

const typeSentence = (ast: SchemaAST.AST): string => {
  const allowed = literals(ast)
  return allowed.length > 0 ? `must be one of ${allowed.join(", ")}` : (typeSentences[ast._tag] ?? "has the wrong type")
}

interface ProblemText {
  readonly code: ProblemCode
  readonly message: string
}

const unknownMember: ProblemText = { code: "unknown", message: "is not known here; check its spelling" }
const readOnlyMember: ProblemText = { code: "not_allowed", message: "is written by the service alone; leave it out" }
const nullMember: ProblemText = { code: "type", message: "must not be null; leave it out" }
const keptMember: ProblemText = { code: "required", message: "is required, so null cannot remove it" }

/** The members that the service alone writes, where a schema is a merge patch. */
const readOnlyOf = SchemaAST.resolveAt<ReadonlyArray<string>>("mergePatch")

/** The problem of a member whose name a schema of any names refuses, where the schema declares one. */
const strayNameOf = SchemaAST.resolveAt<ProblemText>("strayName")

/** The problem of a member that a strict schema does not declare. */
export const unexpectedMember = (ast: SchemaAST.AST, name: PropertyKey): ProblemText =>
  readOnlyOf(ast)?.some((member) => member === name) === true ? readOnlyMember : (strayNameOf(ast) ?? unknownMember)

/** The schema without its alternative null. */
export const withoutNull = (ast: SchemaAST.AST): SchemaAST.AST => {
  if (ast._tag !== "Union") return ast
  const [only, ...others] = ast.types.filter((type) => type._tag !== "Null")
  return only === undefined || others.length > 0 ? ast : only
}

/** Whether a schema of an object lets a member be absent. */
const mayBeAbsent = (ast: SchemaAST.AST, name: PropertyKey | undefined): boolean =>
  ast._tag === "Objects" &&
  ast.propertySignatures.some((signature) => signature.name === name && signature.type.context?.isOptional === true)

/** The value at a path of an input. */
const valueAt = (input: unknown, path: ReadonlyArray<PropertyKey>): unknown =>
  path.reduce((value, name) => (Predicate.hasProperty(value, name) ? value[name] : undefined), input)

/** The problem at a path: that of the check's annotations, else the caller's. */
export const problemOf = (
  part: ProblemLocation,
  path: ReadonlyArray<PropertyKey>,
  annotations: Annotations | undefined,
  otherwise: ProblemText
): Problem => {
  const code = annotations?.["problem"]
  const message = annotations?.["message"]
  const member = annotations?.["problemMember"]
  return {
    in: part,
    path: jsonPointer(typeof member === "string" ? [...path, member] : path),
    code: isProblemCode(code) ? code : otherwise.code,
    message: typeof message === "string" ? message : otherwise.message
  }
}

/**
 * The problems that an issue stands for, with JSON Pointers into the part of the request that was decoded. In the `input` of a merge
 * patch, a null that may not be there is its own problem, and not one of a wrong type.
 */
export const problemsOf = (
  issue: SchemaIssue.Issue,
  part: ProblemLocation,
  input?: unknown
): ReadonlyArray<Problem> => {
  const found: Array<Problem> = []

  const add = (path: ReadonlyArray<PropertyKey>, annotations: Annotations | undefined, otherwise: ProblemText) =>
    void found.push(problemOf(part, path, annotations, otherwise))

  const walk = (node: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey>, context: Annotations | undefined): void => {
    if (found.length >= problemsMax) return
    switch (node._tag) {
      case "Pointer":
        return walk(node.issue, [...path, ...node.path], context)
      case "Composite":
        return node.issues.forEach((child) => {
          if (child._tag !== "Pointer") return walk(child, path, context)
          if (readOnlyOf(node.ast) !== undefined) return walkPatch(child, path, context)
          const member = [...path, ...child.path]
          const isNull = child.path.length === 1 && valueAt(input, member) === null
          return isNull && mayBeAbsent(node.ast, child.path[0])
            ? add(member, undefined, nullMember)
            : walk(child, path, context)
        })
      case "Encoding":
        return walk(node.issue, path, context)
      case "Filter":
        return walk(node.issue, path, node.filter.annotations ?? context)
      case "MissingKey":
        return add(path, node.annotations, { code: "required", message: "is required" })
      case "UnexpectedKey":
        return add(path, undefined, unexpectedMember(node.ast, path.at(-1) ?? ""))
      case "AnyOf":
        // A union whose discriminator shows the member reports that member alone.
        return node.issues.length === 1
          ? node.issues.forEach((child) => walk(child, path, undefined))
          : add(path, node.ast.annotations, literalsOr(node.ast))
      case "InvalidType":
        return add(path, context ?? node.ast.annotations, literalsOr(node.ast))
      case "InvalidValue":
      case "Forbidden":
        return add(path, { ...node.annotations, ...context }, { code: "format", message: "is not valid" })
      case "OneOf":
        return add(path, node.ast.annotations, { code: "type", message: "matches more than one kind of value" })
    }
  }

  /** A member of a merge patch that is null and may not be is one that was to be removed. */
  const walkPatch = (
    node: SchemaIssue.Pointer,
    path: ReadonlyArray<PropertyKey>,
    context: Annotations | undefined
  ): void => {
    const member = [...path, ...node.path]
    return node.issue._tag !== "UnexpectedKey" && valueAt(input, member) === null
      ? add(member, undefined, keptMember)
      : walk(node, path, context)
  }

  walk(issue, [], undefined)
  return found
}

/** The problem of a value that is not of the type that a schema declares. */
export const typeProblem = (part: ProblemLocation, path: ReadonlyArray<PropertyKey>, ast: SchemaAST.AST): Problem =>
  problemOf(part, path, ast.annotations, literalsOr(ast))

const literalsOr = (ast: SchemaAST.AST): ProblemText => {
  const expected = withoutNull(ast)
  const orNull = expected === ast ? "" : " or null"
  return {
    code: literals(expected).length > 0 ? "not_allowed" : "type",
    message: `${typeSentence(expected)}${orNull}`
  }
}
