/**
 * The members of jobs as programs that do not know the domain have them: the conformance kit, which judges any server, and the peers of the comparison,
 * which keep a column for each. Writes no file.
 */
import { Job } from "@partner-api/domain/Job"
import * as Record from "effect/Record"
import * as SchemaAST from "effect/SchemaAST"

const header = "/** Written by `pnpm generate` from the schema of a job. */"

/** The kind of JSON value of each member. */
const membersOf = Record.map(Job.fields, ({ ast }) => {
  const { _tag } = SchemaAST.toEncoded(ast)
  return {
    kind: _tag === "Number" ? "integer" : _tag === "Boolean" ? "boolean" : "text",
    isOptional: SchemaAST.isOptional(ast)
  }
})

const lines = (line: (name: string, member: (typeof membersOf)["id"], place: number) => string): string =>
  Record.toEntries(membersOf)
    .map(([name, member], place) => `  ${line(name, member, place)}`)
    .join(",\n")

/** The checks of the kit that a text names. */
const checksIn = (text: string): string =>
  ["boolean", "integer", "optional", "text"].filter((check) => new RegExp(`\\b${check}\\b`).test(text)).join(", ")

/** `packages/conformance/src/decided/JobShape.ts`. Other servers may have other values where a member has a few. */
export const jobShape = (): string => {
  const shape = lines((name, { isOptional, kind }) => `${name}: ${isOptional ? `optional(${kind})` : kind}`)
  return `${header}
import { ${checksIn(shape)} } from "../Expect.ts"

/** What the kit expects of each member of a job. */
export const jobShape = {
${shape}
}
`
}

/** `bench/peers/JobMembers.ts`. */
export const jobColumns = (): string => `${header}

/** The members of a job, in the order in which they are answered, and the kind of each. */
export const jobMembers = {
${lines((name, { kind }) => `${name}: "${kind}"`)}
} as const

/** The members that every job has. */
export const requiredMembers = [${Object.keys(Record.filter(membersOf, ({ isOptional }) => !isOptional))
  .map((name) => JSON.stringify(name))
  .join(", ")}]

/** A job read as columns: the usual way. Arrays become objects here, which is the fastest way to them. */
export const jobOf = (row: Readonly<Record<number, unknown>>) => ({
${lines((name, _, place) => `${name}: row[${place}]`)}
})
`
