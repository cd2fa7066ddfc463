/**
 * What the transport of a request can refuse before anything reads the request: Node's listener sees headers that were sent twice and
 * hosts that are not this service's. Nothing is refused by default.
 */
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import * as Context from "effect/Context"
import type { HttpServerRequest } from "effect/http/HttpServerRequest"

/** The refusal of a request; undefined when it may go on. */
export type ScreenRequest = (request: HttpServerRequest) => PartnerError | undefined

export const RequestScreen = Context.Reference<ScreenRequest>("@partner-api/service/RequestScreen", {
  defaultValue: () => () => undefined
})
