/**
 * Where the service logs its answers. Only the members named here are logged: no header, no body, no query, so that no secret can get in,
 * and no personal data but the caller's address where the operator wants it (decisions, Limits).
 */
import * as Context from "effect/Context"
import type { Incoming } from "./Incoming.ts"

/** The entry of an answer. Unknown members are absent. */
export interface AccessEntry {
  readonly method: string | undefined
  readonly route: string | undefined
  readonly status: number
  /** The code of the error that was answered: the reason of a refusal. */
  readonly errorCode: string | undefined
  readonly durationMs: number
  /** Whether a stored answer was repeated, for an `Idempotency-Key`. */
  readonly isReplay: boolean
  readonly requestId: string
  /** The trace that the caller names (W3C Trace Context). */
  readonly traceId: string | undefined
  readonly clientId: string | undefined
  readonly organizationId: string | undefined
  readonly clientAddress: string | undefined
}

/** What the route of all requests that no endpoint answers is called: a path that somebody made up is not reported. */
export const unknownRoute = "unknown"

/** The status that is reported when the client has gone before its answer. */
export const clientClosedStatus = 499

/** Takes an entry; must not fail and must not wait. */
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
