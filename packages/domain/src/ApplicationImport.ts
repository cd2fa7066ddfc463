/**
 * An application as another system hands it over, one for each line of a file: who submitted whom for which job, and where it stands.
 *
 * A line is flat, so that it fits into a row of CSV; only a hire and a consent are objects. Agency and job are named as their own imports named them.
 * `commands/ApplicationImport.ts` decides the change of an application that is there. Reads no files and parses no format.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { feedbackMax, Hire, NewApplication } from "./Application.ts"
import { NewCandidate } from "./Candidate.ts"
import { withStoredPhone } from "./CandidatePhone.ts"
import { consentProblems, ImportedConsent } from "./Consent.ts"
import { ActiveState, ApplicationState, isActive } from "./ApplicationState.ts"
import { ExpectedFee } from "./HireFee.ts"
import { ExternalId, JobId } from "./Ids.ts"
import type { Problem } from "./Problem.ts"
import { completeTimes, type GivenTimes, type RecordTimes, timeProblems } from "./RecordTimes.ts"
import { strictDecoder } from "./StrictDecoder.ts"
import { multiLineText } from "./Text.ts"
import { Timestamp, timestampToMillis } from "./Timestamp.ts"

/** A line of a file of applications. */
export const ApplicationLine = Schema.Struct({
  external_id: ExternalId,
  agency_external_id: ExternalId,
  job_external_id: Schema.optionalKey(ExternalId),
  job_id: Schema.optionalKey(JobId),
  ...NewCandidate.fields,
  note: NewApplication.fields.note,
  state: Schema.optionalKey(ApplicationState),
  // As short as the other system took it: the person who wrote it cannot be asked for more.
  feedback: Schema.optionalKey(multiLineText(1, feedbackMax)),
  rejected_from: Schema.optionalKey(ActiveState),
  hire: Schema.optionalKey(Schema.Struct({ ...Hire.fields, fee: ExpectedFee })),
  created_at: Schema.optionalKey(Timestamp),
  state_entered_at: Schema.optionalKey(Timestamp),
  confirmed_at: Schema.optionalKey(Timestamp),
  consent: Schema.optionalKey(ImportedConsent),
  updated_at: Schema.optionalKey(Timestamp)
})
export type ApplicationLine = typeof ApplicationLine.Type

/** The members of a line with data of the person. */
export const candidateMembers = Struct.keys(Struct.omit(NewCandidate.fields, ["phone_country"]))

/** The name of the application of one line: an external id is one application's of its agency. */
export const applicationName = (agencyExternalId: string, externalId: string): string =>
  // Neither has a line end in it.
  `${agencyExternalId}\n${externalId}`

/** The times that a line gives: an application that entered its state was changed at that moment. */
const givenTimes = ({ created_at, state_entered_at, updated_at = state_entered_at }: ApplicationLine): GivenTimes => ({
  ...(created_at === undefined ? {} : { created_at }),
  ...(updated_at === undefined ? {} : { updated_at })
})

/** All times of a new application. */
export const timesOfLine = (
  line: ApplicationLine,
  nowMs: number
): RecordTimes & { readonly state_entered_at: Timestamp } => {
  const times = completeTimes(givenTimes(line), nowMs)
  return { ...times, state_entered_at: line.state_entered_at ?? times.updated_at }
}

/** When the person of a new application agreed: as its line has it, else when it entered its state, where that state follows an agreement. */
export const confirmationOfLine = (
  { confirmed_at, state = "UNCONFIRMED" }: ApplicationLine,
  state_entered_at: Timestamp
): Timestamp | undefined =>
  confirmed_at ?? (isActive(state) || state === "HIRED" || state === "REJECTED" ? state_entered_at : undefined)

/** A mistake of a line. */
export const mistake = (path: string, code: Problem["code"], message: string): Problem => ({
  in: "body",
  path,
  code,
  message
})

