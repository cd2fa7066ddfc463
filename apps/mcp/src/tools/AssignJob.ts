/**
 * `assign_job`: assigns a job to an agency, or sets the terms of an assignment, after a human confirms it (extension `jobs.assignments`).
 * Ends no assignment.
 *
 * The human sees job and agency by name, and the assignment that is replaced. The write is sent with the ETag of what was shown.
 */
import { type JobAssignment, type NewJobAssignment as UpstreamTerms, withResponse } from "@partner-api/client/effect"
import { JobAssignment as AssignmentRecord, NewJobAssignment } from "@partner-api/domain/JobAssignment"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { memberLines, quoted } from "../protocol/confirmation/Question.ts"
import type { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { confirmsByToken } from "./Choices.ts"
import { assignmentCommand } from "./Commands.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { agencyId, chosenOrganization, inOrganization, jobId } from "./Inputs.ts"
import { briefSchema, compact, type Item } from "./ItemView.ts"
import { named, organizationInWords, readNames } from "./Names.ts"
import { assignmentRefused } from "./Refused.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "assign_job"
const operation = "jobs.assign"
const howToLook = "Call list_assignments and compare first."

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "assigned", "declined"]),
  request: briefSchema([]),
  before: Schema.optionalKey(briefSchema([])),
  assignment: Schema.optionalKey(briefSchema([]))
})
type Output = typeof Output.Type

/** A preview with what it has shown: the terms to send, and the state that it has read. */
interface Shown extends Preview<Output> {
  readonly terms: UpstreamTerms
  readonly request: Item
  readonly etag: string | undefined
}

const termNames = Struct.keys(NewJobAssignment.fields)

const showAssignment = (assignment: JobAssignment): Item =>
  compact(Struct.pick(assignment, Struct.keys(AssignmentRecord.fields)), ["job_id", "agency_id"])

/** The terms of an assignment, by their names. */
const termsOf = (assignment: JobAssignment): Item => Struct.pick(assignment, termNames)

const inLines = (terms: object): string => memberLines(terms).join("\n") || "- without terms"

export const assignJob = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, { job_id: jobId, agency_id: agencyId, ...NewJobAssignment.fields })
  type Input = typeof input.Type
  return writeTool({
    ...contractMetadata(platform, operation, { reads: "jobs.getAssignment" }),
    name,
    title: "Assign a job",
    description: "Lets an agency see and work on a job; replaces all terms of an assignment that is there.",
    toolset: "agencies",
    howToLook: () => howToLook,
    command: "partner jobs assign",
    commandOf: ({ agency_id, job_id, organization_id, ...terms }) =>
      assignmentCommand(chosenOrganization(platform)({ organization_id }), job_id, agency_id, terms),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: ({ agency_id, job_id, organization_id, ...terms }: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const organization = yield* organizationOf(platform, organization_id)
        const call = { tool: name, operation }
        const { agency, job } = yield* readNames(platform, organization, {
          ...call,
          job_id,
          agency_id,
          mustExist: true
        })
        const stored = yield* explain(
          Effect.catchTag(withResponse(organization.jobs.getAssignment(job_id, agency_id)), "NotFound", () =>
            Effect.succeed(undefined)
          ),
          call
        )
        const request = { job: named(job?.title, job_id), agency: named(agency?.name, agency_id), ...terms }
        const before = stored === undefined ? {} : { before: showAssignment(stored.data) }
        const etag = stored?.response.headers["etag"]
        return {
          question: [
            `Assign the job ${quoted(request.job)} to the agency ${quoted(request.agency)} in ${yield* organizationInWords(platform, organization.id)}?`,
            ...(stored === undefined ? [] : [`Now:\n${inLines(termsOf(stored.data))}`]),
            `Then:\n${inLines(terms)}`
          ].join("\n\n"),
          fingerprint: { organization: organization.id, job_id, agency_id, terms, etag, ...before },
          output: { status: "previewed" as const, request, ...before },
          declined: { status: "declined" as const, request, ...before },
          refusal: job && (yield* assignmentRefused(organization, { job, job_id, agency_id, terms, call })),
          terms,
          request,
          etag
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { etag, request, terms } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { jobs } = yield* organizationOf(platform, given.organization_id)
        const ifMatch = etag === undefined ? {} : { ifMatch: etag }
        const assignment = yield* explain(
          jobs.assign(given.job_id, given.agency_id, terms, { idempotencyKey: nonce, ...ifMatch }),
          { tool: name, operation, about: "/job_id", afterUnknown: howToLook, next: ["list_assignments", "get_job"] }
        )
        return { status: "assigned" as const, request, assignment: showAssignment(assignment) }
      })
  })
}
