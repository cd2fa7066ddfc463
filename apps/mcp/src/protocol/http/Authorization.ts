/**
 * Who may call the server over HTTP: bearers of a token of one issuer, or of one token that its operator chose.
 *
 * The server is a resource server and nothing more: it issues no token, forwards none, and takes none of the platform's. What
 * it learns of a token is a {@link Principal}; the token itself is forgotten.
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
  /** Where the issuer's keys are. Without it, the issuer's metadata are asked (RFC 8414, then OpenID). */
  readonly jwksUrl?: string | undefined
}

/** What settings can say. */
export type ChosenAuthorization =
  | IssuerAuthorization
  /** One token, on this machine only. */
  | { readonly kind: "token"; readonly token: Redacted.Redacted }

export type Authorization =
  | ChosenAuthorization
  /** Nobody is asked, on this machine only: for suites that cannot send a token. No setting leads here. */
  | { readonly kind: "open" }

/** Why a request is not let in. */
export type Denial = "missing" | "invalid" | "platform_token" | "insufficient" | "keys_unavailable"

/** Says who asks, by the headers of a request. */
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

/** Whoever holds the operator's token may do what the operator may. */
export const tokenAuthentication =
  (expected: Redacted.Redacted): Authenticate =>
  (headers) =>
    Effect.flatMap(bearerOf(headers), (given) =>
      sameText(Redacted.value(given), Redacted.value(expected))
        ? Effect.succeed<Principal>({ id: "token", scopes: "all" })
        : Effect.fail("invalid")
    )

/** Everybody is whoever started the process. */
export const openAuthentication: Authenticate = () => Effect.succeed(localPrincipal)
