/**
 * Jobs of the organization (spec 4.4; decisions, Resources).
 */
import { JobId } from "@partner-api/domain/Ids"
import { Job } from "@partner-api/domain/Job"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadata } from "./EndpointMetadata.ts"
import { listOf, listQuery } from "./Listing.ts"
import { ifNoneMatchHeader } from "./RequestHeaders.ts"
import { ScopedAccess, ConditionalRequests } from "./Middleware.ts"
import { InvalidCursor, NotFound, UnprocessableEntity } from "./WireErrors.ts"

const list = HttpApiEndpoint.get("list", "/v1/jobs", {
  query: listQuery,
  success: listOf(Job),
  error: [InvalidCursor, UnprocessableEntity]
}).annotateMerge(
  metadata({
    title: "List jobs",
    description: "The jobs of the organization, ordered by id, page by page.",
    access: { level: "scoped", anyOf: ["jobs:read"] },
    extension: undefined,
    paginated: true,
    retry: "safe"
  })
)

const get = HttpApiEndpoint.get("get", "/v1/jobs/:jobId", {
  params: { jobId: JobId },
  headers: ifNoneMatchHeader,
  success: Job,
  error: [NotFound, UnprocessableEntity]
})
  .middleware(ConditionalRequests)
  .annotateMerge(
    metadata({
      title: "Get a job",
      description: "One job of the organization.",
      access: { level: "scoped", anyOf: ["jobs:read"] },
      extension: "jobs.read",
      paginated: false,
      retry: "safe"
    })
  )

export class Jobs extends HttpApiGroup.make("jobs")
  .add(list, get)
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Jobs", description: "What the organization wants to fill" })) {}
