/**
 * A reason of an organization for rejections and withdrawals (recruiting 7): a short list that reports count by, beside the free text of each rejection.
 *
 * Holds the shapes, the bounds and the reasons that every organization begins with. What a write of a reason decides stands in `commands/RejectionReason.ts`.
 */
import * as Schema from "effect/Schema"

import { identifier } from "./Ids.ts"
import { trimmedText } from "./Text.ts"

/** The longest text of a reason, in characters: a line of a menu. */
export const reasonTextMax = 200

/** The most reasons of one organization: a menu that a person reads, and one page of a list. */
export const reasonsMax = 100

/** Identifies a reason within its organization. The employer chooses it. */
export const RejectionReasonId = identifier("a reason within its organization", "position_cancelled").pipe(
  Schema.brand("RejectionReasonId")
)
export type RejectionReasonId = typeof RejectionReasonId.Type

/** The side on which a reason lies: with the employer, who decides; with the candidate; or with the job. */
export const ReasonCategory = Schema.Literals(["EMPLOYER", "CANDIDATE", "JOB"])

const category = ReasonCategory.annotate({
  description: "The side of the reason: with the employer, who decides; with the candidate; or with the job",
  examples: ["JOB"]
})
const active = {
  description: "Whether rejections and withdrawals can still name it; what named it before keeps it"
}

const exampleText = "The position is cancelled or on hold"

/** A reason as the API shows it. */
export const RejectionReason = Schema.Struct({
  id: RejectionReasonId,
  text: Schema.String.annotate({ examples: [exampleText] }),
  category,
  active: Schema.Boolean.annotate({ ...active, examples: [true] })
}).annotate({
  identifier: "RejectionReason",
  description: "A reason of the organization for rejections and withdrawals",
  examples: [{ id: RejectionReasonId.make("position_cancelled"), text: exampleText, category: "JOB", active: true }],
  "x-extension": true
})
export type RejectionReason = typeof RejectionReason.Type

/** The request that sets a reason. */
export const NewRejectionReason = Schema.Struct({
  text: trimmedText(1, reasonTextMax),
  category,
  active: Schema.optionalKey(Schema.Boolean).annotateKey({
    description: `${active.description}; true where it is absent`
  })
}).annotate({
  identifier: "NewRejectionReason",
  description: "Sets a reason for rejections and withdrawals",
  examples: [{ text: "The position is on hold", category: "JOB" }],
  "x-extension": true
})
export type NewRejectionReason = typeof NewRejectionReason.Type

/** Whether two reasons are the same. Marked as pure, so that bundlers leave it out of clients, which compare none. */
export const sameReason = /* @__PURE__ */ Schema.toEquivalence(RejectionReason)

/** The reasons that an organization begins with: id, category and text. */
const first = [
  ["candidate_withdrew", "CANDIDATE", "Candidate is not interested any more"],
  ["not_available", "CANDIDATE", "Candidate is not available at the time or the place"],
  ["not_convincing", "EMPLOYER", "Did not convince in the interview"],
  ["not_qualified", "EMPLOYER", "Skills or experience do not fit the job"],
  ["other_offer", "CANDIDATE", "Candidate took another offer"],
  ["position_cancelled", "JOB", exampleText],
  ["position_filled", "JOB", "The position is filled"],
  ["salary_too_high", "EMPLOYER", "Salary expectation is above the budget"]
] as const

/** The reasons that an organization begins with, by id. A function, which bundles of clients leave out. */
export const firstReasons = (): ReadonlyArray<RejectionReason> =>
  first.map(([id, reasonCategory, text]) => ({
    id: RejectionReasonId.make(id),
    text,
    category: reasonCategory,
    active: true
  }))
