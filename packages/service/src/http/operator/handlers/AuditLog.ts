/**
 * Handlers of the audit log and of the operators whom it names.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { filterCodec, noFilters } from "@partner-api/domain/Filter"
import { shownOperator } from "@partner-api/domain/operator/OperatorAccount"
import { OperatorAuditFilter } from "@partner-api/domain/operator/AuditView"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { AuditLog } from "../../../services/AuditLog.ts"
import { Lists } from "../../../services/Lists.ts"
import { OperatorSessions } from "../../../services/operator/OperatorSessions.ts"
import { pageOfWhole } from "../../../services/operator/WholeList.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"

export const layer = handlersOf(
  OperatorApi,
  "auditLog",
  Effect.fnUntraced(function* (handlers) {
    const auditLog = yield* AuditLog
    const sessions = yield* OperatorSessions
    const lists = yield* Lists
    return handlers({
      list: (request) =>
        answerOperator(
          lists,
          filterCodec(OperatorAuditFilter),
          auditLog.newest,
          request.query.organization_id
        )(request),
      operators: answerOperator(lists, noFilters, (_, page) =>
        Effect.map(sessions.list, (all) => pageOfWhole(all.map(shownOperator), page))
      )
    })
  })
)
