/**
 * The audit log of the organization (extension): who changed what, and when.
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { metadata } from "./EndpointMetadata.ts"
import { listOf, listQuery } from "./Listing.ts"
import { ScopedAccess } from "./Middleware.ts"
import { InvalidCursor, UnprocessableEntity } from "./WireErrors.ts"

const list = HttpApiEndpoint.get("list", "/v1/audit_log", {
  query: listQuery,
  success: listOf(AuditEntry),
  error: [InvalidCursor, UnprocessableEntity]
}).annotateMerge(
  metadata({
    title: "List the audit log",
    description: "Who changed what in the organization, and when; the oldest first, page by page.",
    access: { level: "scoped", anyOf: ["audit:read"] },
    extension: "audit",
    paginated: true,
    retry: "safe"
  })
)

export class AuditLog extends HttpApiGroup.make("auditLog")
  .add(list)
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "Who changed what" })) {}
