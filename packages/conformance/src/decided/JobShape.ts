/** Written by `pnpm generate` from the schema of a job. */
import { integer, optional, text } from "../Expect.ts"

/** What the kit expects of each member of a job. */
export const jobShape = {
  id: text,
  title: text,
  description: text,
  status: optional(text),
  location: optional(text),
  employment_type: optional(text),
  openings: optional(integer),
  salary_min_cents: optional(integer),
  salary_max_cents: optional(integer),
  currency: optional(text),
  external_id: optional(text),
  created_at: optional(text),
  updated_at: optional(text)
}
