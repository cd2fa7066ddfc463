/**
 * `check_candidate`: whether a person is free for a job, before a submission (extension `applications.check`).
 */
import { CandidateCheck, NewCandidateCheck } from "@partner-api/domain/CandidateCheck"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import { readTool } from "../protocol/tool/ReadTool.ts"
import { organizationOf } from "../upstream/Platform.ts"
import { explain } from "../upstream/UpstreamFailure.ts"
import { contractMetadata } from "./ContractMetadata.ts"
import { agencyId, inOrganization, jobId } from "./Inputs.ts"
import type { ToolDependencies } from "./ToolDependencies.ts"

const name = "check_candidate"

const { email, linkedin_url, phone } = NewCandidateCheck.fields.candidate.fields

export const checkCandidate = ({ platform }: ToolDependencies) =>
  readTool({
    ...contractMetadata(platform, "applications.check"),
    name,
    title: "Check a candidate",
    description: "Says before a submission whether a person is free for a job. Each check counts; never try addresses.",
    toolset: "applications",
    input: inOrganization(platform, {
      job_id: jobId,
      agency_id: Schema.optionalKey(agencyId),
      email,
      phone,
      linkedin_url
    }),
    output: CandidateCheck,
    handler: ({ agency_id, email, job_id, linkedin_url, organization_id, phone }) =>
      Effect.gen(function* () {
        const { applications } = yield* organizationOf(platform, organization_id)
        const request = {
          job_id,
          ...(agency_id === undefined ? {} : { agency_id }),
          candidate: {
            email,
            ...(phone === undefined ? {} : { phone }),
            ...(linkedin_url === undefined ? {} : { linkedin_url })
          }
        }
        return yield* explain(applications.check(request), { tool: name, about: "/job_id", next: ["find_jobs"] })
      })
  })
