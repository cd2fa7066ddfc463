/**
 * Handler of the names of clients, organizations and webhook endpoints.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import * as Effect from "effect/Effect"
import { handlersOf } from "../../Handlers.ts"
import { NamesById } from "../../../services/operator/NamesById.ts"

export const layer = handlersOf(
  OperatorApi,
  "names",
  Effect.fnUntraced(function* (handlers) {
    const names = yield* NamesById
    return handlers({
      get: ({ query }) => names(query)
    })
  })
)
