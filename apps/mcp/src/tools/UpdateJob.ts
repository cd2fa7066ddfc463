/**
 * `update_job`: changes members of a job, its status among them, after a human confirms it (extension `jobs.write`).
 *
 * The human sees what the job has and what it will have, or that a member is removed. The write is sent with the ETag of what was shown.
 */
import { type Job, type JobPatch as UpstreamPatch, withResponse } from "@partner-api/client/effect"
import { closeReasonProblemsOf, JobStatus, movesFrom, salaryProblemsAfter } from "@partner-api/domain/Job"
import { AgencyAccess } from "@partner-api/domain/OrganizationSettings"
import { removableJobMembers, requiredJobMembers } from "@partner-api/domain/JobWrites"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { memberLines, quoted } from "../protocol/confirmation/Question.ts"
import { badArguments, contradictoryArguments } from "../protocol/tool/Arguments.ts"
import { notSent, type ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { confirmsByToken } from "./Choices.ts"
import { jobCommand } from "./Commands.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { chosenOrganization, inOrganization, jobId } from "./Inputs.ts"
import { named, organizationInWords } from "./Names.ts"
import { jobNameTaken } from "./Refused.ts"
import { briefSchema, compact, type Item } from "./ItemView.ts"
import { showJob } from "./JobView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "update_job"
const operation = "jobs.update"
const howToLook = "Call get_job and compare first."

const questions = removableJobMembers.questions.annotate({
  description: "All questions from then on, as in create_job"
})

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "updated", "declined"]),
  request: briefSchema([]),
  before: Schema.optionalKey(briefSchema([])),
  job: Schema.optionalKey(briefSchema([]))
})
type Output = typeof Output.Type

/** A preview with what it has shown: the body to send, and the state that it has read. */
interface Shown extends Preview<Output> {
  readonly patch: UpstreamPatch
  readonly request: Item
  readonly etag: string | undefined
}

/** The members of a job that a patch names. */
const namedIn = (patch: object, job: Job) =>
  Object.fromEntries(Object.entries(job).filter(([member]) => member in patch))

type Salary<None> = Readonly<Partial<Record<"salary_min_cents" | "salary_max_cents", number | None>>> & {
  readonly currency?: string | None
}

/** The salary that a job has once a patch has removed what is null. */
const salaryAfter = ({ currency, salary_max_cents: max, salary_min_cents: min }: Salary<null>): Salary<undefined> => ({
  salary_min_cents: min ?? undefined,
  salary_max_cents: max ?? undefined,
  currency: currency ?? undefined
})

/** The refusal of a move that the job cannot make; none where it can, or where its status is not known here. */
const wrongMove = ({ id, status }: Job, to: string | undefined): ToolFailure | undefined => {
  const allowed = movesFrom(status)
  return to === undefined || to === status || allowed === undefined || allowed.some((one) => one === to)
    ? undefined
    : notSent(
        "invalid_transition",
        `The job ${id} is ${status} and can become ${allowed.join(" or ")}. Nothing was done.`,
        { fields: [{ path: "/status", problem: `must be one of ${allowed.join(", ")}` }], next: ["get_job"] }
      )
}

export const updateJob = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, {
    job_id: jobId,
    ...Struct.map(requiredJobMembers, Schema.optionalKey),
    status: Schema.optionalKey(JobStatus),
    agency_access: Schema.optionalKey(AgencyAccess),
    ...Struct.map(Struct.map({ ...removableJobMembers, questions }, Schema.NullOr), Schema.optionalKey)
  })
  type Input = typeof input.Type
  return writeTool({
    ...contractMetadata(platform, operation, { reads: "jobs.get" }),
    name,
    title: "Change a job",
    description: "Changes the given members of a job; status opens, holds or closes it, null removes.",
    toolset: "jobs",
    howToLook: () => howToLook,
    command: "partner jobs update",
    commandOf: (given) =>
      jobCommand(chosenOrganization(platform)(given), given.job_id, Struct.omit(given, ["organization_id", "job_id"])),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const patch: UpstreamPatch = Struct.omit(given, ["organization_id", "job_id"])
        if (Object.keys(patch).length === 0) {
          return yield* badArguments(name, [
            { path: "/status", problem: "or another member must be given, else nothing would change", example: "OPEN" }
          ])
        }
        const organization = yield* organizationOf(platform, given.organization_id)
        const { data: job, response } = yield* explain(withResponse(organization.jobs.get(given.job_id)), {
          tool: name,
          operation,
          about: "/job_id",
          next: ["find_jobs"]
        })
        const refusal = wrongMove(job, given.status)
        if (refusal !== undefined) return yield* refusal
        const problems = [
          ...salaryProblemsAfter(salaryAfter({ ...job, ...given }), given),
          ...closeReasonProblemsOf(given, job)
        ]
        if (problems.length > 0) return yield* contradictoryArguments(name, problems)
        const before = namedIn(patch, job)
        const request = compact(patch, Object.keys(patch))
        const etag = response.headers["etag"]
        return {
          question: [
            `Change the job ${quoted(named(job.title, job.id))} in ${yield* organizationInWords(platform, organization.id)}?`,
            `Now:\n${memberLines(before).join("\n") || "- nothing of it is set"}`,
            `Then:\n${memberLines(patch).join("\n")}`
          ].join("\n\n"),
          fingerprint: { organization: organization.id, job: job.id, patch, etag, before },
          output: { status: "previewed" as const, request, before },
          declined: { status: "declined" as const, request, before },
          refusal: yield* jobNameTaken(platform, organization, {
            job_id: job.id,
            external_id: given.external_id ?? undefined,
            call: { tool: name, operation }
          }),
          patch,
          request,
          etag
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { etag, patch, request } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { jobs } = yield* organizationOf(platform, given.organization_id)
        const ifMatch = etag === undefined ? {} : { ifMatch: etag }
        const job = yield* explain(jobs.update(given.job_id, patch, { idempotencyKey: nonce, ...ifMatch }), {
          tool: name,
          operation,
          about: "/job_id",
          afterUnknown: howToLook,
          next: ["get_job", "find_jobs"]
        })
        return { status: "updated" as const, request, job: showJob(job) }
      })
  })
}
