/** Written by `pnpm generate` from the schema of a job. */
import { integer, list, object, optional, text } from "../Expect.ts"

/** The expectation of the kit for each member of a job. */
export const jobShape = {
  id: text,
  title: text,
  description: text,
  status: optional(text),
  location: optional(text),
  workplace_type: optional(text),
  country_code: optional(text),
  city: optional(text),
  employment_type: optional(text),
  department: optional(text),
  openings: optional(integer),
  salary_min_cents: optional(integer),
  salary_max_cents: optional(integer),
  currency: optional(text),
  agency_access: optional(text),
  salary_period: optional(text),
  hiring_manager_id: optional(text),
  recruiting_contact_id: optional(text),
  description_format: optional(text),
  closes_on: optional(text),
  apply_url: optional(text),
  custom_fields: optional(object),
  questions: optional(list),
  close_reason: optional(text),
  hired_count: optional(integer),
  external_id: optional(text),
  created_at: optional(text),
  updated_at: optional(text)
}
