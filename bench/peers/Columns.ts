/**
 * The members of a job as columns of a table of their own: the layout that an implementation without stored JSON would choose.
 */
import type { DatabaseSync } from "node:sqlite"

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

/** Adds that table to a database that `partner-api seed` made, with the very jobs it wrote. */
export const addColumns = (db: DatabaseSync): void => {
  db.exec(`
    CREATE TABLE job_columns (
      organization_id TEXT NOT NULL, id TEXT NOT NULL, title TEXT NOT NULL, description TEXT NOT NULL, status TEXT,
      location TEXT, employment_type TEXT, openings INTEGER, salary_min_cents INTEGER, salary_max_cents INTEGER,
      currency TEXT, external_id TEXT, created_at TEXT, updated_at TEXT, PRIMARY KEY (organization_id, id)
    ) WITHOUT ROWID;
    INSERT INTO job_columns
    SELECT organization_id, ${members.map((name) => `json_extract(json, '$.${name}')`).join(", ")} FROM jobs`)
}
