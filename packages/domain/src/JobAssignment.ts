/**
 * The assignment of a job to an agency (recruiting, Who sees a job): from when on the agency sees the job, and under which terms it submits for it.
 *
 * Holds the shapes and the bounds. What a write of an assignment decides stands in `commands/JobAssignment.ts`, which agency sees a job in `Job.ts`.
 */
import * as Schema from "effect/Schema"

import { AgencyId, JobId } from "./Ids.ts"
import { boundedInteger } from "./Integer.ts"
import { multiLineText } from "./Text.ts"
import { exampleMoment, Timestamp, timestampToMillis } from "./Timestamp.ts"

/** The most assignments of one job: a write of the job updates what each of its agencies sees, in one transaction. */
export const assignmentsMax = 1_000

/** The highest limit of submissions: no agency submits more people for one job. */
export const submissionLimitMax = 1_000

/** The longest instructions, in characters: a page of text. */
export const instructionsMax = 5_000

/** Whether the agency is assigned to the job, or will be. */
export const AssignmentStatus = Schema.Literals(["PENDING", "ACTIVE"])
export type AssignmentStatus = typeof AssignmentStatus.Type

// A key's description would be lost: JSON Schema describes the text, which Timestamp describes itself.
const visibleFrom = Timestamp.pipe(
  Schema.annotateEncoded({
    description: "When the agency begins to see the job, as RFC 3339; at once where it is absent or has come"
  })
)
const exclusiveUntil = Timestamp.pipe(
  Schema.annotateEncoded({ description: "Until when the job is assigned to no other agency, as RFC 3339" })
)
const submissionLimit = {
  description: "The most applications of the agency for the job, without those that are DECLINED or WITHDRAWN"
}
const instructions = { description: "The note for the agency about the job" }

/** An assignment as the API shows it. */
export const JobAssignment = Schema.Struct({
  job_id: JobId,
  agency_id: AgencyId,
  status: AssignmentStatus.annotate({
    description: "`ACTIVE` once the agency sees the job; `PENDING` before `visible_from`",
    examples: ["ACTIVE"]
  }),
  visible_from: Schema.optionalKey(visibleFrom),
  exclusive_until: Schema.optionalKey(exclusiveUntil),
  submission_limit: Schema.optionalKey(Schema.Int).annotateKey(submissionLimit),
  instructions: Schema.optionalKey(Schema.String).annotateKey(instructions),
  created_at: Timestamp,
  updated_at: Timestamp
}).annotate({
  identifier: "JobAssignment",
  description: "The assignment of a job to an agency; an absent member sets no bound",
  examples: [
    {
      job_id: JobId.make("job_00001001"),
      agency_id: AgencyId.make("agy_contoso"),
      status: "ACTIVE",
      submission_limit: 5,
      created_at: exampleMoment,
      updated_at: exampleMoment
    }
  ],
  "x-extension": true
})
export type JobAssignment = typeof JobAssignment.Type

/** The moment at which a pending assignment becomes active, in milliseconds; none of an active one. */
export const dueAtMs = ({ status, visible_from }: JobAssignment): number | undefined =>
  status === "PENDING" && visible_from !== undefined ? timestampToMillis(visible_from) : undefined

/** The request that sets an assignment: an absent member is removed from one that is there. */
export const NewJobAssignment = Schema.Struct({
  visible_from: Schema.optionalKey(visibleFrom),
  exclusive_until: Schema.optionalKey(exclusiveUntil),
  submission_limit: Schema.optionalKey(boundedInteger(1, submissionLimitMax)).annotateKey(submissionLimit),
  instructions: Schema.optionalKey(multiLineText(1, instructionsMax)).annotateKey(instructions)
}).annotate({
  identifier: "NewJobAssignment",
  description: "The terms of an assignment; an absent member is removed from an assignment that is there",
  examples: [{ submission_limit: 100, instructions: "Call the hiring manager first." }],
  "x-extension": true
})
export type NewJobAssignment = typeof NewJobAssignment.Type

/** Whether two assignments have the same terms and status. Marked as pure, so that bundlers leave it out of clients, which compare none. */
export const sameAssignment = /* @__PURE__ */ Schema.toEquivalence(JobAssignment)
