/**
 * The callers of the server over HTTP: bearers of a token of one issuer, or of one token that its operator chose.
 *
 * The server is a resource server: it issues and forwards no token, and refuses tokens of the platform. A token becomes a
 * {@link Principal} and is not kept.
 */
import * as Effect from "effect/Effect"
import type * as Headers from "effect/http/Headers"
import * as Redacted from "effect/Redacted"
import { localPrincipal, type Principal } from "../Principal.ts"
import { sameText } from "../Signer.ts"

/** Tokens that an issuer signs, for this server alone. */
export interface IssuerAuthorization {
  readonly kind: "issuer"
  readonly issuer: string
  readonly audience: string
  /** The scopes that this server knows. A token with none of them is refused. */
  readonly scopes: ReadonlyArray<string>
  /** The claim that has the id of the person on the platform. Without it, no token names one. */
  readonly personClaim?: string | undefined
  /** The address of the issuer's keys. Without it, the server reads the issuer's metadata (RFC 8414, then OpenID). */
  readonly jwksUrl?: string | undefined
}

/** The authorization that settings can choose. */
export type ChosenAuthorization =
  | IssuerAuthorization
  /** One token, on this machine only. */
  | { readonly kind: "token"; readonly token: Redacted.Redacted }

export type Authorization =
  | ChosenAuthorization
  /** No token is needed, on this machine only: for test suites that cannot send one. No setting selects it. */
  | { readonly kind: "open" }

/** Why a request is refused. */
export type Denial = "missing" | "invalid" | "platform_token" | "insufficient" | "keys_unavailable"

/** Authenticates a request by its headers. */
export type Authenticate = (headers: Headers.Headers) => Effect.Effect<Principal, Denial>

/** The header in which the platform takes its own tokens. */
const platformHeader = "x-auth-token"

/** One header, one token, of the characters that a token may have (RFC 6750, 2.1). */
const bearerPattern = /^Bearer +([A-Za-z0-9._~+/-]+=*)$/i

/** The token of a request, if it has one that this server may look at. */
export const bearerOf = (headers: Headers.Headers): Effect.Effect<Redacted.Redacted, Denial> => {
  if (headers[platformHeader] !== undefined) return Effect.fail("platform_token")
  const { authorization } = headers
  if (authorization === undefined) return Effect.fail("missing")
  const token = bearerPattern.exec(authorization)?.[1]
  return token === undefined ? Effect.fail("invalid") : Effect.succeed(Redacted.make(token))
}

/** A bearer of the operator's token has the rights of the operator. */
export const tokenAuthentication =
  (expected: Redacted.Redacted): Authenticate =>
  (headers) =>
    Effect.flatMap(bearerOf(headers), (given) =>
      sameText(Redacted.value(given), Redacted.value(expected))
        ? Effect.succeed<Principal>({ id: "token", scopes: "all" })
        : Effect.fail("invalid")
    )

/** Every caller is the owner of the process. */
export const openAuthentication: Authenticate = () => Effect.succeed(localPrincipal)
