/**
 * Jobs of the organization (spec 4.4; decisions, Resources).
 */
import { JobId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { JobPatch, NewJob } from "@partner-api/domain/JobWrites"
import { JobFilter } from "@partner-api/domain/JobFilter"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { filteredList } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { create, createdAt, patch } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const params = { jobId: JobId }

export class Jobs extends HttpApiGroup.make("jobs")
  .add(
    filteredList("list", "/v1/jobs", {
      title: "List jobs",
      description: "The jobs of the organization, ordered by id, page by page.",
      access: scoped("jobs:read"),
      command: "partner jobs --limit 10",
      items: Job,
      filter: JobFilter.fields
    }),
    create("create", "/v1/jobs", {
      title: "Add a job",
      description: "Adds a job to the organization: a draft, unless it says otherwise.",
      access: scoped("jobs:write"),
      extension: "jobs.write",
      offers: ["jobs.facts"],
      command: 'partner jobs create --title "Engineer" --description "Builds engines." --status OPEN',
      payload: NewJob,
      success: createdAt(Job, "The address of the new job")
    }),
    read("get", "/v1/jobs/:jobId", {
      title: "Get a job",
      description: "One job of the organization.",
      access: scoped("jobs:read"),
      extension: "jobs.read",
      command: "partner jobs get {jobId}",
      params,
      success: Job
    }),
    patch("update", "/v1/jobs/:jobId", {
      title: "Change a job",
      description:
        "Changes a job and answers with all of it. The status moves DRAFT → OPEN or CLOSED, OPEN → ON_HOLD or CLOSED, ON_HOLD → OPEN or CLOSED, CLOSED → OPEN.",
      access: scoped("jobs:write"),
      extension: "jobs.write",
      command: "partner jobs update {jobId} --clear location",
      params,
      payload: JobPatch,
      success: Job,
      moves: true
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Jobs", description: "What the organization wants to fill" })) {}
