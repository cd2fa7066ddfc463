/**
 * The addresses that webhooks may be sent to.
 */
import * as Context from "effect/Context"
import type { OutboundPolicy } from "./OutboundUrl.ts"

/** Public addresses, unless the program sets another policy. */
export const WebhookPolicy = Context.Reference<OutboundPolicy>("@partner-api/service/WebhookPolicy", {
  defaultValue: () => ({ publicUrl: undefined, allowsLoopback: false, allowedNetworks: [] })
})
