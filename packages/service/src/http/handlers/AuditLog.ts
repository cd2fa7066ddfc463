/**
 * Handler of the audit log.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { AuditLog } from "../../services/AuditLog.ts"
import { Lists } from "../../services/Lists.ts"
import { answerList } from "./ListAnswer.ts"

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "auditLog",
  Effect.fnUntraced(function* (handlers) {
    const auditLog = yield* AuditLog
    const lists = yield* Lists
    return handlers.handle(
      "list",
      answerList(lists, ({ organizationId }, page) => auditLog.page(organizationId, page))
    )
  })
)
