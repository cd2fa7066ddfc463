/**
 * An agency as another system hands it over, one for each line of a file, and what it makes of the agency that is there.
 *
 * Fees are not imported: they are agreed here. A new agency begins with the initial ones, one that is there keeps its own. Reads no
 * files and knows no format.
 */
import type * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Agency, Recruiter } from "./Agency.ts"
import { initialFees } from "./AgencyFees.ts"
import { Email } from "./Email.ts"
import { type AgencyId, ExternalId } from "./Ids.ts"
import { type Problem, problem } from "./Problem.ts"
import { strictDecoder } from "./StrictDecoder.ts"
import { trimmedText } from "./Text.ts"
import { userNameMax } from "./User.ts"

/** The longest name of an agency, in characters. */
export const agencyNameMax = 200

/** The most recruiters of an agency: more people than an agency gives to one customer. */
export const recruitersMax = 1_000

const ImportedRecruiter = Schema.Struct({
  first_name: trimmedText(1, userNameMax),
  last_name: trimmedText(1, userNameMax),
  email: Email
})

/** A line of a file of agencies. */
export const AgencyLine = Schema.Struct({
  external_id: ExternalId,
  name: trimmedText(1, agencyNameMax),
  recruiters: Schema.optionalKey(
    Schema.Array(ImportedRecruiter).check(
      Schema.isMaxLength(recruitersMax, problem("length", `must have at most ${recruitersMax} recruiters`))
    )
  )
})
export type AgencyLine = typeof AgencyLine.Type

const decode = strictDecoder(AgencyLine)

/** Reads a line, or returns everything that is wrong with it. */
export const decodeAgencyLine = (input: unknown): Result.Result<AgencyLine, ReadonlyArray<Problem>> =>
  decode(input, "body")

const sameRecruiters = Schema.toEquivalence(Schema.Array(Recruiter))

/** The new agency that a line makes. */
export const newAgencyOf = (line: AgencyLine, id: AgencyId): Agency => ({
  id,
  name: line.name,
  optimizedFee: initialFees.optimizedFee,
  recruiters: line.recruiters ?? []
})

/** The stored agency after a line with its `external_id`: the very same object when the line says nothing new. */
export const changedAgencyOf = (line: AgencyLine, stored: Agency): Agency => {
  const recruiters = line.recruiters ?? []
  return line.name === stored.name && sameRecruiters(recruiters, stored.recruiters)
    ? stored
    : { ...stored, name: line.name, recruiters }
}
