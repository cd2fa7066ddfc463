/**
 * Handlers of the client group: the client of the token, and its requests.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import { CurrentClient } from "@partner-api/contract/Middleware"
import { filterCodec } from "@partner-api/domain/Filter"
import { OwnRequestFilter } from "@partner-api/domain/OwnRequest"
import * as Effect from "effect/Effect"
import { handlersOf } from "../Handlers.ts"
import { OwnRequests } from "../../services/access/OwnRequests.ts"
import { Lists } from "../../services/Lists.ts"
import { answerOwn } from "./ListAnswer.ts"
import { RateLimits } from "../../services/access/RateLimits.ts"
import { Clients } from "../../services/access/Clients.ts"

export const layer = handlersOf(
  PartnerApi,
  "client",
  Effect.fnUntraced(function* (handlers) {
    const clients = yield* Clients
    const lists = yield* Lists
    const log = yield* OwnRequests
    const { rates } = yield* RateLimits

    return handlers({
      get: () => Effect.flatMap(CurrentClient, ({ clientId }) => clients.own(clientId, rates)),
      requests: answerOwn(lists, filterCodec(OwnRequestFilter), log.page)
    })
  })
)
