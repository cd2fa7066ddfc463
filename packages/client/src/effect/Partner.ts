/**
 * The client for programs in Effect: a service whose methods are effects and streams.
 *
 * Requests go through the `HttpClient` of the environment. Do not let it follow redirects: tokens would go along.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type { RedactableOptions } from "../core/ClientConfig.ts"
import type { ClientError } from "../core/ClientError.ts"
import { environmentNames } from "../core/EnvironmentNames.ts"
import { operationsOf } from "../core/Operation.ts"
import { partnerOver } from "./DerivedPartner.ts"
import type { PartnerShape } from "./PartnerShape.ts"

/** The options of the service. The clock and `fetch` come from the environment. */
export type PartnerOptions = Omit<Shared, "fetch" | "clock" | "dangerouslyAllowBrowser"> & Identity

type Shared = Pick<RedactableOptions, Exclude<keyof RedactableOptions, IdentityKey>>
type IdentityKey = "clientId" | "clientSecret" | "flow" | "token"
type Identity = RedactableOptions extends infer One
  ? One extends RedactableOptions
    ? Pick<One, IdentityKey & keyof One>
    : never
  : never

/**
 * The options of the environment variables `PARTNER_BASE_URL`, `PARTNER_CLIENT_ID`, `PARTNER_CLIENT_SECRET`, `PARTNER_FLOW`,
 * `PARTNER_ORGANIZATION`, `PARTNER_ALLOW_HTTP`.
 */
export const partnerConfig: Config.Config<PartnerOptions> = Config.all({
  baseUrl: Config.String(environmentNames.baseUrl),
  clientId: Config.String(environmentNames.clientId),
  clientSecret: Config.Redacted(environmentNames.clientSecret),
  flow: Config.Literals(["oauth", "partner"], environmentNames.flow).pipe(Config.withDefault("oauth" as const)),
  organization: Config.option(Config.String(environmentNames.organization)),
  allowHttp: Config.Literals(["on", "off"], environmentNames.allowHttp).pipe(Config.withDefault("off" as const))
}).pipe(
  Config.map(({ allowHttp, organization, ...rest }) => ({
    ...rest,
    dangerouslyAllowHttp: allowHttp === "on",
    ...(Option.isSome(organization) ? { organization: organization.value } : {})
  }))
)

/** The client as a service. */
export class Partner extends Context.Service<Partner, PartnerShape>()("@partner-api/client/Partner") {
  /** The service with these options. */
  static readonly layer = (options: PartnerOptions): Layer.Layer<Partner, ClientError, HttpClient.HttpClient> =>
    Layer.effect(Partner)(partnerOver(operationsOf(PartnerApi), options))

  /** The service with the options of the environment: see {@link partnerConfig}. */
  static readonly layerEnv: Layer.Layer<Partner, ClientError | Config.ConfigError, HttpClient.HttpClient> =
    Layer.effect(Partner)(Effect.flatMap(partnerConfig, (options) => partnerOver(operationsOf(PartnerApi), options)))
}
