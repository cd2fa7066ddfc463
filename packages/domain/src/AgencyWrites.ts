/**
 * The writes of an agency by partners: a whole new one, or a merge patch of one that is there (recruiting, Agencies, recruiters, invitations).
 *
 * Its fees are not among it: they are set by `AgencyFees.ts`.
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { agencyNameMax, AgencyStatus } from "./Agency.ts"
import { ExternalId } from "./Ids.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { recruiterList, writtenRecruitersMax } from "./Recruiter.ts"
import { trimmedText } from "./Text.ts"

/** The members that every agency has. */
export const requiredAgencyMembers = {
  name: trimmedText(1, agencyNameMax).annotate({ description: "The name" })
}

/** The members that a new agency has too, whether they are given or not. */
const keptMembers = {
  status: AgencyStatus.annotate({ description: "Whether the agency submits and confirms applications" }),
  recruiters: recruiterList(writtenRecruitersMax).annotate({
    description: "All recruiters: a list replaces the one before, and who is not in it is erased"
  })
}

/** The members that a patch removes. */
const removableMembers = {
  external_id: ExternalId.annotate({
    description: "The id of the agency in your own system; unique in the organization",
    examples: ["AG-7"]
  })
}

/** The names of the members that a patch removes. */
export const removableAgencyMembers = Struct.keys(removableMembers)

/** The members that an agency may be given. Flags of `partner` follow from these. */
export const optionalAgencyMembers = { ...removableMembers, ...keptMembers }

/** The request that adds an agency. */
export const NewAgency = Schema.Struct({
  ...requiredAgencyMembers,
  ...Struct.map(optionalAgencyMembers, Schema.optionalKey)
}).annotate({
  identifier: "NewAgency",
  description: "A new agency: ACTIVE by default, and with the optimized fee at first",
  examples: [
    {
      name: "Good Hands",
      recruiters: [{ first_name: "Robin", last_name: "Doe", email: "robin@goodhands.example" }]
    }
  ],
  "x-extension": true
})
export type NewAgency = typeof NewAgency.Type

/** The request that changes an agency. */
export const AgencyPatch = mergePatchOf({
  kept: { ...requiredAgencyMembers, ...keptMembers },
  removable: removableMembers,
  readOnly: ["id", "optimizedFee"]
}).annotate({
  identifier: "AgencyPatch",
  description:
    "The change of an agency, as a JSON Merge Patch (RFC 7396): an absent member stays, a list of recruiters replaces the one before",
  examples: [{ external_id: "AG-1" }],
  "x-extension": true
})
export type AgencyPatch = typeof AgencyPatch.Type
