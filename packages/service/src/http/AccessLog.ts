/**
 * Where the service tells of its answers. Only what is named here is ever told: no address, no header, no body, no query, so that no
 * secret and no personal data can get in (decisions, Limits).
 */
import * as Context from "effect/Context"

/** What is told of an answer. Members that are not known are left out. */
export interface AccessEntry {
  readonly method: string | undefined
  readonly route: string | undefined
  readonly status: number
  readonly durationMs: number
  readonly requestId: string
  readonly clientId: string | undefined
  readonly organizationId: string | undefined
}

/** Takes an entry; must not fail and must not wait. */
export type TellAccess = (entry: AccessEntry) => void

/** Where entries go; nowhere, unless a layer says otherwise. */
export const AccessLog = Context.Reference<TellAccess>("@partner-api/service/AccessLog", {
  defaultValue: () => () => {}
})
