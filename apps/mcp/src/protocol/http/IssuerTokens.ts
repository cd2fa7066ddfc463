/**
 * Tokens of an issuer: JWTs, verified with the keys that the issuer publishes.
 *
 * A token is verified with the known keys. A token with an unknown key is invalid. Without any valid key every token is answered with
 * `keys_unavailable`. `IssuerKeys` decides which keys are valid.
 */
import { UserId } from "@partner-api/domain/Ids"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import type * as Scope from "effect/Scope"
import * as Jose from "jose"
import { type Authenticate, bearerOf, type Denial, type IssuerAuthorization } from "./Authorization.ts"
import { makeIssuerKeys } from "./IssuerKeys.ts"
import type { Principal } from "../Principal.ts"
import { fetchPublishedKeys, type KeySet } from "./PublishedKeys.ts"

/** Signatures with a public key. HMAC would make the issuer's public key a password, and "none" is no signature. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]

/** The tolerated difference between clocks. */
const clockToleranceSeconds = 30

/** Three parts, as a signed token has; a token of the platform has one. */
const jwtPattern = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

/** Why a key set refuses a token: its key is in another set, or it is no token for this server. */
type TokenFault = "unknown_key" | "invalid"

const faultOf = (cause: unknown): TokenFault =>
  Predicate.hasProperty(cause, "code") && cause.code === Jose.errors.JWKSNoMatchingKey.code ? "unknown_key" : "invalid"

const isTexts = Schema.is(Schema.Array(Schema.String))

const scopesOf = ({ scope, scp }: Jose.JWTPayload): ReadonlyArray<string> => {
  const claim = scope ?? scp
  return typeof claim === "string" ? claim.split(" ").filter((one) => one !== "") : isTexts(claim) ? claim : []
}

/**
 * The kinds of token that are taken. `at+jwt` is that of access tokens (RFC 9068 §4). Many issuers write the kind of every JWT, or none; any
 * other kind is for another use, such as a logout.
 */
const accessTypes: ReadonlyArray<unknown> = [undefined, "jwt", "at+jwt"]

const isAccessToken = ({ typ }: Jose.JWTHeaderParameters): boolean =>
  accessTypes.includes(typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : typ)

const isName = (claim: unknown): claim is string => typeof claim === "string" && claim !== ""

/** The subject of the token, or the client that acts for no subject. Their names are of two spaces: a client may be called like a user. */
const idOf = ({ client_id, sub }: Jose.JWTPayload): Option.Option<string> => {
  if (sub !== undefined) return isName(sub) ? Option.some(`subject ${sub}`) : Option.none()
  return isName(client_id) ? Option.some(`client ${client_id}`) : Option.none()
}

const isPersonId = Schema.is(UserId)

/** The person whom a token names by the claim that has ids of the platform. A token without the claim names nobody. */
const personOf = (payload: Jose.JWTPayload, claim: string | undefined): Effect.Effect<Partial<Principal>, Denial> => {
  const personId = claim === undefined ? undefined : payload[claim]
  if (personId === undefined) return Effect.succeed({})
  // A write would be recorded without the person whom the issuer meant.
  return isPersonId(personId) ? Effect.succeed({ personId }) : Effect.fail("invalid")
}

/** Authenticates by tokens of the issuer. */
export const issuerAuthentication = (options: IssuerAuthorization): Effect.Effect<Authenticate, never, Scope.Scope> =>
  Effect.map(makeIssuerKeys(fetchPublishedKeys(options)), (keys): Authenticate => {
    const verifyWith = (token: Redacted.Redacted, keySet: KeySet): Effect.Effect<Jose.JWTPayload, TokenFault> =>
      Effect.tryPromise({
        try: () =>
          Jose.jwtVerify(Redacted.value(token), keySet, {
            issuer: options.issuer,
            audience: options.audience,
            algorithms,
            clockTolerance: clockToleranceSeconds,
            requiredClaims: ["exp"]
          }),
        catch: faultOf
      }).pipe(
        Effect.filterOrFail(
          ({ protectedHeader }) => isAccessToken(protectedHeader),
          (): TokenFault => "invalid"
        ),
        Effect.map(({ payload }) => payload)
      )

    const verify = (token: Redacted.Redacted): Effect.Effect<Jose.JWTPayload, Denial> =>
      Effect.gen(function* () {
        const keySet = yield* Effect.mapError(Effect.fromOption(yield* keys.current), (): Denial => "keys_unavailable")
        return yield* Effect.catch(verifyWith(token, keySet), (fault) =>
          fault === "invalid"
            ? Effect.fail(fault)
            : keys.newer(keySet).pipe(
                Effect.flatMap(Effect.fromOption),
                Effect.flatMap((newer) => verifyWith(token, newer)),
                Effect.mapError((): Denial => "invalid")
              )
        )
      })

    const principalOf = (payload: Jose.JWTPayload): Effect.Effect<Principal, Denial> => {
      const scopes = scopesOf(payload).filter((scope) => options.scopes.includes(scope))
      return Option.match(idOf(payload), {
        onNone: () => Effect.fail<Denial>("invalid"),
        onSome: (id) =>
          scopes.length === 0
            ? Effect.fail<Denial>("insufficient")
            : Effect.map(personOf(payload, options.personClaim), (person) => ({ id, scopes, ...person }))
      })
    }

    return (headers) =>
      bearerOf(headers).pipe(
        // An opaque token was not issued for this server: perhaps one of the platform. It is not sent anywhere.
        Effect.filterOrFail(
          (token) => jwtPattern.test(Redacted.value(token)),
          (): Denial => "invalid"
        ),
        Effect.flatMap(verify),
        Effect.flatMap(principalOf)
      )
  })
