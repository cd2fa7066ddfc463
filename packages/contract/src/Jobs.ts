/**
 * Jobs of the organization (spec 4.4; decisions, Resources).
 */
import { JobId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { list } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { ScopedAccess } from "./Middleware.ts"

export class Jobs extends HttpApiGroup.make("jobs")
  .add(
    list("list", "/v1/jobs", {
      title: "List jobs",
      description: "The jobs of the organization, ordered by id, page by page.",
      access: scoped("jobs:read"),
      items: Job
    }),
    read("get", "/v1/jobs/:jobId", {
      title: "Get a job",
      description: "One job of the organization.",
      access: scoped("jobs:read"),
      extension: "jobs.read",
      params: { jobId: JobId },
      success: Job
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Jobs", description: "What the organization wants to fill" })) {}
