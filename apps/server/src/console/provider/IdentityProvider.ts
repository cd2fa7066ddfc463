/**
 * The identity provider of a team: the code flow of OpenID Connect with PKCE, by `openid-client`, which checks signature, issuer, audience, nonce
 * and times. Identifies a person; what an operator may do is decided elsewhere.
 */
import type { ProviderRefusal } from "@partner-api/domain/operator/ProviderSignIn"
import * as Cache from "effect/Cache"
import * as Context from "effect/Context"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import type { ProviderSettings } from "../../platform/ProviderSettings.ts"

/** The values that a browser keeps between the two steps: the one that comes back must be the one that went. */
export interface SignInAttempt {
  readonly state: string
  readonly nonce: string
  /** The secret half of PKCE (RFC 7636 §4.1). */
  readonly verifier: string
}

/** The claims of the provider about a person. */
export type Claims = Readonly<Record<string, unknown>>

/** Why the provider has named nobody. `reason` is for the log: what failed, and nothing of the answer. */
export class ProviderFailed extends Data.TaggedError("ProviderFailed")<{
  readonly refusal: ProviderRefusal
  readonly reason: string
}> {}

/** The time to wait for one answer of the provider. */
const answerTimeoutSeconds = 5

/** The time for all answers of a sign-in, from the provider's metadata to the claims of a person: the request itself is cut after twelve seconds. */
const answersTimeout = "10 seconds"

/** The time that the provider's metadata are used: addresses that it replaces work for longer than that. */
const metadataLifetime = "1 hour"

export class IdentityProvider extends Context.Service<
  IdentityProvider,
  {
    /** The address to send a browser to, and the values that it keeps until it comes back to `redirectUri`. */
    readonly begin: (
      redirectUri: string
    ) => Effect.Effect<{ readonly address: string; readonly attempt: SignInAttempt }, ProviderFailed>
    /** Returns the claims of the person who came back to an address, with its query, after an attempt. */
    readonly finish: (address: URL, attempt: SignInAttempt) => Effect.Effect<Claims, ProviderFailed>
  }
>()("@partner-api/server/IdentityProvider") {}

/** A code, as providers, the network and the library have them: one word. */
const codeIn = (holder: unknown, member: string): string | undefined => {
  const code: unknown = Predicate.hasProperty(holder, member) ? holder[member] : undefined
  return typeof code === "string" && /^\w{1,60}$/.test(code) ? code : undefined
}

/** The failure: the sentences of the library, which hold no value of an answer, and the code of the provider or the network. */
const nameOf = (cause: unknown): string => {
  if (!(cause instanceof Error)) return "an unknown failure"
  const reason = cause.cause instanceof Error ? `${cause.message}: ${cause.cause.message}` : cause.message
  const code = codeIn(cause, "error") ?? codeIn(cause.cause, "code") ?? codeIn(cause, "code")
  return code === undefined ? reason : `${reason} (${code})`
}

const unavailable = (reason: string) => new ProviderFailed({ refusal: "unavailable", reason })

const inTime = <A>(answers: Effect.Effect<A, ProviderFailed>): Effect.Effect<A, ProviderFailed> =>
  Effect.timeoutOrElse(answers, {
    duration: answersTimeout,
    orElse: () => Effect.fail(unavailable(`the provider took longer than ${answersTimeout}`))
  })

const make = Effect.fnUntraced(function* (settings: ProviderSettings) {
  // Read when somebody signs in this way: other servers do without.
  const loaded = Effect.promise(() => import("openid-client"))
  const request = <A>(call: () => Promise<A>): Effect.Effect<A, ProviderFailed> =>
    Effect.tryPromise({
      try: call,
      catch: (cause) => unavailable(nameOf(cause))
    })

  const discover = Effect.flatMap(loaded, (oidc) =>
    request(() =>
      oidc.discovery(
        new URL(settings.issuer),
        settings.clientId,
        undefined,
        oidc.ClientSecretBasic(Redacted.value(settings.clientSecret)),
        {
          timeout: answerTimeoutSeconds,
          // The library trusts the connection in place of the signature unless an option makes it check both. The settings allow http on this machine alone.
          execute: [
            oidc.enableNonRepudiationChecks,
            ...(settings.issuer.startsWith("http:") ? [oidc.allowInsecureRequests] : [])
          ]
        }
      )
    )
  ).pipe(
    // A provider of many tenants may answer with another issuer: it would let in the people of all of them.
    Effect.filterOrFail(
      (found) => new URL(found.serverMetadata().issuer).href === new URL(settings.issuer).href,
      () => unavailable("the provider calls its issuer otherwise than OIDC_ISSUER")
    )
  )
  const known = yield* Cache.makeWith(() => discover, {
    capacity: 1,
    timeToLive: (exit) => (Exit.isSuccess(exit) ? metadataLifetime : 0)
  })
  const configuration = Cache.get(known, settings.issuer)

  const begin = Effect.fnUntraced(function* (redirectUri: string) {
    const oidc = yield* loaded
    const provider = yield* configuration
    const attempt = { state: oidc.randomState(), nonce: oidc.randomNonce(), verifier: oidc.randomPKCECodeVerifier() }
    const challenge = yield* request(() => oidc.calculatePKCECodeChallenge(attempt.verifier))
    const { href } = oidc.buildAuthorizationUrl(provider, {
      redirect_uri: redirectUri,
      scope: settings.scope,
      state: attempt.state,
      nonce: attempt.nonce,
      code_challenge: challenge,
      code_challenge_method: "S256"
    })
    return { address: href, attempt }
  })

  const finish = Effect.fnUntraced(function* (address: URL, attempt: SignInAttempt) {
    const oidc = yield* loaded
    const provider = yield* configuration
    const tokens = yield* Effect.tryPromise({
      try: () =>
        oidc.authorizationCodeGrant(provider, address, {
          expectedState: attempt.state,
          expectedNonce: attempt.nonce,
          pkceCodeVerifier: attempt.verifier,
          idTokenExpected: true
        }),
      catch: (cause) =>
        new ProviderFailed({
          refusal: cause instanceof oidc.AuthorizationResponseError ? "denied" : "unavailable",
          reason: nameOf(cause)
        })
    })
    const claims: Claims = tokens.claims() ?? {}
    const needed = [
      settings.nameClaim,
      settings.groupsClaim,
      ...(settings.nameClaim === "email" ? ["email_verified"] : [])
    ]
    const isWhole = needed.every((claim) => claims[claim] !== undefined)
    if (isWhole || provider.serverMetadata().userinfo_endpoint === undefined) return claims
    // Providers may keep claims out of the ID token (OpenID Connect Core §5.4).
    const more: Claims = yield* request(() => oidc.fetchUserInfo(provider, tokens.access_token, String(claims["sub"])))
    return { ...more, ...claims }
  })

  return IdentityProvider.of({
    begin: (redirectUri) => inTime(begin(redirectUri)),
    finish: (address, attempt) => inTime(finish(address, attempt))
  })
})

export const layer = (settings: ProviderSettings): Layer.Layer<IdentityProvider> =>
  Layer.effect(IdentityProvider, make(settings))
