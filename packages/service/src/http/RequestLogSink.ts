/**
 * Where requests go that are kept for operators. Without a log nothing is gathered for it.
 */
import type { NewLoggedRequest } from "@partner-api/domain/operator/LoggedRequest"
import * as Context from "effect/Context"

/**
 * Takes a request that was answered; must not fail and must not wait. What is to be kept of it is gathered by `describe`, which is not called where
 * there is no room for more.
 */
export type NoteRequest = (
  answer: Pick<NewLoggedRequest, "atMs" | "durationMs" | "status">,
  describe: () => NewLoggedRequest
) => void

/** Where requests are noted; absent where no log is kept. */
export const RequestLogSink = Context.Reference<NoteRequest | undefined>("@partner-api/service/RequestLogSink", {
  defaultValue: () => undefined
})
