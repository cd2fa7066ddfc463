/**
 * The settings of webhooks: where receivers may be.
 */
import { readNetworks } from "@partner-api/service/Networks"
import * as Config from "effect/Config"
import type { IpNetwork } from "effect/net/IpNetwork"
import * as Option from "effect/Option"
import { Networks, optional } from "./Setting.ts"

/** What operators set of webhooks. */
export interface WebhookSettings {
  /** The networks that receivers may be in although they are not public. */
  readonly allowedNetworks: ReadonlyArray<IpNetwork>
}

/** The settings, as they are declared. */
export const webhookSettings = {
  webhookNetworks: optional(
    "WEBHOOK_ALLOWED_NETWORKS",
    Networks,
    "public addresses only",
    "networks that webhooks may also be sent to"
  )
}

/** Reads them. */
export const readWebhooks: Config.Config<WebhookSettings> = Config.all({
  networks: webhookSettings.webhookNetworks.config
}).pipe(
  Config.map(({ networks }) => ({
    allowedNetworks: Option.match(networks, { onNone: () => [], onSome: (text) => readNetworks(text) ?? [] })
  }))
)
