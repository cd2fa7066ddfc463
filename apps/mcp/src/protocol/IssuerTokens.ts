/**
 * Tokens of an issuer: JWTs, verified with the keys that the issuer publishes.
 *
 * Keys are fetched when they are first needed, kept for minutes, and fetched again for a new key at most twice a minute, so
 * made-up tokens cannot make this server hammer the issuer. When the keys cannot be had nobody is let in.
 */
import * as Clock from "effect/Clock"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Jose from "jose"
import { type Authenticate, bearerOf, type Denial, type IssuerAuthorization } from "./Authorization.ts"
import { kindOf, tell } from "./Log.ts"
import type { Principal } from "./Principal.ts"

/** Signatures with a public key. HMAC would make the issuer's public key a password, and "none" is no signature. */
const algorithms = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA", "Ed25519"]

/** An issuer that does not answer must not hold up requests. */
const fetchTimeoutMs = 5_000
/** A key that is not known makes a new fetch at most this often. */
const fetchPauseMs = 30_000
/** When the keys could not be had, nobody asks for them again so soon. */
const failurePauseMs = 5_000
/** A key that the issuer took back is trusted no longer than this. */
const keysLifetimeMs = 600_000
/** Clocks differ by so much. */
const clockToleranceSeconds = 30

/** Three parts, as a signed token has; a token of the platform has one. */
const jwtPattern = /^[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]+$/

const Metadata = Schema.Struct({ issuer: Schema.String, jwks_uri: Schema.String })
const isMetadata = Schema.is(Metadata)

/** Where an issuer publishes its metadata (RFC 8414, 3.1; OpenID Connect Discovery, 4). */
const metadataUrls = (issuer: string): ReadonlyArray<string> => {
  const url = new URL(issuer)
  const path = url.pathname.replace(/\/$/, "")
  return [
    `${url.origin}/.well-known/oauth-authorization-server${path}`,
    `${url.origin}${path}/.well-known/openid-configuration`
  ]
}

class VerificationFault extends Data.TaggedError("VerificationFault")<{ readonly cause: unknown }> {}

const fetchJson = (url: string): Effect.Effect<unknown, VerificationFault> =>
  Effect.tryPromise({
    try: async (signal) => {
      const answer = await fetch(url, {
        redirect: "error",
        signal: AbortSignal.any([signal, AbortSignal.timeout(fetchTimeoutMs)])
      })
      return answer.ok ? await answer.json() : undefined
    },
    catch: (cause) => new VerificationFault({ cause })
  })

const discover = (issuer: string): Effect.Effect<string, VerificationFault> =>
  Effect.firstSuccessOf(
    metadataUrls(issuer).map((url) =>
      Effect.flatMap(fetchJson(url), (metadata) =>
        isMetadata(metadata) && metadata.issuer === issuer && URL.canParse(metadata.jwks_uri)
          ? Effect.succeed(metadata.jwks_uri)
          : Effect.fail(new VerificationFault({ cause: "these are no metadata of the issuer" }))
      )
    )
  )

/** Faults of a token, as opposed to faults of fetching the keys. */
const tokenFaults: ReadonlyArray<string> = [
  Jose.errors.JOSEAlgNotAllowed.code,
  Jose.errors.JOSENotSupported.code,
  Jose.errors.JWKSMultipleMatchingKeys.code,
  Jose.errors.JWKSNoMatchingKey.code,
  Jose.errors.JWSInvalid.code,
  Jose.errors.JWSSignatureVerificationFailed.code,
  Jose.errors.JWTClaimValidationFailed.code,
  Jose.errors.JWTExpired.code,
  Jose.errors.JWTInvalid.code
]

const isTokenFault = ({ cause }: VerificationFault): boolean =>
  Predicate.hasProperty(cause, "code") && typeof cause.code === "string" && tokenFaults.includes(cause.code)

const isTexts = Schema.is(Schema.Array(Schema.String))

const scopesOf = ({ scope, scp }: Jose.JWTPayload): ReadonlyArray<string> => {
  const claim = scope ?? scp
  return typeof claim === "string" ? claim.split(" ").filter((one) => one !== "") : isTexts(claim) ? claim : []
}

/** Whoever the token speaks of: a user, or a client of its own. */
const idOf = ({ sub, client_id }: Jose.JWTPayload): Option.Option<string> =>
  Option.filter(
    Option.fromUndefinedOr(sub ?? (typeof client_id === "string" ? client_id : undefined)),
    (id) => id !== ""
  )

/** Says who asks by a token of the issuer. */
export const issuerAuthentication = (options: IssuerAuthorization): Authenticate => {
  let keys: ReturnType<typeof Jose.createRemoteJWKSet> | undefined
  let pausedUntilMs = 0
  const loadKeys = Effect.suspend(() =>
    keys !== undefined
      ? Effect.succeed(keys)
      : Effect.map(
          options.jwksUrl === undefined ? discover(options.issuer) : Effect.succeed(options.jwksUrl),
          (jwksUrl) =>
            (keys = Jose.createRemoteJWKSet(new URL(jwksUrl), {
              timeoutDuration: fetchTimeoutMs,
              cooldownDuration: fetchPauseMs,
              cacheMaxAge: keysLifetimeMs
            }))
        )
  )

  const verify = (token: Redacted.Redacted): Effect.Effect<Jose.JWTPayload, Denial> =>
    Effect.catch(
      Effect.flatMap(loadKeys, (keySet) =>
        Effect.tryPromise({
          try: async () =>
            (
              await Jose.jwtVerify(Redacted.value(token), keySet, {
                issuer: options.issuer,
                audience: options.audience,
                algorithms,
                clockTolerance: clockToleranceSeconds,
                requiredClaims: ["exp"]
              })
            ).payload,
          catch: (cause) => new VerificationFault({ cause })
        })
      ),
      (fault) => (isTokenFault(fault) ? Effect.fail<Denial>("invalid") : pause(fault))
    )

  /** Asks for the keys again only after a while, however many tokens come. */
  const pause = (fault: VerificationFault): Effect.Effect<never, Denial> =>
    Effect.gen(function* () {
      pausedUntilMs = (yield* Clock.currentTimeMillis) + failurePauseMs
      yield* tell("keys_unavailable", { kind: kindOf(fault.cause) })
      return yield* Effect.fail<Denial>("keys_unavailable")
    })

  const verifyUnlessPaused = (token: Redacted.Redacted): Effect.Effect<Jose.JWTPayload, Denial> =>
    Effect.flatMap(Clock.currentTimeMillis, (nowMs) =>
      nowMs < pausedUntilMs ? Effect.fail<Denial>("keys_unavailable") : verify(token)
    )

  const principalOf = (payload: Jose.JWTPayload): Effect.Effect<Principal, Denial> => {
    const scopes = scopesOf(payload).filter((scope) => options.scopes.includes(scope))
    return Option.match(idOf(payload), {
      onNone: () => Effect.fail<Denial>("invalid"),
      onSome: (id) => (scopes.length === 0 ? Effect.fail<Denial>("insufficient") : Effect.succeed({ id, scopes }))
    })
  }

  return (headers) =>
    bearerOf(headers).pipe(
      // An opaque token was not issued for this server: perhaps one of the platform. It is not sent anywhere to ask.
      Effect.filterOrFail(
        (token) => jwtPattern.test(Redacted.value(token)),
        (): Denial => "invalid"
      ),
      Effect.flatMap(verifyUnlessPaused),
      Effect.flatMap(principalOf)
    )
}
