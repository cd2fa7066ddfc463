/**
 * The refusal of a value of a test that the test server cannot take: every member that is wrong, and for an unknown name the one that is
 * most like it. The same words as for options of a client (`OptionNames.ts`) and for requests (`Problems.ts` of the domain).
 */
import { jsonPointer } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type * as SchemaIssue from "effect/SchemaIssue"
import { nameRemedy, shownName } from "../core/OptionNames.ts"

/** Every mistake at once, unknown names among them: a name that is ignored is a mistake that nobody finds. */
const strict = { errors: "all", onExcessProperty: "error" } as const

/** An unknown name, and the names that are known in its place. */
interface UnknownName {
  readonly path: ReadonlyArray<PropertyKey>
  readonly known: ReadonlyArray<string>
}

const unknownNames = (issue: SchemaIssue.Issue, path: ReadonlyArray<PropertyKey> = []): ReadonlyArray<UnknownName> => {
  switch (issue._tag) {
    case "Pointer":
      return unknownNames(issue.issue, [...path, ...issue.path])
    case "Encoding":
    case "Filter":
      return unknownNames(issue.issue, path)
    case "Composite":
      return issue.issues.flatMap((one) => unknownNames(one, path))
    case "AnyOf":
      // As in the problems: only a union of which one member was meant has the mistakes in it.
      return issue.issues.length === 1 ? issue.issues.flatMap((one) => unknownNames(one, path)) : []
    case "UnexpectedKey": {
      const { ast } = issue
      return [{ path, known: ast._tag === "Objects" ? ast.propertySignatures.map(({ name }) => String(name)) : [] }]
    }
    default:
      return []
  }
}

/** A path as JavaScript writes it: `organizations[0].name`. */
const memberOf = (path: ReadonlyArray<PropertyKey>): string =>
  path.map((name, at) => (typeof name === "number" ? `[${name}]` : `${at === 0 ? "" : "."}${String(name)}`)).join("")

/** Checks options. The error names the owner of the options, and the first unknown option or every wrong one. */
export const readOptions = <A>(schema: Schema.ConstraintDecoder<A>, given: unknown, owner: string): A =>
  Result.getOrThrowWith(Schema.decodeUnknownResult(schema, strict)(given), ({ issue }) => {
    const [unknown] = unknownNames(issue)
    if (unknown !== undefined) {
      const name = String(unknown.path.at(-1))
      return new TypeError(
        `${owner} has no option ${shownName(memberOf(unknown.path))}. ${nameRemedy(name, unknown.known)}`
      )
    }
    const wrong = problemsOf(issue, "body").map(({ message, path }) => `${path} ${message}`.trim())
    return new TypeError(`${owner} refuses its options: ${wrong.join("; ")}`)
  })

/** Checks a record. The error names the record, and has a line for each missing or wrong member. */
export const readRecord = <A>(schema: Schema.ConstraintDecoder<A>, given: unknown, which: string): A =>
  Result.getOrThrowWith(Schema.decodeUnknownResult(schema, strict)(given), ({ issue }) => {
    const remedies = new Map(
      unknownNames(issue).map(({ path, known }) => [jsonPointer(path), nameRemedy(String(path.at(-1)), known)])
    )
    const lines = problemsOf(issue, "body").map(({ message, path }) => {
      const remedy = remedies.get(path)
      return `\n  ${`${path} ${remedy === undefined ? message : `is not known here. ${remedy}`}`.trim()}`
    })
    return new TypeError(`createTestServer refuses ${which}:${lines.join("")}`)
  })

/** Checks the name of something. A value that is no text is like none. */
export const readName = (given: unknown, known: ReadonlyArray<string>, what: string): string => {
  if (typeof given === "string" && known.includes(given)) return given
  const remedy = nameRemedy(typeof given === "string" ? given : "", known, "There are")
  throw new TypeError(`There is no ${what} ${shownName(String(given))}. ${remedy}`)
}
