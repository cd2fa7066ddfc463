/**
 * What partners write of an agency: a whole new one, or a merge patch of one that is there (recruiting, Agencies, recruiters, invitations).
 *
 * Its fees are not among it: they are set by `AgencyFees.ts`.
 */
import * as Schema from "effect/Schema"

import { agencyNameMax, AgencyStatus } from "./Agency.ts"
import { ExternalId } from "./Ids.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { recruiterList, writtenRecruitersMax } from "./Recruiter.ts"
import { trimmedText } from "./Text.ts"

const name = trimmedText(1, agencyNameMax).annotate({ description: "The name" })

const external_id = ExternalId.annotate({
  description: "The id of the agency in your own system; unique in the organization",
  examples: ["AG-7"]
})

const recruiters = recruiterList(writtenRecruitersMax).annotate({
  description: "All recruiters of the agency: a list replaces the one before, and who is not in it is erased"
})

/** What adds an agency. */
export const NewAgency = Schema.Struct({
  name,
  external_id: Schema.optionalKey(external_id),
  status: Schema.optionalKey(AgencyStatus).annotateKey({ description: "ACTIVE when it is absent" }),
  recruiters: Schema.optionalKey(recruiters)
}).annotate({
  identifier: "NewAgency",
  description: "What adds an agency; it begins with the optimized fee",
  examples: [
    {
      name: "Good Hands",
      recruiters: [{ first_name: "Robin", last_name: "Doe", email: "robin@goodhands.example" }]
    }
  ],
  "x-extension": true
})
export type NewAgency = typeof NewAgency.Type

/** What changes an agency. */
export const AgencyPatch = mergePatchOf({
  kept: { name, status: AgencyStatus, recruiters },
  removable: { external_id },
  readOnly: ["id", "optimizedFee"]
}).annotate({
  identifier: "AgencyPatch",
  description:
    "What changes of an agency, as a JSON Merge Patch (RFC 7396): an absent member stays, a list of recruiters replaces the one before",
  examples: [{ external_id: "AG-1" }],
  "x-extension": true
})
export type AgencyPatch = typeof AgencyPatch.Type
