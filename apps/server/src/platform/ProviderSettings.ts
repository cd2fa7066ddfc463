/**
 * The settings of the identity provider that operators sign in with (OpenID Connect): where it is, who this server is there, and which of its
 * groups get which role.
 */
import type { RoleGroups } from "@partner-api/domain/operator/ProviderSignIn"
import { problem } from "@partner-api/domain/Problem"
import * as Config from "effect/Config"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import { isPlainAddress } from "./PlainAddress.ts"
import { isPrivateAddress } from "./PrivateAddress.ts"
import { optional, withDefault } from "./Setting.ts"

/** The settings of the provider. */
export interface ProviderSettings {
  /** Its address, as it names itself. */
  readonly issuer: string
  readonly clientId: string
  readonly clientSecret: Redacted.Redacted
  /** The scopes that are requested, with spaces between (RFC 6749 §3.3). */
  readonly scope: string
  /** The claim that names an operator: unique and lasting. */
  readonly nameClaim: string
  /** The claim that lists groups. */
  readonly groupsClaim: string
  readonly groups: RoleGroups
}

const Issuer = Schema.String.check(
  Schema.makeFilter(
    (text: string) => isPlainAddress(text) && isPrivateAddress(text) && !text.includes("/.well-known/"),
    problem("format", "must be the https address that the provider calls its issuer, such as https://login.example.com")
  )
)

/** A setting that is read only where the issuer is set, and must be there then. */
const BesideIssuer = Schema.String.annotate(problem("required", "must be set where OIDC_ISSUER is"))

const Credential = BesideIssuer.check(
  Schema.isPattern(/^[\u0021-\u007e]{1,255}$/, problem("format", "must be 1 to 255 characters without spaces"))
)

/** The longest list of groups: more of them are better made one group at the provider. */
const groupsMax = 50

const readGroups = (text: string): ReadonlyArray<string> => text.split(",").map((group) => group.trim())

const Groups = BesideIssuer.check(
  Schema.makeFilter(
    (text: string) => {
      const groups = readGroups(text)
      return groups.length <= groupsMax && groups.every((group) => group !== "" && group.length <= 255)
    },
    problem("format", `must be at most ${groupsMax} names of groups with commas between`)
  )
)

const Claim = Schema.String.check(
  Schema.isPattern(/^[A-Za-z0-9_:/.-]{1,100}$/, problem("format", "must be the name of a claim, such as email"))
)

const Scope = Schema.String.check(
  Schema.makeFilter(
    (text: string) => /^[\u0021-\u007e ]{1,255}$/.test(text) && text.split(" ").includes("openid"),
    problem("format", "must be scopes with spaces between, openid among them")
  )
)

/** The settings, as they are declared. */
export const providerSettings = {
  issuer: optional("OIDC_ISSUER", Issuer, "links alone", "the identity provider that operators sign in with"),
  clientId: optional(
    "OIDC_CLIENT_ID",
    Credential,
    "required with OIDC_ISSUER",
    "the id of this server at the provider"
  ),
  clientSecret: optional(
    "OIDC_CLIENT_SECRET",
    Credential,
    "required with OIDC_ISSUER",
    "the secret of this server at the provider",
    () => "set, not shown"
  ),
  adminGroups: optional(
    "OIDC_ADMIN_GROUPS",
    Groups,
    "required with OIDC_ISSUER",
    "the groups whose members are admins, with commas between"
  ),
  viewerGroups: optional("OIDC_VIEWER_GROUPS", Groups, "none", "the groups whose members are viewers"),
  groupsClaim: withDefault("OIDC_GROUPS_CLAIM", Claim, "groups", "the claim that lists the groups of a person"),
  nameClaim: withDefault("OIDC_NAME_CLAIM", Claim, "email", "the claim that names an operator, unique and lasting"),
  scope: withDefault("OIDC_SCOPE", Scope, "openid email", "what the provider is asked for")
}

const required = <A extends string>({ name }: { readonly name: string }, schema: Schema.Codec<A, string>) =>
  Config.schema(schema, name)

const rest = Config.all({
  clientId: required(providerSettings.clientId, Credential),
  clientSecret: required(providerSettings.clientSecret, Credential),
  adminGroups: required(providerSettings.adminGroups, Groups),
  viewerGroups: providerSettings.viewerGroups.config,
  groupsClaim: providerSettings.groupsClaim.config,
  nameClaim: providerSettings.nameClaim.config,
  scope: providerSettings.scope.config
})

/** Reads them; nothing where no provider is named. */
export const readProvider: Config.Config<ProviderSettings | undefined> = Config.flatMap(
  providerSettings.issuer.config,
  Option.match({
    onNone: () => Config.succeed<ProviderSettings | undefined>(undefined),
    onSome: (issuer) =>
      Config.map(
        rest,
        ({ adminGroups, clientId, clientSecret, groupsClaim, nameClaim, scope, viewerGroups }): ProviderSettings => ({
          issuer,
          clientId,
          clientSecret: Redacted.make(clientSecret),
          scope,
          nameClaim,
          groupsClaim,
          groups: {
            admin: readGroups(adminGroups),
            viewer: Option.match(viewerGroups, { onNone: () => [], onSome: readGroups })
          }
        })
      )
  })
)
