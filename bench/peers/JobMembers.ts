/** Written by `pnpm generate` from the schema of a job. */

/** The members of a job, in the order in which they are answered, and the kind of each. */
export const jobMembers = {
  id: "text",
  title: "text",
  description: "text",
  status: "text",
  location: "text",
  employment_type: "text",
  openings: "integer",
  salary_min_cents: "integer",
  salary_max_cents: "integer",
  currency: "text",
  external_id: "text",
  created_at: "text",
  updated_at: "text"
} as const

/** The members that every job has. */
export const requiredMembers = ["id", "title", "description"]

/** A job read as columns: the usual way. Arrays become objects here, which is the fastest way to them. */
export const jobOf = (row: Readonly<Record<number, unknown>>) => ({
  id: row[0],
  title: row[1],
  description: row[2],
  status: row[3],
  location: row[4],
  employment_type: row[5],
  openings: row[6],
  salary_min_cents: row[7],
  salary_max_cents: row[8],
  currency: row[9],
  external_id: row[10],
  created_at: row[11],
  updated_at: row[12]
})
