/**
 * Where requests go that are kept for operators. Without a log nothing is gathered for it.
 */
import type { NewLoggedRequest } from "@partner-api/domain/operator/LoggedRequest"
import * as Context from "effect/Context"

/** How a request ended. */
export interface Ended extends Pick<NewLoggedRequest, "atMs" | "durationMs" | "status"> {
  /** Whether `describe` holds a large body until it is called: it is to be called at once. */
  readonly holdsMuch: boolean
}

/**
 * Takes a request that was answered; must not fail and must not wait. What is to be kept of it is told by `describe`, which is called later, together
 * with others, and not at all where there is no room for more.
 */
export type NoteRequest = (ended: Ended, describe: () => NewLoggedRequest) => void

/** Where requests are noted; absent where no log is kept. */
export const RequestLogSink = Context.Reference<NoteRequest | undefined>("@partner-api/service/RequestLogSink", {
  defaultValue: () => undefined
})
