/**
 * Handler of the audit log.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { Audit } from "../../services/Audit.ts"
import { Lists } from "../../services/Lists.ts"
import { answerList } from "./ListAnswer.ts"

export const layer = HttpApiBuilder.group(
  PartnerApi,
  "auditLog",
  Effect.fnUntraced(function* (handlers) {
    const audit = yield* Audit
    const lists = yield* Lists
    return handlers.handle(
      "list",
      answerList(lists, ({ organizationId }, page) => audit.page(organizationId, page))
    )
  })
)
