/**
 * Handlers of the request log, the traffic, and the uses of what is deprecated.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { filterCodec } from "@partner-api/domain/Filter"
import { LoggedRequestFilter } from "@partner-api/domain/operator/LoggedRequest"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { Lists } from "../../../services/Lists.ts"
import { RequestLog } from "../../../services/operator/RequestLog.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"

export const layer = handlersOf(
  OperatorApi,
  "requests",
  Effect.fnUntraced(function* (handlers) {
    const log = yield* RequestLog
    const lists = yield* Lists
    return handlers({
      list: answerOperator(lists, filterCodec(LoggedRequestFilter), log.page),
      get: ({ params }) => log.find(params.loggedRequestId),
      traffic: ({ query }) => log.traffic(query.period),
      deprecated: () => log.deprecatedUsage
    })
  })
)
