/**
 * The access log: one entry for each answer. An entry has no header, no body and no query, so that it has no secret, and no personal data but the address
 * of the caller where the operator sets so (decisions, Limits).
 */
import * as Context from "effect/Context"
import type { Incoming } from "./Incoming.ts"

/** The entry of an answer. Unknown members are absent. */
export interface AccessEntry {
  readonly method: string | undefined
  readonly route: string | undefined
  readonly status: number
  /** The code of an error answer. */
  readonly errorCode: string | undefined
  readonly durationMs: number
  /** Whether the answer is the stored one of an idempotency key. */
  readonly isReplay: boolean
  readonly requestId: string
  /** The trace id of the request (W3C Trace Context). */
  readonly traceId: string | undefined
  readonly clientId: string | undefined
  readonly organizationId: string | undefined
  readonly clientAddress: string | undefined
}

/** The route of all requests without an endpoint. The log does not repeat a path that a client has made up. */
export const unknownRoute = "unknown"

/** The status of a request whose client has disconnected before its answer. */
export const clientClosedStatus = 499

/** Writes an entry. It must not fail and must not wait. */
export type WriteAccessLog = (entry: AccessEntry) => void

/** Writes an entry. Drops entries unless a layer provides a log. */
export const AccessLog = Context.Reference<WriteAccessLog>("@partner-api/service/AccessLog", {
  defaultValue: () => () => {}
})

/** The address of a caller in the log. None by default, because it is personal data. */
export const AddressOfCaller = Context.Reference<(request: Incoming) => string | undefined>(
  "@partner-api/service/AddressOfCaller",
  { defaultValue: () => () => undefined }
)
