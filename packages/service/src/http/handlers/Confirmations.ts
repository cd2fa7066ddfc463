/**
 * Handlers of the links of persons, which need no token: the link is what lets them in.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { Confirmations } from "../../services/Confirmations.ts"
import { makeCountRefused } from "../RefusedLinks.ts"
import { CurrentRequest } from "../RequestContext.ts"

export const layer = handlersOf(
  PartnerApi,
  "confirmations",
  Effect.fnUntraced(function* (handlers) {
    const confirmations = yield* Confirmations
    const countRefused = yield* makeCountRefused

    return handlers({
      show: ({ payload }) => countRefused(confirmations.show(payload.token)),
      decide: ({ payload: { decision, token } }) =>
        countRefused(Effect.flatMap(CurrentRequest, ({ id }) => confirmations.decide(token, decision, id)))
    })
  })
)
