/**
 * Takes completed requests for the log that operators read. Without a log nothing is gathered.
 */
import * as Context from "effect/Context"
import type { CompletedRequest } from "./RequestLogEntry.ts"

/** Records a completed request. Must not fail and must not wait. */
export type RecordRequest = (ended: CompletedRequest) => void

/** The recorder of requests; absent without a request log. */
export const RequestLogSink = Context.Reference<RecordRequest | undefined>("@partner-api/service/RequestLogSink", {
  defaultValue: () => undefined
})
