/**
 * The person on whose behalf a client writes (recruiting 11): a user of the employer, or a recruiter of the agency that the grant is bound to. Entries of
 * the journal have the id of the person, and nothing else of them.
 */
import { UnprocessableEntity } from "./Errors.ts"
import type { UserId } from "./Ids.ts"
import { jsonPointer } from "./Problem.ts"
import type { RecruiterId } from "./Recruiter.ts"

/** The person of a write, as its entries name them. */
export type RepresentedPerson = { readonly user_id: UserId } | { readonly recruiter_id: RecruiterId }

const refusal = (header: string, message: string) =>
  new UnprocessableEntity({
    message: "The request is made on behalf of nobody who is there.",
    details: [{ in: "header", path: jsonPointer([header]), code: "unknown", message }]
  })

/** The refusals of a header that names nobody who is ACTIVE: one for each view, whether the person is unknown, of others, or not ACTIVE. */
export const unknownPersonOf = (header: string) => ({
  employer: refusal(header, "must be the id of an ACTIVE user of this organization"),
  agency: refusal(header, "must be the id of an ACTIVE recruiter of your agency")
})
