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
  custom_fields: "json",
  questions: "json",
  close_reason: "text",
  hired_count: "integer",
  external_id: "text",
  created_at: "text",
  updated_at: "text"
} as const

/** The members that every job has. */
export const requiredMembers = ["id", "title", "description"]

/** The value of a column that holds JSON. */
const valueOf = (json: unknown): unknown => (typeof json === "string" ? JSON.parse(json) : undefined)

/** A job read as columns: the usual way. Arrays become objects here, which is the fastest way to them. An answer leaves an empty column out. */
export const jobOf = (row: Readonly<Record<number, unknown>>) => ({
  id: row[0],
  title: row[1],
  description: row[2],
  status: row[3] ?? undefined,
  location: row[4] ?? undefined,
  workplace_type: row[5] ?? undefined,
  country_code: row[6] ?? undefined,
  city: row[7] ?? undefined,
  employment_type: row[8] ?? undefined,
  department: row[9] ?? undefined,
  openings: row[10] ?? undefined,
  salary_min_cents: row[11] ?? undefined,
  salary_max_cents: row[12] ?? undefined,
  currency: row[13] ?? undefined,
  agency_access: row[14] ?? undefined,
  salary_period: row[15] ?? undefined,
  hiring_manager_id: row[16] ?? undefined,
  recruiting_contact_id: row[17] ?? undefined,
  description_format: row[18] ?? undefined,
  closes_on: row[19] ?? undefined,
  apply_url: row[20] ?? undefined,
  custom_fields: valueOf(row[21]),
  questions: valueOf(row[22]),
  close_reason: row[23] ?? undefined,
  hired_count: row[24] ?? undefined,
  external_id: row[25] ?? undefined,
  created_at: row[26] ?? undefined,
  updated_at: row[27] ?? undefined
})
