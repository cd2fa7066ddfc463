/**
 * An agency that works for an organization (decisions, Resources; the specification names it only in a path).
 *
 * Its fees have a file of their own (`AgencyFees.ts`), and so have its people (`Recruiter.ts`).
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { AgencyId } from "./Ids.ts"
import { Recruiter } from "./Recruiter.ts"

/** The longest name of an agency, in characters. */
export const agencyNameMax = 200

/** Whether an agency works for the organization, or did. An `INACTIVE` one reads, and submits and confirms nothing. */
export const AgencyStatus = Schema.Literals(["ACTIVE", "INACTIVE"]).annotate({ "x-extension": true })
export type AgencyStatus = typeof AgencyStatus.Type

/** An agency as the API shows it. */
export const Agency = Schema.Struct({
  id: AgencyId,
  name: Schema.String.annotate({ examples: ["Hirewell"] }),
  external_id: Schema.optionalKey(Schema.String).annotateKey({
    description: "The id of the agency in the system of the employer"
  }),
  status: AgencyStatus,
  optimizedFee: Schema.Boolean.annotate({ examples: [true] }),
  recruiters: Schema.Array(Recruiter)
}).annotate({
  identifier: "Agency",
  description: "An agency that works for the organization",
  "x-extension": true
})
export type Agency = typeof Agency.Type

/** An agency as events have it: without its people. */
export const AgencySnapshot = Schema.Struct({
  ...Struct.omit(Agency.fields, ["recruiters"]),
  // An event from before agencies had a status has none.
  status: Schema.optionalKey(Agency.fields.status)
}).annotate({
  identifier: "AgencySnapshot",
  description: "The agency after the change; get the agency for its recruiters",
  "x-extension": true
})

/** Whether two agencies have equal values. Marked as pure, so that bundlers leave it out of clients. */
export const sameAgency = /* @__PURE__ */ Schema.toEquivalence(Agency)
