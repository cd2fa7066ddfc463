/**
 * An agency that works for an organization (decisions, Resources; the specification names it only in a path).
 *
 * Its fees have a file of their own: `AgencyFees.ts`.
 */
import * as Schema from "effect/Schema"

import { Email } from "./Email.ts"
import { AgencyId } from "./Ids.ts"

/** A person of the agency. */
export const Recruiter = Schema.Struct({
  first_name: Schema.String.annotate({ examples: ["Robin"] }),
  last_name: Schema.String.annotate({ examples: ["Doe"] }),
  email: Email.pipe(Schema.annotateEncoded({ examples: ["robin@hirewell.example"] }))
}).annotate({ identifier: "Recruiter", description: "A person of the agency", "x-extension": true })
export type Recruiter = typeof Recruiter.Type

/** An agency as the API shows it. */
export const Agency = Schema.Struct({
  id: AgencyId,
  name: Schema.String.annotate({ examples: ["Hirewell"] }),
  optimizedFee: Schema.Boolean.annotate({ examples: [true] }),
  recruiters: Schema.Array(Recruiter)
}).annotate({
  identifier: "Agency",
  description: "An agency that works for the organization",
  "x-extension": true
})
export type Agency = typeof Agency.Type
