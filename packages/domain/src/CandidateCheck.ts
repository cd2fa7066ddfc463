/**
 * The check of a person before a submission (recruiting 7): whether the person is free for a job, and what the caller may learn of that.
 *
 * An answer shows nothing of another agency but that the person is taken. How many checks a client has in a day is bounded, because each answers whether
 * somebody is a candidate of others.
 */
import * as Schema from "effect/Schema"

import { NewCandidate } from "./Candidate.ts"
import { type Claim, isInForce } from "./Claim.ts"
import { RateLimited, retryAfterSecondsOf } from "./Errors.ts"
import { AgencyId, ApplicationId, JobId } from "./Ids.ts"
import { Phone } from "./Phone.ts"
import { dayMs, dayStartMs } from "./StorageQuota.ts"
import { Timestamp, timestampFromMillis } from "./Timestamp.ts"

/**
 * The checks of a client in an organization in a day, with its submissions and actions that were refused because the person is taken: more than an agency has people for
 * one employer, and too few to try a list of addresses.
 */
export const checksPerDayMax = 1_000

/**
 * The newest applications for a job that are compared with a telephone number and a profile. Fifty of the largest ones take SQLite up to 5 ms, so these take less than
 * the 50 ms that a request may.
 */
export const comparedApplicationsMax = 200

/** The most applications that an answer names. */
export const namedApplicationsMax = 20

/** The person of a check. */
export const NewCandidateCheck = Schema.Struct({
  job_id: JobId,
  agency_id: Schema.optionalKey(
    AgencyId.annotate({ description: "The agency that would submit; may be left out where the grant is bound to one" })
  ),
  candidate: Schema.Struct({
    email: NewCandidate.fields.email,
    phone: Schema.optionalKey(Phone),
    linkedin_url: NewCandidate.fields.linkedin_url
  }).annotate({
    identifier: "CheckedCandidate",
    description: "The person; nothing of it is stored",
    examples: [{ email: "grace@example.com" }],
    "x-extension": true
  })
}).annotate({
  identifier: "NewCandidateCheck",
  description: "The person of a check, and the job",
  examples: [
    {
      job_id: JobId.make("job_00000001"),
      agency_id: AgencyId.make("agy_hirewell"),
      candidate: { email: "grace@example.com" }
    }
  ],
  "x-extension": true
})
export type NewCandidateCheck = typeof NewCandidateCheck.Type

/** The answer of a check. */
export const CandidateCheck = Schema.Struct({
  result: Schema.Literals(["AVAILABLE", "POSSIBLE", "YOURS", "TAKEN"]).annotate({
    description:
      "`AVAILABLE`: nobody has a claim; `POSSIBLE`: the agency may have submitted the person under another email; `YOURS`: the agency has the claim, or an open application that the caller sees; `TAKEN`: the claim is another agency's, or the employer's",
    examples: ["AVAILABLE"]
  }),
  application_ids: Schema.optionalKey(Schema.Array(ApplicationId)).annotateKey({
    description: `The applications that the result is about, as far as the caller sees them; at most ${namedApplicationsMax}`
  }),
  until: Schema.optionalKey(Timestamp).annotateKey({
    description: "With `YOURS`: until when the claim lasts after its application has ended"
  }),
  similar_application_ids: Schema.optionalKey(Schema.Array(ApplicationId)).annotateKey({
    description: `To the employer: applications for the job with the same telephone number or LinkedIn profile, of any agency; at most ${namedApplicationsMax}`
  })
}).annotate({
  identifier: "CandidateCheck",
  description: "Whether a person is free for a job",
  examples: [{ result: "AVAILABLE" }],
  "x-extension": true
})
export type CandidateCheck = typeof CandidateCheck.Type

