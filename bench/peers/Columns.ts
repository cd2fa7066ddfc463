/**
 * The members of a job as columns of a table of their own: the layout that an implementation without stored JSON would choose.
 */

import { jobMembers, requiredMembers } from "./JobMembers.ts"

/** The columns, in the order in which the members are answered. */
export const members = Object.keys(jobMembers)

const kinds: ReadonlyMap<string, string> = new Map(Object.entries(jobMembers))

/** The type of a column that is no key. */
const typeOf = (name: string): string => {
  const type = kinds.get(name) === "integer" ? "BIGINT" : kinds.get(name) === "boolean" ? "BOOLEAN" : "TEXT"
  return requiredMembers.includes(name) ? `${type} NOT NULL` : type
}

/** What the engines write differently. */
interface Dialect {
  /** The type of keys, which sort by their bytes. */
  readonly key: string
  readonly tableOptions: string
  /** A member of the stored JSON. */
  readonly member: (name: string) => string
}

const dialects = {
  sqlite: {
    key: "TEXT",
    tableOptions: "WITHOUT ROWID",
    member: (name) => `json_extract(json, '$.${name}')`
  },
  postgres: {
    key: 'TEXT COLLATE "C"',
    tableOptions: "",
    member: (name) => {
      const text = `CAST(json AS JSON) ->> '${name}'`
      return typeOf(name).startsWith("TEXT") ? text : `CAST(${text} AS ${typeOf(name)})`
    }
  }
} satisfies Record<string, Dialect>

/** Adds that table to a database that `partner-api seed` made, with the very jobs it wrote. */
export const columnStatements = (engine: keyof typeof dialects): ReadonlyArray<string> => {
  const { key, member, tableOptions } = dialects[engine]
  return [
    `CREATE TABLE job_columns (
      organization_id ${key} NOT NULL, ${members.map((name) => `${name} ${name === "id" ? `${key} NOT NULL` : typeOf(name)}`).join(", ")},
      PRIMARY KEY (organization_id, id)
    ) ${tableOptions}`,
    `INSERT INTO job_columns SELECT organization_id, ${members.map(member).join(", ")} FROM jobs`
  ]
}
