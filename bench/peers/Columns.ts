/**
 * The members of a job as columns of a table of their own: the layout that an implementation without stored JSON would choose.
 */

/** The members of a job, in the order in which they are answered. */
export const members = [
  "id",
  "title",
  "description",
  "status",
  "location",
  "employment_type",
  "openings",
  "salary_min_cents",
  "salary_max_cents",
  "currency",
  "external_id",
  "created_at",
  "updated_at"
] as const

const numbers: ReadonlyArray<string> = ["openings", "salary_min_cents", "salary_max_cents"]

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
      return numbers.includes(name) ? `CAST(${text} AS BIGINT)` : text
    }
  }
} satisfies Record<string, Dialect>

/** Adds that table to a database that `partner-api seed` made, with the very jobs it wrote. */
export const columnStatements = (engine: keyof typeof dialects): ReadonlyArray<string> => {
  const { key, member, tableOptions } = dialects[engine]
  return [
    `CREATE TABLE job_columns (
      organization_id ${key} NOT NULL, id ${key} NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, status TEXT,
      location TEXT, employment_type TEXT, openings BIGINT, salary_min_cents BIGINT, salary_max_cents BIGINT,
      currency TEXT, external_id TEXT, created_at TEXT, updated_at TEXT, PRIMARY KEY (organization_id, id)
    ) ${tableOptions}`,
    `INSERT INTO job_columns SELECT organization_id, ${members.map(member).join(", ")} FROM jobs`
  ]
}
