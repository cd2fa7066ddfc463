/**
 * Handler of the audit log.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { noFilters } from "@partner-api/domain/Filter"
import { mapFound } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { AuditLog } from "../../services/AuditLog.ts"
import { Lists } from "../../services/Lists.ts"
import { answerFound } from "./ListAnswer.ts"

export const layer = handlersOf(
  PartnerApi,
  "auditLog",
  Effect.fnUntraced(function* (handlers) {
    const auditLog = yield* AuditLog
    const lists = yield* Lists
    return handlers({
      list: answerFound(lists, noFilters, (view, _, page) =>
        Effect.map(auditLog.page(view, page), (found) => mapFound(found, ({ entry }) => entry))
      )
    })
  })
)
