/**
 * The entry for programs that receive webhooks: `webhooks`, its types, and the guard of its errors.
 *
 * Needs WebCrypto and nothing else: neither the HTTP client nor anything of Node is inside.
 */
import { handler } from "./webhooks/Handler.ts"
import { toNode } from "./webhooks/NodeHandler.ts"
import { signWebhook } from "./webhooks/SignedWebhook.ts"
import { unwrap } from "./webhooks/Unwrap.ts"

export type { HandlerOptions, WebhookHandler } from "./webhooks/Handler.ts"
export type { FastifyReply, NodeRequest, NodeResponse } from "./webhooks/NodeHandler.ts"
export type { PartnerEvent, UnknownEvent } from "./webhooks/PartnerEvent.ts"
export type { PingEvent } from "./core/Model.ts"
export type { RawBody } from "./webhooks/RawBody.ts"
export type { SeenEvents } from "./webhooks/SeenEvents.ts"
export type { SignatureHeaders } from "./webhooks/Signature.ts"
export type { EventToSign, SignedWebhook, SigningOptions } from "./webhooks/SignedWebhook.ts"
export type { UnwrapOptions } from "./webhooks/Unwrap.ts"
export {
  isWebhookError,
  type WebhookError,
  type WebhookErrorCode,
  type WebhookErrorTag
} from "./webhooks/WebhookError.ts"
export type { RequestHeaders } from "./webhooks/WebhookHeaders.ts"
export type { WebhookSecrets } from "./webhooks/WebhookSecret.ts"

/** Receives webhooks of the service, signed by Standard Webhooks 1.0. */
export const webhooks = { handler, signWebhook, toNode, unwrap }
