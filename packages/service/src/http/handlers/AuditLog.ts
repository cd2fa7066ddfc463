/**
 * Handler of the audit log.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { AuditLog, positionOf } from "../../services/AuditLog.ts"
import { Lists } from "../../services/Lists.ts"
import { answerRows } from "./ListAnswer.ts"

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "auditLog",
  Effect.fnUntraced(function* (handlers) {
    const auditLog = yield* AuditLog
    const lists = yield* Lists
    return handlers.handle(
      "list",
      answerRows(lists, ({ organizationId }, page) => auditLog.page(organizationId, page), {
        positionOf,
        show: ({ entry }) => entry
      })
    )
  })
)
