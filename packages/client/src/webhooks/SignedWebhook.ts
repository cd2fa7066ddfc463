/**
 * Makes the request of a webhook, for tests of a program that receives them. Sends nothing.
 */
import type { Event, PingEvent } from "../core/Model.ts"
import type { UnknownEvent } from "./PartnerEvent.ts"
import { sign, type SignatureHeaders } from "./Signature.ts"
import type { WebhookSecrets } from "./WebhookSecret.ts"

/** An event of which all but some members have a default. */
type Parts<E, Required extends keyof E> = E extends unknown
  ? Pick<E, Required> & { readonly [Name in Exclude<keyof E, Required>]?: E[Name] | undefined }
  : never

/** An event to sign: `type` and `data`, and what its other members should be. A whole event is one too. */
export type EventToSign =
  | Parts<Event | PingEvent, "type" | "data">
  | Parts<UnknownEvent, "type" | "received_type" | "data">

/** The options of the signature of a webhook. */
export interface SigningOptions {
  /** The secret of the endpoint, or several: a signature is made with each. */
  readonly secret: WebhookSecrets
  /** When the request is sent; default now. The time of the event is `timestamp`. */
  readonly sentAt?: Date | undefined
}

/** The request of a webhook. */
export interface SignedWebhook {
  readonly body: string
  readonly headers: SignatureHeaders & { readonly "content-type": "application/json" }
}

/** The type that is sent: an unknown event has it beside its own. */
const typeOf = (event: EventToSign): string => (event.type === "unknown" ? event.received_type : event.type)

/**
 * Makes a signed webhook for a test of a receiver: the body and the headers of a request, as the service sends them.
 *
 * Takes `type` and `data` of an event, typed as the receiver gets them. The other members have defaults: a random `id`, `timestamp` now,
 * `organization_id` `org_test`, `sequence` 1. `{ secret, ...event }` signs a whole event. An event of a type that the library does not know is one of
 * the type `unknown` with its `received_type`. Rejects with `InvalidSecret`.
 *
 * ```ts
 * const { body, headers } = await webhooks.signWebhook({ secret, type: "job.closed", data: { job, changed: ["status"] } })
 * ```
 */
export const signWebhook = async ({
  secret,
  sentAt,
  ...event
}: SigningOptions & EventToSign): Promise<SignedWebhook> => {
  const sent = sentAt ?? new Date()
  const id = event.id ?? `evt_${crypto.randomUUID().replaceAll("-", "").slice(-26)}`
  const { received_type: _, ...members } = { received_type: undefined, ...event }
  const body = JSON.stringify({
    ...(event.type === "ping" ? {} : { sequence: 1 }),
    ...members,
    id,
    type: typeOf(event),
    timestamp: event.timestamp ?? sent.toISOString(),
    organization_id: event.organization_id ?? "org_test"
  })
  const signature = await sign(secret, { id, timestampSeconds: Math.floor(sent.getTime() / 1_000), body })
  return { body, headers: { "content-type": "application/json", ...signature } }
}
