/**
 * Handler of the audit log.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { filterCodec } from "@partner-api/domain/Filter"
import { OperatorAuditFilter } from "@partner-api/domain/operator/AuditView"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { AuditLog } from "../../../services/AuditLog.ts"
import { Lists } from "../../../services/Lists.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"

export const layer = HttpApiBuilder.group(
  OperatorApi,
  "auditLog",
  Effect.fnUntraced(function* (handlers) {
    const auditLog = yield* AuditLog
    const lists = yield* Lists
    return handlers.handle("list", (request) =>
      answerOperator(lists, filterCodec(OperatorAuditFilter), auditLog.newest, request.query.organization_id)(request)
    )
  })
)
