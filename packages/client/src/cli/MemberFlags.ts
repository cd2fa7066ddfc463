/**
 * Members of a record as flags: `--employment-type` sets `employment_type`. The schema of a member gives the kind of its flag, its values and its
 * help. The flags take values of that kind; the schema of the whole record checks them.
 */
import type { Problem } from "@partner-api/domain/Problem"
import * as CliError from "effect/cli/CliError"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** The flag of a member, without its dashes. Amounts are written with a currency, not in cents. */
const flagName = (member: string): string => member.replace(/_cents$/, "").replaceAll("_", "-")

/** The word for the value in the help: the last word of the name. */
const metavarOf = (member: string): string => member.slice(member.lastIndexOf("_") + 1).toUpperCase()

/** The texts that a schema allows, where it allows no others. */
const literalsOf = (ast: SchemaAST.AST): ReadonlyArray<string> =>
  SchemaAST.isUnion(ast) ? ast.types.flatMap(literalsOf) : SchemaAST.isLiteral(ast) ? [String(ast.literal)] : []

/** The value of a flag. That of a member with members of its own, or of a list, is JSON. */
type Value = Schema.Json

const readJson = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Json))

const jsonFlag = (name: string): Flag.Flag<Value> =>
  Flag.String(name).pipe(
    Flag.withMetavar("JSON"),
    Flag.mapEffect((text) =>
      Option.match(readJson(text), {
        onNone: () => Effect.fail(new CliError.ValidationError({ message: `--${name} must be JSON.` })),
        onSome: (value) => Effect.succeed(value)
      })
    )
  )

const flagOfKind = (name: string, member: string, ast: SchemaAST.AST): Flag.Flag<Value> => {
  const literals = literalsOf(ast)
  if (literals.length > 0) return Flag.Literals(name, literals)
  if (SchemaAST.isBoolean(ast)) return Flag.Boolean(name)
  if (SchemaAST.isNumber(ast)) return Flag.Int(name).pipe(Flag.withMetavar("N"))
  if (SchemaAST.isObjects(ast) || SchemaAST.isArrays(ast)) return jsonFlag(name)
  return Flag.String(name).pipe(Flag.withMetavar(metavarOf(member)))
}

type Members = Readonly<Record<string, Schema.Top>>

/** The flags of members that the command line has to have. */
export const requiredFlags = (members: Members) =>
  Record.map(members, ({ ast }, member) =>
    flagOfKind(flagName(member), member, SchemaAST.toEncoded(ast)).pipe(
      Flag.withDescription(SchemaAST.resolveDescription(ast) ?? member.replaceAll("_", " "))
    )
  )

/** The flags of members that the command line may have. */
export const optionalFlags = (members: Members) =>
  Record.map(requiredFlags(members), (flag: Flag.Flag<Value>) => Flag.optional(flag))

/** The values of flags that may be left out, by member. */
export type OptionalValues = Readonly<Record<string, Option.Option<Value>>>

/** The merge patch of members that the command line sets and removes, or a wrong command line where it does both to one, or nothing. */
export const patchOf = (
  set: Readonly<Record<string, unknown>>,
  clear: ReadonlyArray<string>
): Effect.Effect<Readonly<Record<string, unknown>>, CliError.CliError> => {
  const both = clear.find((name) => name in set)
  if (both !== undefined) {
    return Effect.fail(new CliError.ValidationError({ message: `--clear ${both} removes what another flag sets.` }))
  }
  const patch = { ...set, ...Object.fromEntries(clear.map((name) => [name, null])) }
  return Object.keys(patch).length > 0
    ? Effect.succeed(patch)
    : Effect.fail(new CliError.ValidationError({ message: "nothing is changed: give a member, or --clear." }))
}

/** `--clear MEMBER` of a command that changes a record. */
export const clearFlag = (members: ReadonlyArray<string>) =>
  Flag.Literals("clear", members).pipe(Flag.withDescription("Remove this member; may be given again"), Flag.atLeast(0))

/** A problem of a member, or of what is within it: `--custom-fields /team must be …`. */
const sentence = ({ message, path }: Problem): string => {
  const [, member = "", within = ""] = /^\/([^/]*)(.*)$/u.exec(path) ?? []
  return `--${flagName(member)} ${within === "" ? "" : `${within} `}${message}.`
}

/** The record that the flags make, or a wrong command line, with a sentence for each problem. */
export const recordOf = <A>(decoded: Result.Result<A, ReadonlyArray<Problem>>): Effect.Effect<A, CliError.CliError> =>
  Effect.mapError(
    Effect.fromResult(decoded),
    (problems) => new CliError.ValidationError({ message: problems.map(sentence).join(" ") })
  )
