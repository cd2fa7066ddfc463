/**
 * `create_job`: adds a job, after a human confirms it (extension `jobs.write`).
 */
import type { NewJob as UpstreamJob } from "@partner-api/client/effect"
import { closeReasonProblems, JobStatus, salaryProblems } from "@partner-api/domain/Job"
import { NewJob } from "@partner-api/domain/JobWrites"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import * as Struct from "effect/Struct"
import { memberLines } from "../protocol/confirmation/Question.ts"
import { contradictoryArguments } from "../protocol/tool/Arguments.ts"
import type { ToolFailure } from "../protocol/tool/ToolFailure.ts"
import { type Confirmed, type Preview, writeTool } from "../protocol/tool/WriteTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { confirmsByToken } from "./Choices.ts"
import { newJobCommand } from "./Commands.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { chosenOrganization, inOrganization } from "./Inputs.ts"
import { organizationInWords } from "./Names.ts"
import { jobNameTaken } from "./Refused.ts"
import { briefSchema, compact, type Item } from "./ItemView.ts"
import { showJob } from "./JobView.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "create_job"
const operation = "jobs.create"
const howToLook = "Call find_jobs and look for this job first."

const Output = Schema.Struct({
  status: Schema.Literals(["previewed", "created", "declined"]),
  request: briefSchema([]),
  job: Schema.optionalKey(briefSchema([]))
})
type Output = typeof Output.Type

/** A preview with what it has shown: the body to send. */
interface Shown extends Preview<Output> {
  readonly body: UpstreamJob
  readonly request: Item
}

export const createJob = ({ choices, platform }: ToolDependencies) => {
  const input = inOrganization(platform, {
    ...NewJob.fields,
    status: Schema.optionalKey(JobStatus)
  })
  type Input = typeof input.Type
  return writeTool({
    ...contractMetadata(platform, operation),
    name,
    title: "Add a job",
    description: "Adds a job, a DRAFT by default, which agencies do not see.",
    toolset: "jobs",
    howToLook: () => howToLook,
    command: "partner jobs create",
    commandOf: (given) => newJobCommand(chosenOrganization(platform)(given), Struct.omit(given, ["organization_id"])),
    confirmsByToken: confirmsByToken(choices),
    input,
    output: Output,
    organizationOf: chosenOrganization(platform),
    preview: (given: Input): Effect.Effect<Shown, ToolFailure> =>
      Effect.gen(function* () {
        const problems = [...salaryProblems(given), ...closeReasonProblems(given)]
        if (problems.length > 0) return yield* contradictoryArguments(name, problems)
        const organization = yield* organizationOf(platform, given.organization_id)
        const body: UpstreamJob = Struct.omit(given, ["organization_id"])
        const request = compact(body, Object.keys(body))
        return {
          question: [
            `Add this job to ${yield* organizationInWords(platform, organization.id)}?`,
            memberLines(request).join("\n")
          ].join("\n\n"),
          fingerprint: { organization: organization.id, body },
          output: { status: "previewed" as const, request },
          declined: { status: "declined" as const, request },
          refusal: yield* jobNameTaken(platform, organization, {
            external_id: given.external_id,
            call: { tool: name, operation }
          }),
          body,
          request
        }
      }),
    apply: (
      given: Input,
      { nonce, preview: { body, request } }: Confirmed<Shown>
    ): Effect.Effect<Output, ToolFailure> =>
      Effect.gen(function* () {
        const { jobs } = yield* organizationOf(platform, given.organization_id)
        const job = yield* explain(jobs.create(body, { idempotencyKey: nonce }), {
          tool: name,
          operation,
          afterUnknown: howToLook,
          next: ["find_jobs"]
        })
        return { status: "created" as const, request, job: showJob(job) }
      })
  })
}
