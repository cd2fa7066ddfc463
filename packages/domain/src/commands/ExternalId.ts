/**
 * The refusal of an `external_id` that another job or agency of the organization has. That an id is free, the unique key of a store decides. Those of
 * applications are unique within an agency (`Application.ts`).
 */
import { Conflict } from "../Errors.ts"

const records = { job: "A job", agency: "An agency" } as const

/** Refuses the `external_id` of a record; `holder` is the id of the record that has it, where it is known. */
export const duplicateExternalId = (kind: keyof typeof records, holder: string | undefined): Conflict =>
  new Conflict({
    message: `${records[kind]} with this external_id exists already.`,
    details: [
      {
        in: "body",
        path: "/external_id",
        code: "conflict",
        message: holder === undefined ? `belongs to another ${kind}` : `belongs to the ${kind} ${holder}`
      }
    ]
  })
