/**
 * Jobs of the organization (spec 4.4; decisions, Resources).
 */
import { AgencyId, JobId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import { JobAssignment, NewJobAssignment } from "@partner-api/domain/JobAssignment"
import { JobPatch, NewJob } from "@partner-api/domain/JobWrites"
import { JobFilter } from "@partner-api/domain/JobFilter"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { filteredList, listWithin } from "./declare/List.ts"
import { read } from "./declare/Read.ts"
import { create, createdAt, patch, put, remove } from "./declare/Write.ts"
import { ScopedAccess } from "./Middleware.ts"

const params = { jobId: JobId }
const ofAgency = { ...params, agencyId: AgencyId }
const extension = "jobs.assignments"

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
      description: "Adds a job to the organization: a draft by default.",
      access: scoped("jobs:write"),
      extension: "jobs.write",
      offers: ["jobs.facts", "jobs.questions"],
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
    }),
    listWithin("assignments", "/v1/jobs/:jobId/assignments", {
      title: "List the assignments of a job",
      description: "The agencies that the job is assigned to, ordered by agency, page by page; to an agency, its own.",
      access: scoped("jobs:read"),
      extension,
      command: "partner jobs assignments {jobId}",
      params,
      items: JobAssignment
    }),
    read("getAssignment", "/v1/jobs/:jobId/assignments/:agencyId", {
      title: "Get an assignment",
      description: "The assignment of a job to an agency.",
      access: scoped("jobs:read"),
      extension,
      params: ofAgency,
      success: JobAssignment
    }),
    put("assign", "/v1/jobs/:jobId/assignments/:agencyId", {
      title: "Assign a job to an agency",
      description:
        "Lets an agency see a job whose `agency_access` is `ASSIGNED`, from `visible_from` on, and sets the terms of its applications. Replaces the assignment that is there.",
      access: scoped("jobs:write"),
      extension,
      command: "partner jobs assign {jobId} {agencyId} --submission-limit 100",
      params: ofAgency,
      payload: NewJobAssignment,
      success: JobAssignment
    }),
    remove("unassign", "/v1/jobs/:jobId/assignments/:agencyId", {
      title: "Delete an assignment",
      description:
        "Ends the assignment of a job to an agency, which does not see the job any more unless it has an application for it.",
      access: scoped("jobs:write"),
      extension,
      command: "partner jobs unassign {jobId} {agencyId}",
      params: ofAgency
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(
    OpenApi.annotations({ title: "Jobs", description: "The positions that the organization wants to fill" })
  ) {}
