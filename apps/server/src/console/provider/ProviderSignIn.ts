/**
 * Signing in with the identity provider: sends a browser there, takes it back, and opens a session in the role that its groups give. A browser
 * that is refused ends at the sign-in page, which shows why.
 */
import { providerCallbackPath, providerPath, signInPagePath } from "@partner-api/contract/operator/ConsolePath"
import { OperatorName } from "@partner-api/domain/operator/Operator"
import { type ProviderRefusal, roleOfGroups } from "@partner-api/domain/operator/ProviderSignIn"
import { PublicUrl } from "@partner-api/service/PublicUrl"
import { cookieName, type CookieNames, sessionCookie, setCookie } from "@partner-api/service/http/operator/Cookie"
import type { Incoming } from "@partner-api/service/http/Incoming"
import { CurrentRequest } from "@partner-api/service/http/RequestContext"
import { Journal } from "@partner-api/service/services/Journal"
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import { SignInProvider } from "@partner-api/service/services/operator/SignInProvider"
import * as Effect from "effect/Effect"
import * as Cookies from "effect/http/Cookies"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import type { Severity } from "effect/LogLevel"
import * as Option from "effect/Option"
import * as Redacted from "effect/Redacted"
import * as Schema from "effect/Schema"
import * as Semaphore from "effect/Semaphore"
import type { ProviderSettings } from "../../platform/ProviderSettings.ts"
import { type Claims, IdentityProvider, ProviderFailed, type SignInAttempt } from "./IdentityProvider.ts"

/** The time that a person may take at the provider: a password, a second factor, a consent. */
const attemptLifetimeMs = 600_000

/** The number of attempts that are worked on at once, at either end: nobody is known yet, and each sends requests to the provider. */
const attemptsMax = 8

/** The cookie of an attempt, on http and on https. */
const attemptCookies: CookieNames = ["console-attempt", "__Host-console-attempt"]

const Attempt = Schema.fromJsonString(
  Schema.Struct({ state: Schema.String, nonce: Schema.String, verifier: Schema.String })
)

const readAttempt = (publicUrl: string, { headers }: Incoming): SignInAttempt | undefined => {
  const cookies = Cookies.parseHeader(headers["cookie"] ?? "")
  return Option.getOrUndefined(Schema.decodeUnknownOption(Attempt)(cookies[cookieName(publicUrl, attemptCookies)]))
}

const attemptCookie = (publicUrl: string, attempt: SignInAttempt | undefined): string =>
  setCookie(publicUrl, {
    names: attemptCookies,
    value: attempt === undefined ? "" : encodeURIComponent(Schema.encodeSync(Attempt)(attempt)),
    lifetimeMs: attemptLifetimeMs,
    // The provider leads back from its own site.
    sameSite: "Lax"
  })

const to = (address: string, ...cookies: ReadonlyArray<string>): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.redirect(address, {
    status: 303,
    headers: { "content-length": "0" },
    cookies: Cookies.fromSetCookie(cookies)
  })

const refused = (refusal: ProviderRefusal, reason: string) => Effect.fail(new ProviderFailed({ refusal, reason }))

/** Whether the claims mark an address as not verified; some providers send a text, and some no claim. */
const isUnverified = (claims: Claims): boolean =>
  ![true, "true", undefined].some((value) => value === claims["email_verified"])

/** The person whom the claims name, or why they name nobody. */
const personOf = (claims: Claims, { groupsClaim, nameClaim }: ProviderSettings) => {
  const name = Schema.decodeUnknownOption(OperatorName)(claims[nameClaim])
  if (Option.isNone(name)) return refused("not_allowed", `the claim ${nameClaim} names nobody`)
  if (nameClaim === "email" && isUnverified(claims))
    return refused("not_allowed", "the provider has not verified the address")
  const groups = claims[groupsClaim]
  return Effect.succeed({
    name: name.value,
    groups: (Array.isArray(groups) ? groups : [groups]).filter((group) => typeof group === "string")
  })
}

/** The severity of a refusal in the log. Those that anybody causes, without a request to the provider, must not bury the others. */
const levels: Readonly<Record<ProviderRefusal, Severity>> = {
  busy: "Debug",
  denied: "Warn",
  expired: "Debug",
  not_allowed: "Warn",
  unavailable: "Warn"
}

/** The two addresses: one leads to the provider, and the provider leads back to the other one. */
export const pages = Effect.fnUntraced(function* (settings: ProviderSettings) {
  const provider = yield* IdentityProvider
  const sessions = yield* OperatorSessions
  const journal = yield* Journal
  const publicUrl = yield* PublicUrl
  /** Limits how many are worked on at once, and sends a browser that is refused to the page that shows why. */
  const orRefusal = <R>(
    places: Semaphore.Semaphore,
    answer: Effect.Effect<HttpServerResponse.HttpServerResponse, ProviderFailed, R>
  ) =>
    places
      .withPermitsIfAvailable(1)(answer)
      .pipe(
        Effect.flatMap(
          Option.match({
            onNone: () => refused("busy", `${attemptsMax} attempts are being worked on`),
            onSome: Effect.succeed
          })
        ),
        Effect.catchTag("ProviderFailed", ({ refusal, reason }) =>
          Effect.as(
            Effect.logWithLevel(levels[refusal])(
              `signing in with the identity provider was refused (${refusal}): ${reason}`
            ),
            // An attempt in another tab goes on.
            to(
              `${signInPagePath}?refused=${refusal}`,
              ...(refusal === "expired" ? [] : [attemptCookie(publicUrl, undefined)])
            )
          )
        )
      )

  const begin = Effect.gen(function* () {
    const { address, attempt } = yield* provider.begin(`${publicUrl}${providerCallbackPath}`)
    return to(address, attemptCookie(publicUrl, attempt))
  })

  const finish = Effect.gen(function* () {
    const { id: requestId, incoming } = yield* CurrentRequest
    const attempt = readAttempt(publicUrl, incoming)
    if (attempt === undefined) return yield* refused("expired", "the browser has no attempt")
    const address = new URL(providerCallbackPath, publicUrl)
    address.search = URL.parse(incoming.url, publicUrl)?.search ?? ""
    if (address.searchParams.get("state") !== attempt.state) {
      return yield* refused("expired", "the browser has another attempt")
    }
    const person = yield* personOf(yield* provider.finish(address, attempt), settings)
    const role = roleOfGroups(person.groups, settings.groups)
    if (role === undefined) return yield* refused("not_allowed", "the person is in none of the groups")
    const { token } = yield* journal
      .write({ kind: "operator", requestId }, sessions.signInNamed(person.name, role))
      .pipe(
        Effect.catchTags({
          Conflict: () => refused("not_allowed", "the operator was revoked"),
          Unavailable: () => refused("unavailable", "the database cannot be used"),
          InternalError: () => refused("unavailable", "the database cannot be used")
        })
      )
    return to(
      `${signInPagePath}?done=provider`,
      sessionCookie(publicUrl, Redacted.value(token)),
      attemptCookie(publicUrl, undefined)
    )
  })

  const [beginning, finishing] = [
    orRefusal(yield* Semaphore.make(attemptsMax), begin),
    orRefusal(yield* Semaphore.make(attemptsMax), finish)
  ]
  return [
    { path: providerPath, answer: () => beginning },
    { path: providerCallbackPath, answer: () => finishing }
  ]
})

/** The provider as the page gets it. */
export const named = (settings: ProviderSettings | undefined) =>
  Layer.succeed(SignInProvider, settings === undefined ? undefined : { name: new URL(settings.issuer).host })
