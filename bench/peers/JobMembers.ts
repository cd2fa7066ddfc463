/** Written by `pnpm generate` from the schema of a job. */

/** The members of a job, in the order in which they are answered, and the kind of each. */
export const jobMembers = {
  id: "text",
  title: "text",
  description: "text",
  status: "text",
  location: "text",
  workplace_type: "text",
  country_code: "text",
  city: "text",
  employment_type: "text",
  department: "text",
  openings: "integer",
  salary_min_cents: "integer",
  salary_max_cents: "integer",
  currency: "text",
  agency_access: "text",
  salary_period: "text",
  hiring_manager_id: "text",
  recruiting_contact_id: "text",
  description_format: "text",
  closes_on: "text",
  apply_url: "text",
  close_reason: "text",
  hired_count: "integer",
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
  workplace_type: row[5],
  country_code: row[6],
  city: row[7],
  employment_type: row[8],
  department: row[9],
  openings: row[10],
  salary_min_cents: row[11],
  salary_max_cents: row[12],
  currency: row[13],
  agency_access: row[14],
  salary_period: row[15],
  hiring_manager_id: row[16],
  recruiting_contact_id: row[17],
  description_format: row[18],
  closes_on: row[19],
  apply_url: row[20],
  close_reason: row[21],
  hired_count: row[22],
  external_id: row[23],
  created_at: row[24],
  updated_at: row[25]
})
