/**
 * The client for programs in Effect: a service whose methods are effects and streams.
 *
 * Requests go through the `HttpClient` of the environment. One that follows redirects would carry tokens along: leave that off.
 */
import { PartnerApi } from "@partner-api/contract/Api"
import * as Config from "effect/Config"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpClient from "effect/http/HttpClient"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import type * as Redacted from "effect/Redacted"
import type { ClientConfiguration } from "../core/ClientConfiguration.ts"
import type { ClientError } from "../core/ClientError.ts"
import { operationsOf } from "../core/Operation.ts"
import { partnerOver } from "./DerivedPartner.ts"
import type { PartnerShape } from "./PartnerShape.ts"

/** The configuration of the service. Time and `fetch` come from the environment. */
export type PartnerConfiguration = Omit<Shared, "fetch" | "clock" | "dangerouslyAllowBrowser"> & Identity

type Given = ClientConfiguration<string | Redacted.Redacted>
type Shared = Pick<Given, Exclude<keyof Given, IdentityKey>>
type IdentityKey = "clientId" | "clientSecret" | "flow" | "token"
type Identity = Given extends infer One ? (One extends Given ? Pick<One, IdentityKey & keyof One> : never) : never

/** What the environment says: `PARTNER_BASE_URL`, `PARTNER_CLIENT_ID`, `PARTNER_CLIENT_SECRET`, `PARTNER_FLOW`, `PARTNER_ORGANIZATION`. */
export const partnerConfig: Config.Config<PartnerConfiguration> = Config.all({
  baseUrl: Config.String("PARTNER_BASE_URL"),
  clientId: Config.String("PARTNER_CLIENT_ID"),
  clientSecret: Config.Redacted("PARTNER_CLIENT_SECRET"),
  flow: Config.Literals(["oauth", "partner"], "PARTNER_FLOW").pipe(Config.withDefault("oauth" as const)),
  organization: Config.option(Config.String("PARTNER_ORGANIZATION"))
}).pipe(
  Config.map(({ organization, ...rest }) =>
    Option.isSome(organization) ? { ...rest, organization: organization.value } : rest
  )
)

/** The client as a service. */
export class Partner extends Context.Service<Partner, PartnerShape>()("@partner-api/client/Partner") {
  /** A client of a configuration. */
  static readonly layer = (
    configuration: PartnerConfiguration
  ): Layer.Layer<Partner, ClientError, HttpClient.HttpClient> =>
    Layer.effect(Partner)(partnerOver(operationsOf(PartnerApi), configuration))

  /** A client of what the environment says: see {@link partnerConfig}. */
  static readonly layerEnv: Layer.Layer<Partner, ClientError | Config.ConfigError, HttpClient.HttpClient> =
    Layer.effect(Partner)(
      Effect.flatMap(partnerConfig, (configuration) => partnerOver(operationsOf(PartnerApi), configuration))
    )
}
