/**
 * Handler of the names of clients, organizations and webhook endpoints.
 */
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import * as Effect from "effect/Effect"
import * as HttpApiBuilder from "effect/http-api/HttpApiBuilder"
import { NamesById } from "../../../services/operator/NamesById.ts"

export const layer = HttpApiBuilder.group(
  OperatorApi,
  "names",
  Effect.fnUntraced(function* (handlers) {
    const names = yield* NamesById
    return handlers.handle("get", ({ query }) => names(query))
  })
)
