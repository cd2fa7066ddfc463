/**
 * Decodes the arguments of a call strictly: unknown arguments are refused, and all problems are reported at once.
 *
 * A misspelt optional argument would otherwise be ignored silently. Each problem names its place and shows a valid value; the value that
 * was sent is never repeated.
 */
import { jsonPointer, type Problem } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Option from "effect/Option"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { exampleAt, listedByAt, membersAt } from "./Example.ts"
import { type FieldProblem, notSent, type ToolFailure } from "./ToolFailure.ts"

/** A schema of arguments or results: plain values, no services. */
export type PlainSchema<A> = Schema.ConstraintCodec<A, unknown>

const strict = { errors: "all", onExcessProperty: "error" } as const

/** Two spellings of one name: organizationId is organization_id. */
const spelling = (name: string): string => name.toLowerCase().replaceAll(/[^a-z0-9]/g, "")

const parentOf = (path: string): string => path.slice(0, path.lastIndexOf("/"))
const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1)

const unknownMember = (schema: Schema.Constraint, path: string, given: ReadonlyArray<string>): string => {
  const known = membersAt(schema, parentOf(path))
  const meant = known.find((name) => spelling(name) === spelling(nameOf(path)) && !given.includes(name))
  if (meant !== undefined) return `is not known here; did you mean ${meant}?`
  return known.length === 0 ? "is not known here; leave it out" : `is not known here; known are ${known.join(", ")}`
}

/** The problems of a value, worded so that a model can correct them. */
const fieldsOf = (
  schema: Schema.Constraint,
  issue: Schema.SchemaError["issue"],
  given: ReadonlyArray<string>
): ReadonlyArray<FieldProblem> =>
  problemsOf(issue, "body").map(({ path, code, message }) =>
    code === "unknown"
      ? { path, problem: unknownMember(schema, path, given) }
      : {
          path,
          problem: message,
          ...Option.match(exampleAt(schema, path), { onNone: () => ({}), onSome: (example) => ({ example }) })
        }
  )

/** The refusal of arguments, with every problem. Where the schema knows who lists the right values, those tools come first. */
export const badArguments = (
  tool: string,
  fields: ReadonlyArray<FieldProblem>,
  schema?: Schema.Constraint
): ToolFailure =>
  notSent(
    "invalid_arguments",
    `The arguments of ${tool} were not accepted: ${fields
      .map(({ path, problem }) => `${path === "" ? "they" : path} ${problem}`)
      .join("; ")}. Mend them and call again.`,
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
    return isEmpty && given.length > 0
      ? Result.fail(given.map((name) => ({ path: jsonPointer([name]), problem: "is not known here; leave it out" })))
      : Result.mapError(decode(input), ({ issue }) => fieldsOf(schema, issue, given))
  }
}
