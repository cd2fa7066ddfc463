/**
 * Handler of the audit log.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { filterCodec } from "@partner-api/domain/Filter"
import { OperatorAuditFilter } from "@partner-api/domain/operator/AuditView"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { AuditLog } from "../../../services/AuditLog.ts"
import { Lists } from "../../../services/Lists.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"

export const layer = handlersOf(
  OperatorApi,
  "auditLog",
  Effect.fnUntraced(function* (handlers) {
    const auditLog = yield* AuditLog
    const lists = yield* Lists
    return handlers({
      list: (request) =>
        answerOperator(lists, filterCodec(OperatorAuditFilter), auditLog.newest, request.query.organization_id)(request)
    })
  })
)
