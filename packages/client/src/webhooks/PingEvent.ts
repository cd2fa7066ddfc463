/**
 * The event that asks whether an endpoint answers. It is no part of the feed, so it is not among the types of the feed's events.
 */
import type { WebhookEndpointSnapshot } from "../core/Model.ts"

/** Asks whether a webhook endpoint answers: when it is created, enabled or tested. Nothing has happened; answer it with a 2xx status. */
export interface PingEvent {
  /** Identifies the event. Example: `"evt_00000000000070000000000000"`. */
  readonly id: string
  readonly type: "ping"
  /** When it was asked for. Example: `"2026-01-31T09:30:00.000Z"`. */
  readonly timestamp: string
  /** Identifies an organization. Example: `"org_acme"`. */
  readonly organization_id: string
  readonly data: { readonly webhook_endpoint: WebhookEndpointSnapshot }
}
