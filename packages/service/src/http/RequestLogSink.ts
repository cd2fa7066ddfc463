/**
 * Where requests go that are kept for operators. Without a log nothing is gathered for it.
 */
import * as Context from "effect/Context"
import type { EndedRequest } from "./NotedRequest.ts"

/** Takes a request that was answered; must not fail and must not wait. */
export type NoteRequest = (ended: EndedRequest) => void

/** Where requests are noted; absent where no log is kept. */
export const RequestLogSink = Context.Reference<NoteRequest | undefined>("@partner-api/service/RequestLogSink", {
  defaultValue: () => undefined
})
