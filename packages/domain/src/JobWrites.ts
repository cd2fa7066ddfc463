/**
 * What partners write of a job (decisions, Resources): a whole new one, or a merge patch of one that is there.
 *
 * Bounds are those of writes through the API. Imports have wider ones (`JobImport.ts`), and what is stored already is read whatever its
 * size (`Job.ts`).
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { Currency } from "./Currency.ts"
import { ExternalId } from "./Ids.ts"
import { boundedInteger } from "./Integer.ts"
import { EmploymentType, JobStatus } from "./Job.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { MinorUnits } from "./Money.ts"
import { lineText, multiLineText, trimmedText } from "./Text.ts"

/** The longest title, in characters. */
export const writtenTitleMax = 200

/** The longest description, in characters. */
export const writtenDescriptionMax = 20_000

/** The longest location, in characters. */
export const writtenLocationMax = 200

/** The most openings of one job. */
export const writtenOpeningsMax = 10_000

/** The members that every job has. */
export const requiredJobMembers = {
  title: trimmedText(1, writtenTitleMax).annotate({ description: "The title" }),
  description: multiLineText(1, writtenDescriptionMax).annotate({ description: "The work, in full" })
}

/** The members that a job may have. Flags of `partner`, lines of an import and the members that a patch removes follow from these. */
export const optionalJobMembers = {
  location: lineText(1, writtenLocationMax).annotate({ description: "The place of the work" }),
  employment_type: EmploymentType.annotate({ description: "The kind of contract" }),
  openings: boundedInteger(1, writtenOpeningsMax).annotate({ description: "The number of people wanted" }),
  salary_min_cents: MinorUnits,
  salary_max_cents: MinorUnits,
  currency: Currency,
  external_id: ExternalId.annotate({ description: "The id of the job in your own system" })
}

/** What adds a job. */
export const NewJob = Schema.Struct({
  ...requiredJobMembers,
  status: Schema.optionalKey(JobStatus.annotate({ description: "DRAFT when it is absent" })),
  ...Struct.map(optionalJobMembers, Schema.optionalKey)
}).annotate({
  identifier: "NewJob",
  description: "What adds a job; a salary needs a currency",
  examples: [{ title: "Engineer", description: "Builds engines.", status: "OPEN" }],
  "x-extension": true
})
export type NewJob = typeof NewJob.Type

/** What changes a job. A job keeps its status: it is moved, never removed. */
export const JobPatch = mergePatchOf({
  kept: { ...requiredJobMembers, status: JobStatus },
  removable: optionalJobMembers,
  readOnly: ["id", "created_at", "updated_at"]
}).annotate({
  identifier: "JobPatch",
  description:
    "What changes of a job, as a JSON Merge Patch (RFC 7396): an absent member stays, null removes an optional one",
  examples: [{ status: "OPEN", location: null }],
  "x-extension": true
})
export type JobPatch = typeof JobPatch.Type
