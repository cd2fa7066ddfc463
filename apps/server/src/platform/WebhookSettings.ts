/**
 * The settings of webhooks: where receivers may be, and the keys that seal the secrets.
 */
import { problem } from "@partner-api/domain/Problem"
import { readNetworks } from "@partner-api/service/Networks"
import * as Config from "effect/Config"
import type { IpNetwork } from "effect/net/IpNetwork"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { type SealingKey, sealingKeyBytes, sealingKeyOf } from "@partner-api/service/crypto/SealedText"
import { Networks, optional } from "./Setting.ts"

/** The settings of webhooks. */
export interface WebhookSettings {
  /** The networks that receivers may be in although they are not public. */
  readonly allowedNetworks: ReadonlyArray<IpNetwork>
  /** The keys that open the secrets of webhooks; the first one seals them. Without any, there are no webhooks. */
  readonly secretsKeys: ReadonlyArray<SealingKey>
}

/** The bytes of a key as it is written: base64 of 32 bytes, in either alphabet. */
const readKey = (text: string): Uint8Array => new Uint8Array(Buffer.from(text, "base64"))

const Key = Schema.String.check(
  Schema.makeFilter(
    (text: string) => /^[A-Za-z0-9+/_-]{43}=?$/.test(text) && readKey(text).length === sealingKeyBytes,
    problem("format", "must be 32 random bytes in base64, such as openssl rand -base64 32 prints")
  )
)

/** The text that stands for a key. */
const hidden = (): string => "<hidden>"

/** The settings, as they are declared. */
export const webhookSettings = {
  webhookNetworks: optional(
    "WEBHOOK_ALLOWED_NETWORKS",
    Networks,
    "public addresses only",
    "networks that webhooks may also be sent to"
  ),
  secretsKey: optional(
    "SECRETS_KEY",
    Key,
    "no webhooks",
    "the key that seals the secrets of webhooks: 32 random bytes in base64",
    hidden
  ),
  secretsKeyPrevious: optional(
    "SECRETS_KEY_PREVIOUS",
    Key,
    "none",
    "the key before, until partner-api secrets rewrap has run",
    hidden
  )
}

/** Reads them. */
export const readWebhooks: Config.Config<WebhookSettings> = Config.all({
  networks: webhookSettings.webhookNetworks.config,
  key: webhookSettings.secretsKey.config,
  previous: webhookSettings.secretsKeyPrevious.config
}).pipe(
  Config.map(({ key, networks, previous }) => ({
    secretsKeys: [key, previous].flatMap(Option.toArray).map((text) => sealingKeyOf(readKey(text))),
    allowedNetworks: Option.match(networks, { onNone: () => [], onSome: (text) => readNetworks(text) ?? [] })
  }))
)
