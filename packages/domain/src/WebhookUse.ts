/**
 * The bounds of the requests to webhook endpoints that a client may cause, beside its limit of requests (decisions, Webhooks). Pure: the uses are counted in the
 * store, so that they survive the endpoint, and count on every node.
 */
import { RateLimited, retryAfterSecondsOf } from "./Errors.ts"
import type { ClientId } from "./Ids.ts"
import { hostOf, isThisMachine, readUrl } from "./WebhookAddressRules.ts"
import type { WebhookEndpointId } from "./WebhookEndpoint.ts"

/** The time that uses are counted over. */
export const useWindowMs = 60_000

/** The pings to one endpoint in a minute: a person who repairs a receiver tries it less often. */
export const pingsPerMinuteMax = 10

/**
 * The pings of one client in a minute, to all of its endpoints, deleted ones too. Each is a request to an address that has agreed to nothing, and one
 * a second is no flood; a client that adds an endpoint in each of 60 organizations does so in a minute.
 */
export const pingsOfClientPerMinuteMax = 60

/** The pings to one host in a minute, of all clients: twice as many, so that no client alone keeps others from a receiver that they share. */
export const pingsOfHostPerMinuteMax = 120

/** The recoveries of one client in a minute: one requests up to 30 days of events. */
export const recoveriesPerMinuteMax = 10

/** The kinds of uses that are counted. */
export type WebhookUseKind = "ping" | "recovery"

/** A ping or a recovery that a client requested. */
export interface WebhookUse {
  readonly kind: WebhookUseKind
  readonly clientId: ClientId
  readonly endpointId: WebhookEndpointId
  /** The host of the endpoint's address, as {@link pingHostOf} has it. */
  readonly host: string
  readonly atMs: number
}

/** A bound of uses of one kind. */
export interface WebhookUseBound {
  /** The key that the uses have in common. */
  readonly by: "endpoint" | "client" | "host"
  readonly usesMax: number
}

/** The bounds of each kind. */
export const useBounds: Readonly<Record<WebhookUseKind, ReadonlyArray<WebhookUseBound>>> = {
  ping: [
    { by: "endpoint", usesMax: pingsPerMinuteMax },
    { by: "client", usesMax: pingsOfClientPerMinuteMax },
    { by: "host", usesMax: pingsOfHostPerMinuteMax }
  ],
  recovery: [{ by: "client", usesMax: recoveriesPerMinuteMax }]
}

/** The host of an address. On this machine, each port is a host of its own. */
export const pingHostOf = (url: string): string => {
  const read = readUrl(url)
  if (read === undefined) return ""
  const host = hostOf(read)
  return isThisMachine(host) ? `${host}:${read.port}` : host
}

const sentenceOf = (kind: WebhookUseKind, { by, usesMax }: WebhookUseBound): string => {
  if (kind === "recovery") return `A client can recover deliveries at most ${usesMax} times a minute.`
  const to = { endpoint: "to one webhook endpoint", client: "for one client", host: "to one host" }[by]
  return `At most ${usesMax} pings a minute are sent ${to}. Adding, enabling and testing an endpoint each send one.`
}

/** The refusal of a use where a bound is reached. `waitMs` is the time until the bound takes another use. */
export const tooManyUses = (kind: WebhookUseKind, bound: WebhookUseBound, waitMs: number): RateLimited =>
  new RateLimited({ message: sentenceOf(kind, bound), retryAfterSeconds: retryAfterSecondsOf(waitMs) })
