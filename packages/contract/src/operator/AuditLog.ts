/**
 * The audit log, the newest first: of one organization, or of none.
 */
import { OperatorAuditEntry, OperatorAuditFilter } from "@partner-api/domain/operator/AuditView"
import { Operator } from "@partner-api/domain/operator/Operator"
import * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as OpenApi from "effect/http-api/OpenApi"
import { filteredList, list } from "../declare/List.ts"
import { OperatorAccess, viewer } from "./OperatorAccess.ts"

export class AuditLog extends HttpApiGroup.make("auditLog")
  .add(
    filteredList("list", "/operator/v1/audit_log", {
      title: "List the audit log",
      description: "Who changed what in an organization, or beside all of them; the newest first, page by page.",
      access: viewer,
      items: OperatorAuditEntry,
      filter: OperatorAuditFilter.fields
    }),
    list("operators", "/operator/v1/operators", {
      title: "List operators",
      description: "The operators whom entries name, ordered by id, page by page.",
      access: viewer,
      items: Operator
    })
  )
  .middleware(OperatorAccess)
  .annotateMerge(OpenApi.annotations({ title: "Audit log", description: "Who changed what" })) {}
