/**
 * The settings of the services, as one layer: the partners' listener, the operator's and the workers share services, and each service is made once,
 * with what the first of them provides. Their settings have defaults, so the compiler misses none.
 */
import { EventRetention } from "@partner-api/service/services/EventRetention"
import { InvitationPolicy } from "@partner-api/service/services/InvitationPolicy"
import { SelfService } from "@partner-api/service/services/SelfService"
import { HasMail } from "@partner-api/service/services/mail/HasMail"
import { HasScanner } from "@partner-api/service/services/scan/HasScanner"
import type { OutboundPolicy } from "@partner-api/service/services/webhooks/OutboundUrl"
import { WebhookPolicy } from "@partner-api/service/services/webhooks/WebhookPolicy"
import { SecretsKeys } from "@partner-api/service/services/webhooks/WebhookSecrets"
import * as Layer from "effect/Layer"
import type { Settings } from "./platform/Settings.ts"

/** The addresses that webhooks may be sent to: this machine too, where only this machine reaches the service. */
export const webhookPolicy = ({ hostPolicy, port, publicUrl, webhooks }: Settings): OutboundPolicy => ({
  allowedNetworks: webhooks.allowedNetworks,
  allowsLoopback: hostPolicy?.loopback === true,
  publicUrl: publicUrl ?? `http://127.0.0.1:${port}`
})

export const layer = (settings: Settings) =>
  Layer.mergeAll(
    Layer.succeed(EventRetention, { days: settings.eventDays }),
    settings.invitations === undefined ? Layer.empty : Layer.succeed(InvitationPolicy, settings.invitations),
    Layer.succeed(SelfService, settings.selfService),
    Layer.succeed(HasMail, settings.mail !== undefined),
    Layer.succeed(HasScanner, settings.scan !== undefined),
    Layer.succeed(SecretsKeys, settings.webhooks.secretsKeys),
    Layer.succeed(WebhookPolicy, webhookPolicy(settings))
  )
