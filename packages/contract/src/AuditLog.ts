/**
 * The audit log of the organization (extension): who changed what, and when.
 */
import { AuditEntry } from "@partner-api/domain/Audit"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { scoped } from "./declare/Declaration.ts"
import { list } from "./declare/List.ts"
import { ScopedAccess } from "./Middleware.ts"

export class AuditLog extends HttpApiGroup.make("auditLog")
  .add(
    list("list", "/v1/audit_log", {
      title: "List the audit log",
      description: "The changes in the organization, with their actors and moments; the oldest first, page by page.",
      access: scoped("audit:read"),
      extension: "audit",
      command: "partner audit",
      items: AuditEntry
    })
  )
  .middleware(ScopedAccess)
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "The changes and their actors" })) {}
