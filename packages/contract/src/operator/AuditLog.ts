/**
 * The audit log, the newest first: of one organization, or of none.
 */
import { OperatorAuditEntry, OperatorAuditFilter } from "@partner-api/domain/operator/AuditView"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { filteredList } from "../declare/List.ts"
import { OperatorAccess, viewer } from "./OperatorAccess.ts"

export class AuditLog extends HttpApiGroup.make("auditLog")
  .add(
    filteredList("list", "/operator/v1/audit_log", {
      title: "List the audit log",
      description:
        "The changes in an organization, or beside all of them, with their actors; the newest first, page by page.",
      access: viewer,
      items: OperatorAuditEntry,
      filter: OperatorAuditFilter.fields
    })
  )
  .middleware(OperatorAccess)
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "The changes and their actors" })) {}
