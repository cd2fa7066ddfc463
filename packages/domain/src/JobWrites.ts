/**
 * The writes of a job by partners (decisions, Resources): a whole new one, or a merge patch of one that is there.
 *
 * Bounds are those of writes through the API. Imports have wider ones (`JobImport.ts`), and what is stored already is read whatever its
 * size (`Job.ts`).
 */
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"

import { CalendarDate } from "./CalendarDate.ts"
import { CountryCode } from "./Country.ts"
import { Currency } from "./Currency.ts"
import { CustomFieldsPatch, NewCustomFields } from "./CustomFields.ts"
import { ExternalId, UserId } from "./Ids.ts"
import { boundedInteger } from "./Integer.ts"
import { CloseReason, DescriptionFormat, EmploymentType, JobStatus, SalaryPeriod, WorkplaceType } from "./Job.ts"
import { mergePatchOf } from "./MergePatch.ts"
import { MinorUnits } from "./Money.ts"
import { AgencyAccess } from "./OrganizationSettings.ts"
import { NewQuestions } from "./Question.ts"
import { lineText, multiLineText, trimmedText } from "./Text.ts"
import { HttpsUrl } from "./Url.ts"

/** The longest title, in characters. */
export const writtenTitleMax = 200

/** The longest description, in characters. */
export const writtenDescriptionMax = 20_000

/** The longest location, in characters. */
export const writtenLocationMax = 200

/** The longest name of a city, in characters. */
export const cityMax = 100

/** The longest name of a department, in characters. */
export const departmentMax = 100

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
  workplace_type: WorkplaceType.annotate({ description: "The place of the work" }),
  country_code: CountryCode.annotate({ description: "The country of the work, as ISO 3166-1 alpha-2" }),
  city: lineText(1, cityMax).annotate({ description: "The city of the work" }),
  employment_type: EmploymentType.annotate({ description: "The kind of contract" }),
  department: lineText(1, departmentMax).annotate({ description: "The department that hires" }),
  openings: boundedInteger(1, writtenOpeningsMax).annotate({ description: "The number of people wanted" }),
  salary_min_cents: MinorUnits,
  salary_max_cents: MinorUnits,
  currency: Currency,
  salary_period: SalaryPeriod.annotate({ description: "The time that the salary is for; a year when it is absent" }),
  hiring_manager_id: UserId.annotate({ description: "The user who hires; ACTIVE when it is set" }),
  recruiting_contact_id: UserId.annotate({ description: "The user whom agencies ask; ACTIVE when it is set" }),
  description_format: DescriptionFormat.annotate({
    description:
      "The format of the description; TEXT when it is absent. It is never rendered here: sanitise HTML before you show it"
  }),
  closes_on: CalendarDate.annotate({ description: "The last day, in UTC, on which people are submitted" }),
  apply_url: HttpsUrl.annotate({
    description: "The address at which candidates apply by themselves: an https: address, never fetched",
    examples: ["https://careers.example.com/jobs/1"]
  }),
  custom_fields: NewCustomFields,
  questions: NewQuestions,
  close_reason: CloseReason.annotate({ description: "Why the job is closed; only with the move to CLOSED" }),
  external_id: ExternalId.annotate({ description: "The id of the job in your own system" })
}

/** The members that a patch may remove. A patch has those of `custom_fields` that change. */
export const removableJobMembers = { ...optionalJobMembers, custom_fields: CustomFieldsPatch }

const access = "The agencies that see the job: ALL, or those that are ASSIGNED to it"

/** The request that adds a job. */
export const NewJob = Schema.Struct({
  ...requiredJobMembers,
  status: Schema.optionalKey(JobStatus.annotate({ description: "DRAFT when it is absent" })),
  agency_access: Schema.optionalKey(AgencyAccess).annotateKey({
    description: `${access}; where it is absent, the setting of the organization`
  }),
  ...Struct.map(optionalJobMembers, Schema.optionalKey)
}).annotate({
  identifier: "NewJob",
  description:
    "Adds a job; a salary needs a currency. Agencies read every member of a job: nothing internal belongs into it",
  examples: [{ title: "Engineer", description: "Builds engines.", status: "OPEN" }],
  "x-extension": true
})
export type NewJob = typeof NewJob.Type

/** The request that changes a job. A job keeps its status: it is moved, never removed. */
export const JobPatch = mergePatchOf({
  kept: { ...requiredJobMembers, status: JobStatus, agency_access: AgencyAccess.annotate({ description: access }) },
  removable: removableJobMembers,
  readOnly: ["id", "hired_count", "created_at", "updated_at"]
}).annotate({
  identifier: "JobPatch",
  description:
    "The change of a job, as a JSON Merge Patch (RFC 7396): an absent member stays, null removes an optional one",
  examples: [{ status: "OPEN", location: null }],
  "x-extension": true
})
export type JobPatch = typeof JobPatch.Type