const jobProblems = ({ job_external_id, job_id }: ApplicationLine): ReadonlyArray<Problem> => {
  if (job_external_id === undefined) {
    return job_id === undefined ? [mistake("/job_external_id", "required", "or /job_id is required")] : []
  }
  return job_id === undefined ? [] : [mistake("/job_id", "not_allowed", "must be left out beside /job_external_id")]
}

const lineTimeProblems = (line: ApplicationLine, nowMs: number): ReadonlyArray<Problem> => {
  const problems = timeProblems(givenTimes(line), nowMs).map((one) =>
    one.path === "/updated_at" && line.updated_at === undefined ? { ...one, path: "/state_entered_at" } : one
  )
  const { created_at, state_entered_at, updated_at } = timesOfLine(line, nowMs)
  if (problems.length > 0 || (state_entered_at >= created_at && state_entered_at <= updated_at)) return problems
  return [mistake("/state_entered_at", "range", "must not be earlier than created_at or later than updated_at")]
}

/** A person agrees before the state that follows, and to no state that comes before an agreement. */
const confirmationProblems = (line: ApplicationLine, nowMs: number): ReadonlyArray<Problem> => {
  const { confirmed_at, state = "UNCONFIRMED" } = line
  if (confirmed_at === undefined) return []
  if (state === "UNCONFIRMED" || state === "DECLINED") {
    return [mistake("/confirmed_at", "not_allowed", `must be left out in the state ${state}`)]
  }
  const { created_at, state_entered_at } = timesOfLine(line, nowMs)
  return confirmed_at >= created_at && confirmed_at <= state_entered_at
    ? []
    : [mistake("/confirmed_at", "range", "must not be earlier than created_at or later than state_entered_at")]
}

/** A consent comes with the confirmation that it was given for. */
const lineConsentProblems = (line: ApplicationLine, nowMs: number): ReadonlyArray<Problem> => {
  if (line.consent === undefined) return []
  const confirmedAt = confirmationOfLine(line, timesOfLine(line, nowMs).state_entered_at)
  return confirmedAt === undefined
    ? [mistake("/consent", "not_allowed", "must be left out where the person has not confirmed")]
    : consentProblems(line.consent, timestampToMillis(confirmedAt))
}

/** A hire is whole or it is none: its amount was agreed elsewhere, and nothing here counts it again. */
const hireProblems = ({ hire, state }: ApplicationLine): ReadonlyArray<Problem> => {
  if (hire === undefined)
    return state === "HIRED" ? [mistake("/hire", "required", "is required in the state HIRED")] : []
  if (state !== "HIRED") return [mistake("/hire", "not_allowed", "must be left out but in the state HIRED")]
  const isOptimized = hire.fee.feeType === "OPTIMIZED_FEE"
  if (isOptimized === (hire.fee_amount_cents === undefined)) return []
  return [
    isOptimized
      ? mistake("/hire/fee_amount_cents", "not_allowed", "must be left out: the optimized fee has no amount")
      : mistake("/hire/fee_amount_cents", "required", "is required: what was agreed is kept as it is")
  ]
}

const rejectionProblems = (line: ApplicationLine): ReadonlyArray<Problem> =>
  line.state === "REJECTED"
    ? []
    : (["feedback", "rejected_from"] as const)
        .filter((name) => line[name] !== undefined)
        .map((name) => mistake(`/${name}`, "not_allowed", "must be left out but in the state REJECTED"))

const decode = strictDecoder(ApplicationLine)

/** Reads a line, or returns everything that is wrong with it. */
export const decodeApplicationLine = (
  input: unknown,
  nowMs: number
): Result.Result<ApplicationLine, ReadonlyArray<Problem>> =>
  decode(input, "body").pipe(
    Result.flatMap((line) => withStoredPhone(line, "")),
    Result.flatMap((line) => {
      const problems = [
        ...jobProblems(line),
        ...hireProblems(line),
        ...rejectionProblems(line),
        ...lineTimeProblems(line, nowMs),
        ...confirmationProblems(line, nowMs),
        ...lineConsentProblems(line, nowMs)
      ]
      return problems.length > 0 ? Result.fail(problems) : Result.succeed(line)
    })
  )
