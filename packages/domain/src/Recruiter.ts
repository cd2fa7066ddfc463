/**
 * A recruiter: a person of an agency (recruiting, Agencies, recruiters, invitations).
 *
 * An agency has a list of recruiters, which a write replaces as a whole. The ids of the recruiters who stay are kept. Knows no agency and no store.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { Email, normalizeEmail } from "./Email.ts"
import { type AgencyId, identifier, idLengthMax } from "./Ids.ts"
import { personal } from "./Personal.ts"
import { Phone } from "./Phone.ts"
import { type Problem, problem } from "./Problem.ts"
import { trimmedText } from "./Text.ts"
import { userNameMax } from "./User.ts"

/** The most recruiters of an agency that an import brings: more people than an agency gives to one customer. */
export const recruitersMax = 1_000

/** The most recruiters of an agency in a request, whose body is read whole in memory. */
export const writtenRecruitersMax = 100

/** Identifies a recruiter within its agency: `rec_…`. */
export const RecruiterId = identifier("a recruiter of an agency", "rec_hirewell_1").pipe(Schema.brand("RecruiterId"))
export type RecruiterId = typeof RecruiterId.Type

/** Whether a recruiter works for the agency, or did. */
export const RecruiterStatus = Schema.Literals(["ACTIVE", "INACTIVE"]).annotate({ "x-extension": true })

const names = {
  first_name: Schema.String.annotate({ examples: ["Robin"] }),
  last_name: Schema.String.annotate({ examples: ["Doe"] }),
  email: Email.pipe(Schema.annotateEncoded({ examples: ["robin@hirewell.example"] })),
  phone: Schema.optionalKey(Schema.String.annotate({ examples: ["+4915112345678"] }))
}

/** A recruiter as the API shows it. */
export const Recruiter = Schema.Struct({ id: RecruiterId, ...names, status: RecruiterStatus }).annotate({
  identifier: "Recruiter",
  description: "A person of the agency",
  "x-extension": true,
  ...personal
})
export type Recruiter = typeof Recruiter.Type

/** A recruiter as it is stored: without id and status where a release from before them has written it. */
export const StoredRecruiter = Schema.Struct({
  id: Schema.optionalKey(RecruiterId),
  ...names,
  status: Schema.optionalKey(RecruiterStatus)
})
export type StoredRecruiter = typeof StoredRecruiter.Type

/** The id of the recruiter at a place of a list. */
const idAt = (beginning: string, index: number): RecruiterId => RecruiterId.make(`${beginning}_${index + 1}`)

/** The characters of the id of an agency in the ids of recruiters that are stored without one. */
const agencyPartMax = idLengthMax - `rec__${recruitersMax}`.length

/** The beginning of the ids of recruiters that are stored without one. */
const beginningOf = (agencyId: AgencyId): string => `rec_${agencyId.replace(/^agy_/, "").slice(-agencyPartMax)}`

/**
 * The recruiters of an agency, as they are stored. One without an id has that of its place: the list stays as it is until a write replaces it, which keeps
 * that id.
 */
export const recruitersOf = (agencyId: AgencyId, stored: ReadonlyArray<StoredRecruiter>): ReadonlyArray<Recruiter> =>
  stored.map(({ id, status = "ACTIVE", ...person }, index) => ({
    id: id ?? idAt(beginningOf(agencyId), index),
    ...person,
    status
  }))

/** A recruiter as it is written. */
export const NewRecruiter = Schema.Struct({
  id: Schema.optionalKey(
    RecruiterId.annotate({
      description: "The id of a recruiter who stays; without it, the one with the email stays, or there is a new one"
    })
  ),
  first_name: trimmedText(1, userNameMax),
  last_name: trimmedText(1, userNameMax),
  email: Email,
  phone: Schema.optionalKey(Phone),
  status: Schema.optionalKey(RecruiterStatus).annotateKey({
    description: "Without it, a recruiter who stays keeps the status, and a new one is ACTIVE"
  })
}).annotate({
  identifier: "NewRecruiter",
  description: "A person of the agency, new or there already",
  examples: [{ first_name: "Robin", last_name: "Doe", email: "robin@hirewell.example" }],
  "x-extension": true
})
export type NewRecruiter = typeof NewRecruiter.Type

/** A list of recruiters as it is written. */
export const recruiterList = (max: number) =>
  Schema.Array(NewRecruiter).check(Schema.isMaxLength(max, problem("length", `must have at most ${max} recruiters`)))

/** The problems of the members of a list by which recruiters are known. */
const identityProblems = (
  stored: ReadonlyArray<Recruiter>,
  given: ReadonlyArray<NewRecruiter>
): ReadonlyArray<Problem> => {
  const known = new Set<string>(stored.map(({ id }) => id))
  const ids = new Set<string>()
  const emails = new Set<string>()
  return given.flatMap(({ email, id }, index): ReadonlyArray<Problem> => {
    const at = (member: string) => ({ in: "body", path: `/recruiters/${index}/${member}` }) as const
    const key = normalizeEmail(email)
    const problems: ReadonlyArray<Problem> = [
      ...(id !== undefined && ids.has(id)
        ? [{ ...at("id"), code: "duplicate", message: "must not repeat the id of an earlier recruiter" } as const]
        : []),
      ...(id !== undefined && !known.has(id)
        ? [
            {
              ...at("id"),
              code: "unknown",
              message: "must be the id of a recruiter of this agency; leave it out for a new one"
            } as const
          ]
        : []),
      ...(emails.has(key)
        ? [{ ...at("email"), code: "duplicate", message: "must not repeat the email of an earlier recruiter" } as const]
        : [])
    ]
    if (id !== undefined) ids.add(id)
    emails.add(key)
    return problems
  })
}

/**
 * The list that replaces the stored one. A recruiter with an id is the one with that id. One without is the one with its email, unless another of the list has
 * the id of that one; else it is new, with an id of its place that begins with `made`.
 */
export const replaceRecruiters = (
  stored: ReadonlyArray<Recruiter>,
  given: ReadonlyArray<NewRecruiter>,
  made: string
): Result.Result<ReadonlyArray<Recruiter>, ReadonlyArray<Problem>> => {
  const problems = identityProblems(stored, given)
  if (problems.length > 0) return Result.fail(problems)
  const named = new Set<string>(given.flatMap(({ id }) => id ?? []))
  const byId = new Map<string, Recruiter>(stored.map((one) => [one.id, one]))
  const byEmail = new Map(
    stored
      .filter(({ id }) => !named.has(id))
      .map((one) => [normalizeEmail(one.email), one] as const)
      .toReversed()
  )
  return Result.succeed(
    given.map(({ id, status, ...person }, index) => {
      const before = id === undefined ? byEmail.get(normalizeEmail(person.email)) : byId.get(id)
      return { id: before?.id ?? idAt(made, index), ...person, status: status ?? before?.status ?? "ACTIVE" }
    })
  )
}

/** Whether a list lacks a recruiter whom another one has. */
export const lacksRecruiter = (before: ReadonlyArray<Recruiter>, after: ReadonlyArray<Recruiter>): boolean => {
  const ids = new Set<string>(after.map(({ id }) => id))
  return before.some(({ id }) => !ids.has(id))
}
