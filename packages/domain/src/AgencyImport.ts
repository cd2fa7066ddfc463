/**
 * An agency as another system hands it over, one for each line of a file, and what it makes of the agency that is there.
 *
 * Fees are not imported: they are agreed here. A new agency begins with the initial ones, one that is there keeps its own. Reads no
 * files and parses no format.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { type Agency, agencyNameMax, AgencyStatus, sameAgency } from "./Agency.ts"
import { initialFees } from "./AgencyFees.ts"
import { type AgencyId, ExternalId } from "./Ids.ts"
import type { Problem } from "./Problem.ts"
import { recruiterList, recruitersMax, replaceRecruiters } from "./Recruiter.ts"
import { strictDecoder } from "./StrictDecoder.ts"
import { trimmedText } from "./Text.ts"

/** A line of a file of agencies. */
export const AgencyLine = Schema.Struct({
  external_id: ExternalId,
  name: trimmedText(1, agencyNameMax),
  status: Schema.optionalKey(AgencyStatus),
  recruiters: Schema.optionalKey(recruiterList(recruitersMax))
})
export type AgencyLine = typeof AgencyLine.Type

const decode = strictDecoder(AgencyLine)

/** Reads a line, or returns everything that is wrong with it. */
export const decodeAgencyLine = (input: unknown): Result.Result<AgencyLine, ReadonlyArray<Problem>> =>
  decode(input, "body")

/** The ids of what a line makes: that of a new agency, and what those of new recruiters begin with. */
export interface MadeOfLine {
  readonly id: AgencyId
  readonly recruiters: string
}

/**
 * The agency of a line: a new one, or the stored one with the `external_id` of the line, which keeps its status where the line has none. The very same object
 * when the line changes nothing.
 */
export const agencyOfLine = (
  { external_id, name, recruiters = [], status }: AgencyLine,
  stored: Agency | undefined,
  made: MadeOfLine
): Result.Result<Agency, ReadonlyArray<Problem>> =>
  Result.map(replaceRecruiters(stored?.recruiters ?? [], recruiters, made.recruiters), (replaced) => {
    const next: Agency = {
      id: stored?.id ?? made.id,
      name,
      external_id,
      status: status ?? stored?.status ?? "ACTIVE",
      optimizedFee: stored?.optimizedFee ?? initialFees.optimizedFee,
      recruiters: replaced
    }
    return stored !== undefined && sameAgency(next, stored) ? stored : next
  })
