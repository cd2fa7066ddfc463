/**
 * The members of jobs as programs that do not know the domain have them: the conformance kit, which judges any server, and the peers of the comparison,
 * which keep a column for each. Writes no file.
 */
import { Job } from "@partner-api/domain/Job"
import * as Record from "effect/Record"
import * as SchemaAST from "effect/SchemaAST"

const header = "/** Written by `pnpm generate` from the schema of a job. */"

/** The kinds of JSON values that are not text, by the tags of their schemas. */
const kinds: Readonly<Record<string, string>> = {
  Number: "integer",
  Boolean: "boolean",
  Arrays: "list",
  Objects: "object"
}

interface Member {
  readonly kind: string
  readonly isOptional: boolean
}

/** The kind of JSON value of each member. */
const allMembers: Readonly<Record<string, Member>> = Record.map(Job.fields, ({ ast }) => ({
  kind: kinds[SchemaAST.toEncoded(ast)._tag] ?? "text",
  isOptional: SchemaAST.isOptional(ast)
}))

/** The members as columns: a list or an object is kept as JSON. */
const columnMembers = Record.map(allMembers, (member) =>
  member.kind === "list" || member.kind === "object" ? { ...member, kind: "json" } : member
)

const cellOf = ({ isOptional, kind }: Member, place: number): string => {
  if (kind === "json") return `valueOf(row[${place}])`
  return isOptional ? `row[${place}] ?? undefined` : `row[${place}]`
}

const lines = (
  members: Readonly<Record<string, Member>>,
  line: (name: string, member: Member, place: number) => string
): string =>
  Record.toEntries(members)
    .map(([name, member], place) => `  ${line(name, member, place)}`)
    .join(",\n")

/** The checks of the kit that a text names. */
const checksIn = (text: string): string =>
  ["boolean", "integer", "list", "object", "optional", "text"]
    .filter((check) => new RegExp(`\\b${check}\\b`).test(text))
    .join(", ")

/** `packages/conformance/src/decided/JobShape.ts`. Other servers may have other values where a member has a few. */
export const jobShape = (): string => {
  const shape = lines(allMembers, (name, { isOptional, kind }) => `${name}: ${isOptional ? `optional(${kind})` : kind}`)
  return `${header}
import { ${checksIn(shape)} } from "../Expect.ts"

/** The expectation of the kit for each member of a job. */
export const jobShape = {
${shape}
}
`
}

/** `bench/peers/JobMembers.ts`. */
export const jobColumns = (): string => `${header}

/** The members of a job, in the order in which they are answered, and the kind of each. */
export const jobMembers = {
${lines(columnMembers, (name, { kind }) => `${name}: "${kind}"`)}
} as const

/** The members that every job has. */
export const requiredMembers = [${Object.keys(Record.filter(columnMembers, ({ isOptional }) => !isOptional))
  .map((name) => JSON.stringify(name))
  .join(", ")}]

/** The value of a column that holds JSON. */
const valueOf = (json: unknown): unknown => (typeof json === "string" ? JSON.parse(json) : undefined)

/** A job read as columns: the usual way. Arrays become objects here, which is the fastest way to them. An answer leaves an empty column out. */
export const jobOf = (row: Readonly<Record<number, unknown>>) => ({
${lines(columnMembers, (name, member, place) => `${name}: ${cellOf(member, place)}`)}
})
`
