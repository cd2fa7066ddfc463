/**
 * Signing in with the identity provider of a team (OpenID Connect): which groups of its members get which role, and what is reported of it.
 *
 * Talks to no provider.
 */
import * as Schema from "effect/Schema"

import type { OperatorRole } from "./Operator.ts"

/** The groups of a provider whose members may sign in, by the role that they get. */
export interface RoleGroups {
  readonly admin: ReadonlyArray<string>
  readonly viewer: ReadonlyArray<string>
}

/** The role of a person in these groups; nothing for a person who may not sign in. In groups of both roles, it is `admin`. */
export const roleOfGroups = (groups: ReadonlyArray<string>, roles: RoleGroups): OperatorRole | undefined => {
  const isIn = (named: ReadonlyArray<string>) => named.some((group) => groups.includes(group))
  return isIn(roles.admin) ? "admin" : isIn(roles.viewer) ? "viewer" : undefined
}

/** Why a provider's answer has opened no session; the page has a sentence for each. */
export const ProviderRefusal = Schema.Literals(["busy", "denied", "expired", "not_allowed", "unavailable"])
export type ProviderRefusal = typeof ProviderRefusal.Type

/** The ways to sign in besides the link of `partner-api console login`. */
export const SignInMethods = Schema.Struct({
  provider: Schema.optionalKey(
    Schema.Struct({
      name: Schema.String.annotate({ description: "Its name for people", examples: ["login.example.com"] }),
      path: Schema.String.annotate({
        description: "The address at which a browser begins; it ends at the console",
        examples: ["/console/provider"]
      })
    }).annotate({ description: "The identity provider; absent where none is set" })
  )
}).annotate({
  identifier: "SignInMethods",
  description: "The ways to sign in, besides with a link",
  examples: [{ provider: { name: "login.example.com", path: "/console/provider" } }]
})
export type SignInMethods = typeof SignInMethods.Type
