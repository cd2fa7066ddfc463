/**
 * Decodes the arguments of a call strictly: unknown arguments are refused, and all problems are reported at once.
 *
 * A misspelt optional argument would otherwise be ignored silently. Each problem names its place and shows a valid value. What was sent is
 * repeated only where another form of it is valid, such as a number for its text.
 */
import { jsonPointer, type Problem, problemsMax } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaAST from "effect/SchemaAST"
import { sentence } from "../answer/PlatformText.ts"
import { exampleAt } from "./Example.ts"
import { isRecord, kindOf, listedByAt, meantMember, memberOf, membersAt } from "./SchemaPlace.ts"
import { type FieldProblem, notSent, type ToolFailure } from "./ToolFailure.ts"

/** A schema of arguments or results: plain values, no services. */
export type PlainSchema<A> = Schema.ConstraintCodec<A, unknown>

const strict = { errors: "all", onExcessProperty: "error" } as const

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"))

const unknownMember = (known: ReadonlyArray<string>): string =>
  known.length === 0 ? "is not known here; leave it out" : `is not known here; known are ${known.join(", ")}`

/** The problems of arguments, worded so that a model can correct them. */
const fieldsOf = (
  schema: Schema.Constraint,
  issue: Schema.SchemaError["issue"],
  given: unknown
): ReadonlyArray<FieldProblem> =>
  problemsOf(issue, "body").map(({ path, code, message }) =>
    code === "unknown"
      ? { path, problem: unknownMember(membersAt(schema, parentOf(path), given)) }
      : {
          path,
          problem: message,
          ...Option.match(exampleAt(schema, path, given), { onNone: () => ({}), onSome: (example) => ({ example }) })
        }
  )

/** Arguments under the names that were meant, and the problem of each that had another. */
interface Renamed {
  readonly value: unknown
  readonly problems: ReadonlyArray<FieldProblem>
}

/** Gives unknown members the names that were probably meant, at any depth. As many as are reported are looked for. */
const renamed = (schema: Schema.Constraint, given: unknown): Renamed => {
  const problems = Array<FieldProblem>()
  let guessesLeft = problemsMax

  const inside = (ast: SchemaAST.AST | undefined, value: unknown, path: ReadonlyArray<PropertyKey>): unknown => {
    if (ast === undefined || guessesLeft <= 0) return value
    if (ast._tag === "Union") {
      guessesLeft -= 1
      return inside(kindOf(ast, value), value, path)
    }
    if (ast._tag === "Arrays" && Array.isArray(value)) {
      return value.map((item, index) => inside(ast.elements[index] ?? ast.rest[0], item, [...path, index]))
    }
    if (ast._tag !== "Objects" || !isRecord(value)) return value
    const taken = new Set(Object.keys(value))
    const nameOf = (name: string): string => {
      if (memberOf(ast, name) !== undefined || guessesLeft <= 0) return name
      guessesLeft -= 1
      const meant = meantMember(ast, taken, name)
      if (meant === undefined) return name
      taken.add(meant)
      problems.push({ path: jsonPointer([...path, name]), problem: `is not known here; did you mean ${meant}?` })
      return meant
    }
    return Object.fromEntries(
      Object.entries(value).map(([name, member]) => {
        const meant = nameOf(name)
        return [meant, inside(memberOf(ast, meant), member, [...path, meant])]
      })
    )
  }

  return { value: inside(schema.ast, given, []), problems }
}

/** The refusal of arguments, with every problem. Where the schema names the tools that list the right values, those come first. */
export const badArguments = (
  tool: string,
  fields: ReadonlyArray<FieldProblem>,
  schema?: Schema.Constraint
): ToolFailure =>
  notSent(
    "invalid_arguments",
    `${sentence(
      `The arguments of ${tool} were not accepted: ${fields
        .map(({ path, problem }) => `${path === "" ? "they" : path} ${problem}`)
        .join("; ")}`
    )} Mend them and call again.`,
    {
      fields,
      next: [...new Set(schema === undefined ? [] : fields.flatMap(({ path }) => listedByAt(schema, path))).add(tool)]
    }
  )

/** The refusal of arguments in which the domain finds problems. */
export const contradictoryArguments = (tool: string, problems: ReadonlyArray<Problem>): ToolFailure =>
  badArguments(
    tool,
    problems.map(({ message, path }) => ({ path, problem: message }))
  )

/** Whether a schema is a struct without members, which in Effect accepts every value but null and undefined. */
export const isEmptyStruct = ({ ast }: Schema.Constraint): boolean =>
  ast._tag === "Objects" && ast.propertySignatures.length === 0 && ast.indexSignatures.length === 0

const membersOf = (input: unknown): ReadonlyArray<string> =>
  typeof input === "object" && input !== null ? Object.keys(input) : []

/** A reader of arguments: the decoded value, or every problem. */
export const makeReader = <A>(schema: PlainSchema<A>) => {
  const decode = Schema.decodeUnknownResult(Schema.toCodecJson(schema), strict)
  const isEmpty = isEmptyStruct(schema)
  return (input: unknown): Result.Result<A, ReadonlyArray<FieldProblem>> => {
    const given = membersOf(input)
    if (isEmpty && given.length > 0) {
      return Result.fail(given.map((name) => ({ path: jsonPointer([name]), problem: unknownMember([]) })))
    }
    const read = decode(input)
    if (Result.isSuccess(read)) return Result.succeed(read.success)
    // What else is wrong is reported of the arguments under their right names, so that one step mends all of it.
    const { problems, value } = renamed(schema, input)
    const rest = problems.length === 0 ? read : decode(value)
    return Result.fail([...problems, ...(Result.isFailure(rest) ? fieldsOf(schema, rest.failure.issue, value) : [])])
  }
}
