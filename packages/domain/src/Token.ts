/**
 * Access tokens and their permissions (spec 5; decisions, Tokens).
 *
 * A token is opaque; these are the info stored for it. It may carry two levels: `primary` (list and create organizations,
 * mint scoped tokens) and scoped (work inside one organization). Authority comes from these info alone, never from the header
 * a token travelled in. The clock is an argument.
 */
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"

import { missingCredentials } from "./Credentials.ts"
import { Forbidden, Unauthorized } from "./Errors.ts"
import type { AgencyId, ClientId, OrganizationId } from "./Ids.ts"
import type { OperatorRole } from "./operator/Operator.ts"
import { heldPermissions, narrow, organizationsCreate, type Permission } from "./Permission.ts"

/** Lifetime of primary tokens and of tokens of flow B, in seconds (spec 8). */
export const primaryLifetimeSeconds = 3_600

/** Lifetime of organization-scoped tokens, in seconds (spec 4.3). */
export const scopedLifetimeSeconds = 86_400

/** The token that examples of the documentation show. */
export const exampleToken = "kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4hJ1kE8rT5w0"

/** The token of a link in examples. Samples for a shell put their own token in the place of {@link exampleToken}, and leave this one. */
export const exampleLinkToken = "hJ1kE8rT5w0kZ8tQe1yXw5nR0uB3cV7mL2pA6sD9fG4"

/** The text of a token. Inside the program it is redacted; only the answer that hands it out shows it. */
const TokenText = Schema.RedactedFromValue(
  Schema.String.annotate({ description: "The token; opaque", examples: [exampleToken] })
)

/** The answer of the two credential endpoints (spec 4.1, 4.5). */
export const AccessToken = Schema.Struct({
  access_token: TokenText,
  token_type: Schema.Literal("bearer"),
  expires_in: Schema.Int.annotate({ description: "Lifetime in seconds", examples: [primaryLifetimeSeconds] })
}).annotate({ identifier: "AccessToken", description: "A token for the credentials" })
export type AccessToken = typeof AccessToken.Type

/** The answer of the endpoint that mints scoped tokens (spec 4.3). */
export const ScopedAccessToken = Schema.Struct({
  access_token: TokenText,
  token_type: Schema.Literal("Bearer"),
  expires_in: Schema.Literal(scopedLifetimeSeconds).annotate({ description: "Lifetime in seconds" }),
  scope: Schema.String.annotate({ description: "The organization identifier", examples: ["org_acme"] })
}).annotate({ identifier: "ScopedAccessToken", description: "A token for one organization" })
export type ScopedAccessToken = typeof ScopedAccessToken.Type

/** The facts of a token at the time of use: its own info, joined with its client and its grant as they are now. */
export interface TokenInfo {
  /** Names the token without being it. */
  readonly tokenId: string
  readonly clientId: ClientId
  readonly expiresAtMs: number
  /** May it list and create organizations and mint scoped tokens? */
  readonly primary: boolean
  /** The organization it is scoped to. */
  readonly organizationId: OrganizationId | undefined
  /** The permissions stored with the client's grant in that organization now; nothing when the grant is gone. */
  readonly granted: ReadonlyArray<Permission>
  /** The permissions that the token was narrowed to when it was minted. */
  readonly permissions: ReadonlyArray<Permission> | undefined
  /** The agency that the grant is bound to now. */
  readonly agencyId: AgencyId | undefined
  readonly mayCreateOrganizations: boolean
}

/** The requirements of an endpoint for a token. */
export type Access =
  | { readonly level: "public" }
  /** With `isOptional`, a request without any token goes on too. */
  | { readonly level: "primary"; readonly right?: typeof organizationsCreate; readonly isOptional?: true }
  /**
   * One of these permissions is enough; where there are none, a token for the organization is. With `isEmployers`, its grant must not be bound to
   * an agency.
   */
  | { readonly level: "scoped"; readonly anyOf: ReadonlyArray<Permission>; readonly isEmployers?: true }
  /** The client id and the secret by HTTP Basic. A token is refused, so that a stolen one becomes no secret. */
  | { readonly level: "credentials" }
  /** No token at all: an operator who has signed in, in this role. */
  | { readonly level: "operator"; readonly role: OperatorRole }

/** Whether a request without any token goes on. */
export const isTokenOptional = (access: Access): boolean => access.level === "primary" && access.isOptional === true

/** The permissions of a token in its organization: those that its grant holds, narrowed as the token was when it was minted. */
export const effectivePermissions = ({ granted, agencyId, permissions }: TokenInfo): ReadonlyArray<Permission> =>
  narrow(heldPermissions(granted, agencyId), permissions)

/** The refusal of a token that is no good, whatever the reason: which one it is helps only those who guess. */
export const refusedToken = /* @__PURE__ */ new Unauthorized({
  message: "The access token is unknown, expired or revoked. Request a new one with your client credentials.",
  credentialsSent: true
})

/** Refuses a token whose time is over. `expires_in` seconds after it was issued it is no longer good. */
export const checkLifetime = (token: TokenInfo, nowMs: number): Result.Result<void, Unauthorized> => {
  if (nowMs >= token.expiresAtMs) return Result.fail(refusedToken)
  return Result.void
}

/** Decides whether a token that is alive may call an endpoint; the refusal names what is missing. */
export const checkAccess = (token: TokenInfo, access: Access): Result.Result<void, Forbidden> => {
  switch (access.level) {
    case "public":
      return Result.void
    case "primary":
      if (!token.primary) {
        return forbidden("This needs a primary token; the one sent is scoped to an organization.")
      }
      if (access.right !== undefined && !token.mayCreateOrganizations) {
        return forbidden(`This client lacks the right ${access.right}; the operator of the service can give it.`)
      }
      return Result.void
    case "scoped": {
      if (token.organizationId === undefined) {
        return forbidden("This needs a token scoped to an organization; mint one with the primary token.")
      }
      const held = effectivePermissions(token)
      if (access.anyOf.length > 0 && !access.anyOf.some((permission) => held.includes(permission))) {
        return forbidden(`The token lacks the permission ${access.anyOf.join(" or ")}.`)
      }
      if (access.isEmployers === true && token.agencyId !== undefined) {
        return forbidden("This is for the employer: it needs a grant that is not bound to an agency.")
      }
      return Result.void
    }
    case "credentials":
      return forbidden(missingCredentials.message)
    case "operator":
      return forbidden("This is for the operators of the service, who sign in to the console.")
  }
}

const forbidden = (message: string): Result.Result<never, Forbidden> => Result.fail(new Forbidden({ message }))