const profile = /^https:\/\/(?:[a-z0-9-]+\.)*linkedin\.com\/((?:in|pub)\/[^/?#]+)/iu

/** The name of a LinkedIn profile, which all its addresses have in common; none of an address that is no profile. */
export const profileOf = (url: string | undefined): string | undefined =>
  url === undefined ? undefined : profile.exec(url)?.[1]?.toLowerCase()

/** The members by which an application is compared. */
export interface Contact {
  readonly applicationId: ApplicationId
  readonly agencyId: AgencyId
  readonly phone: string | undefined
  readonly linkedinUrl: string | undefined
}

/** Whether an application has the same telephone number or profile as a person. */
export const isSimilar = (
  { phone, linkedin_url }: NewCandidateCheck["candidate"],
  contact: Pick<Contact, "phone" | "linkedinUrl">
): boolean => {
  const wanted = profileOf(linkedin_url)
  return (
    (phone !== undefined && contact.phone === phone) ||
    (wanted !== undefined && profileOf(contact.linkedinUrl) === wanted)
  )
}

/** Whether a person has something to be compared by beside the email. */
export const isComparable = ({ linkedin_url, phone }: NewCandidateCheck["candidate"]): boolean =>
  phone !== undefined || profileOf(linkedin_url) !== undefined

/** The stored state on which a check is decided. */
export interface CheckFacts {
  /** The agency that would submit. */
  readonly agencyId: AgencyId
  /** Whether the employer checks. */
  readonly isEmployer: boolean
  readonly claim: Claim | undefined
  /** An open application of the agency for the person and the job, and whether the caller sees it. */
  readonly open: { readonly id: ApplicationId; readonly isShown: boolean } | undefined
  /** The applications with the same telephone number or profile that the caller sees. */
  readonly similar: ReadonlyArray<Pick<Contact, "applicationId" | "agencyId">>
  readonly nowMs: number
}

const idsOf = <const Name extends string>(name: Name, ids: ReadonlyArray<ApplicationId>) =>
  ids.length === 0 ? {} : { [name]: [...new Set(ids)].slice(0, namedApplicationsMax) }

/** Judges a check. */
const judged = ({ agencyId, claim, isEmployer, nowMs, open: found, similar }: CheckFacts): CandidateCheck => {
  // One that the caller does not see is in no check (recruiting 6).
  const open = found?.isShown === true ? found : undefined
  const inForce = claim !== undefined && isInForce(claim, nowMs) ? claim : undefined
  if (inForce !== undefined && inForce.agencyId !== agencyId) {
    return { result: "TAKEN", ...idsOf("application_ids", isEmployer ? [inForce.applicationId] : []) }
  }
  if (inForce !== undefined || open !== undefined) {
    const ids = [...(inForce === undefined ? [] : [inForce.applicationId]), ...(open === undefined ? [] : [open.id])]
    const until = inForce !== undefined && inForce.expiresAtMs > nowMs ? inForce.expiresAtMs : undefined
    return {
      result: "YOURS",
      ...idsOf("application_ids", ids),
      ...(until === undefined ? {} : { until: timestampFromMillis(until) })
    }
  }
  const own = similar.filter((one) => one.agencyId === agencyId).map(({ applicationId }) => applicationId)
  return own.length > 0 ? { result: "POSSIBLE", ...idsOf("application_ids", own) } : { result: "AVAILABLE" }
}

/** Judges a check. The employer also gets the similar applications of all agencies. */
export const judgeCheck = (facts: CheckFacts): CandidateCheck => ({
  ...judged(facts),
  ...idsOf("similar_application_ids", facts.isEmployer ? facts.similar.map(({ applicationId }) => applicationId) : [])
})

/** The refusal of a client that has asked {@link checksPerDayMax} times today whether somebody is taken. */
export const checksReached = (nowMs: number): RateLimited => {
  const retryAfterSeconds = retryAfterSecondsOf(dayStartMs(nowMs) + dayMs - nowMs)
  return new RateLimited({
    message: `This client has made the ${checksPerDayMax} checks that it may make in this organization in one day; refused submissions of taken persons count too. Go on when the day ends (UTC), in ${retryAfterSeconds} s.`,
    retryAfterSeconds
  })
}
