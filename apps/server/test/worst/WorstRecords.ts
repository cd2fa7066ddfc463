/**
 * The worst records of an organization: as large as the schemas of the writes let them be, in one alphabet. Jobs, users, agencies, applications.
 *
 * Makes values alone; `WorstRows.ts` writes them.
 */
import { type Agency } from "@partner-api/domain/Agency"
import { AgencyFees, AgencyFeesUpdate } from "@partner-api/domain/AgencyFees"
import { AgencyLine } from "@partner-api/domain/AgencyImport"
import { recruitersMax, recruitersOf } from "@partner-api/domain/Recruiter"
import { answerCharactersMax, keptAnswers, longAnswerMax } from "@partner-api/domain/Answer"
import { NewApplication, type StoredApplication } from "@partner-api/domain/Application"
import { customCharactersMax, customTextMax } from "@partner-api/domain/CustomFields"
import type { ApplicationState } from "@partner-api/domain/ApplicationState"
import { AgencyId, ApplicationId, JobId, UserId } from "@partner-api/domain/Ids"
import { type Job, Job as JobSchema } from "@partner-api/domain/Job"
import { NewJob } from "@partner-api/domain/JobWrites"
import { optionsMax, questionTextMax } from "@partner-api/domain/Question"
import { exampleMoment } from "@partner-api/domain/Timestamp"
import { NewUser, type User } from "@partner-api/domain/User"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import type { Alphabet } from "./Alphabet.ts"
import { largestValue } from "./LargestValue.ts"
import { idOf } from "./WorstNames.ts"

const moments = { created_at: exampleMoment, updated_at: exampleMoment }

/** The largest value of a schema of a write, decoded. */
const largest = <S extends Schema.Top & { readonly DecodingServices: never }>(
  schema: S,
  { text }: Alphabet,
  seed: number
): S["Type"] => Schema.decodeUnknownSync(schema)(largestValue(schema, { text, seed, unboundedLength: 0 }))

/** A large value takes milliseconds to make: the next ones differ from it in what must not repeat. */
const varied = <A>(count: number, make: (seed: number) => A): ReadonlyArray<A> =>
  Array.from({ length: count }, (_, index) => make(index + 1))

export const jobId = (number: number): JobId => JobId.make(idOf("job", number))
export const userId = (number: number): UserId => UserId.make(idOf("usr", number))
export const agencyId = (number: number): AgencyId => AgencyId.make(idOf("agy", number))
export const applicationId = (number: number): ApplicationId => ApplicationId.make(idOf("app", number))

/** The members of a job whose bounds no schema of one of them has: together, and of other records. */
export const jointJobMembers = ({ text }: Alphabet, seed: number) => ({
  hiring_manager_id: userId(1),
  recruiting_contact_id: userId(1),
  custom_fields: Object.fromEntries(
    Array.from({ length: Math.floor(customCharactersMax / (customTextMax + 10)) }, (_, index) => [
      `field_${index}`,
      text(customTextMax, seed + index)
    ])
  ),
  questions: [
    ...Array.from({ length: 20 }, (_, index) => ({
      id: `q${index}`,
      text: text(questionTextMax, seed + index),
      type: "LONG_TEXT" as const,
      required: false
    })),
    {
      id: "q20",
      text: "?",
      type: "MULTI_SELECT" as const,
      required: false,
      options: Array.from({ length: optionsMax }, (_, index) => ({ id: `o${index}`, label: text(5, seed + index) }))
    }
  ]
})

/** The longest answers to those questions. */
export const longestAnswers = ({ text }: Alphabet, seed: number) =>
  Array.from({ length: Math.floor(answerCharactersMax / longAnswerMax) }, (_, index) => ({
    question_id: `q${index}`,
    value: text(longAnswerMax, seed + index)
  }))

/** Open jobs, the words of each its own. */
export const worstJobs = (alphabet: Alphabet, count: number): ReadonlyArray<Job> =>
  varied(count, (seed) => ({
    id: jobId(seed),
    ...Struct.omit(largest(NewJob, alphabet, seed), ["close_reason"]),
    ...jointJobMembers(alphabet, seed),
    status: "OPEN" as const,
    agency_access: "ALL" as const,
    ...moments
  }))

export const worstUsers = (alphabet: Alphabet, count: number): ReadonlyArray<User> =>
  varied(count, (seed) => ({
    ...largest(NewUser, alphabet, seed),
    id: userId(seed),
    ...moments,
    status: "ACTIVE" as const
  }))

/** Agencies with the recruiters that `recruiters` says for each number. */
export const worstAgencies = (
  alphabet: Alphabet,
  count: number,
  recruiters: (number: number) => number
): ReadonlyArray<Agency> => {
  const { recruiters: all = [] } = largest(AgencyLine, alphabet, 0)
  return varied(count, (seed) => ({
    id: agencyId(seed),
    name: alphabet.text(200, seed),
    status: "ACTIVE" as const,
    optimizedFee: false,
    recruiters: recruitersOf(
      agencyId(seed),
      all.slice(0, Math.min(recruitersMax, recruiters(seed))).map((one) => Struct.omit(one, ["id"]))
    )
  }))
}

export const worstFees = (alphabet: Alphabet): AgencyFees => ({
  optimizedFee: false,
  customFees: largest(AgencyFeesUpdate, alphabet, 0).customFees ?? []
})

/** An application of a person in a state; the same `person` is the same person. */
export const worstApplication = (
  alphabet: Alphabet,
  number: number,
  of: { readonly person: number; readonly job: number; readonly state: ApplicationState }
): StoredApplication => {
  const { candidate, external_id, note } = largest(NewApplication, alphabet, of.person)
  return {
    application: {
      id: applicationId(number),
      job_id: jobId(of.job),
      agency_id: agencyId(1 + (number % 100)),
      candidate,
      ...(note === undefined ? {} : { note }),
      answers: keptAnswers(jointJobMembers(alphabet, of.job).questions, longestAnswers(alphabet, number)),
      ...(external_id === undefined ? {} : { external_id: `${number} ${external_id}`.slice(0, 60) }),
      state: of.state,
      state_entered_at: exampleMoment,
      ...(of.state === "UNCONFIRMED"
        ? {}
        : {
            confirmed_at: exampleMoment,
            terms: { fees: worstFees(alphabet), binding: "AT_CONFIRMATION" as const, agreed_at: exampleMoment }
          }),
      version: 1,
      ...moments
    },
    rejectedFrom: undefined
  }
}

/** The email of a person of {@link worstApplication}. */
export const emailOf = (alphabet: Alphabet, person: number): string =>
  largest(NewApplication, alphabet, person).candidate.email

/** A job as its answer has it. */
export const jobJson = Schema.encodeSync(Schema.fromJsonString(JobSchema))
