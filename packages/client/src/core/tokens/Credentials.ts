/**
 * How a client shows who it is: its credentials for its own token, that one for the tokens of organizations (spec 4.1, 4.3, 4.5).
 *
 * The keeping and renewing is `TokenCache.ts`; here is what is asked of which endpoint, and in which header a token travels.
 */
import { grantType } from "@partner-api/contract/OAuth"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import * as Clock from "effect/Clock"
import * as Effect from "effect/Effect"
import * as Predicate from "effect/Predicate"
import * as Redacted from "effect/Redacted"
import * as Result from "effect/Result"
import type { Answered, Credential, PreparedCall } from "../retries/RetryingExecutor.ts"
import { type ClientError, clientError, type Failure } from "../ClientError.ts"
import type { ClientConfig } from "../ClientConfig.ts"
import { type Operation, operationNamed } from "../Operation.ts"
import { makeTokenCache, type Token, type TokenKey } from "./TokenCache.ts"
import { type TransportRequest, withForm, withJson } from "../transport/Transport.ts"

/** Headers of every request. */
export const commonHeaders = (config: ClientConfig): Readonly<Record<string, string>> => ({
  accept: "application/json",
  "user-agent": config.userAgent
})

/** A life that is longer is not believed: it says more about a mistake than about a token. */
const lifetimeSecondsMax = 366 * 86_400

const member = (body: unknown, name: string): unknown =>
  Predicate.isObject(body) ? Reflect.get(body, name) : undefined

/** Reads the answer of a token endpoint. `bearer` and `Bearer` are one (RFC 6749 §5.1). */
const readToken = (body: unknown, askedAtMs: number): Result.Result<Token, string> => {
  const [value, type, life] = [member(body, "access_token"), member(body, "token_type"), member(body, "expires_in")]
  if (typeof value !== "string" || !/^[\x21-\x7e]{1,8192}$/.test(value)) return Result.fail("access_token")
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return Result.fail("token_type")
  if (typeof life !== "number" || !(life > 0 && life <= lifetimeSecondsMax)) return Result.fail("expires_in")
  return Result.succeed({
    value: Redacted.make(value, { label: "token" }),
    askedAtMs,
    lifetimeMs: life * 1_000
  })
}

/** The credentials of a client at work. */
export const makeCredentials = Effect.fnUntraced(function* (
  operations: ReadonlyArray<Operation>,
  config: ClientConfig,
  run: (call: PreparedCall) => Effect.Effect<Answered, ClientError>
) {
  const { baseUrl, flow, identity, permissions } = config
  const headers = commonHeaders(config)
  const named = (id: string) => operationNamed(operations, id)
  const failed = (operation: string | undefined, failure: Failure) => clientError(failure, { operation, attempts: 0 })

  /** Asks an endpoint that hands out tokens. */
  const askForToken = Effect.fnUntraced(function* (
    operation: string,
    path: string,
    credential: Effect.Effect<Credential, ClientError> | undefined,
    body: (request: TransportRequest) => TransportRequest
  ) {
    const askedAtMs = yield* Clock.currentTimeMillis
    const progress = { attempts: 0 }
    const answer = yield* run({
      operation,
      organizationId: undefined,
      request: body({ method: "POST", url: baseUrl + path, headers, body: undefined }),
      credential,
      retryUnsafe: true,
      limits: config,
      progress
    })
    return yield* Effect.mapError(Effect.fromResult(readToken(answer.body, askedAtMs)), (name) =>
      clientError(
        {
          tag: "UnexpectedResponse",
          message: `The answer holds no token that can be used: ${name} is missing or wrong.`,
          outcome: "rejected",
          status: answer.status
        },
        { operation, attempts: progress.attempts }
      )
    )
  })

  const askForPrimary = Effect.suspend(() => {
    if (identity.kind === "token") {
      // Never kept here: whoever gives it knows when it ends.
      return Effect.tryPromise({
        try: identity.ask,
        catch: () =>
          failed(undefined, {
            tag: "InvalidConfiguration",
            message: "The function `token` of the configuration failed, or gave no token.",
            outcome: "not_sent"
          })
      }).pipe(Effect.map((value): Token => ({ value, askedAtMs: 0, lifetimeMs: Number.POSITIVE_INFINITY })))
    }
    const credentials = { client_id: identity.clientId, client_secret: Redacted.value(identity.clientSecret) }
    const operation = named(flow === "oauth" ? "oauth.token" : "partnerAuth.token")
    return askForToken(operation.id, operation.path, undefined, (request) =>
      flow === "oauth" ? withForm(request, { grant_type: grantType, ...credentials }) : withJson(request, credentials)
    )
  })

  const askForScoped = Effect.fnUntraced(function* (organizationId: string) {
    const operation = named("organizations.token")
    const target = yield* Effect.mapError(
      Effect.fromResult(operation.write({ params: { organizationId } })),
      (details) =>
        failed(operation.id, {
          tag: "UnprocessableEntity",
          message: "The organization is no identifier.",
          outcome: "not_sent",
          details
        })
    )
    return yield* askForToken(operation.id, target.path, of("primary"), (request) =>
      permissions === undefined ? request : withJson(request, { permissions })
    )
  })

  const tokens = yield* makeTokenCache((key) =>
    key === "primary" ? askForPrimary : askForScoped(key.slice(key.indexOf(":") + 1))
  )

  /** A token given ready-made is asked for each time, and is as good as what is given the next time. */
  const replaceGiven = (refused: Token): Effect.Effect<boolean> =>
    askForPrimary.pipe(
      Effect.map(({ value }) => Redacted.value(value) !== Redacted.value(refused.value)),
      Effect.catch(() => Effect.succeed(false))
    )

  const of = (key: TokenKey): Effect.Effect<Credential, ClientError> => {
    const isGiven = key === "primary" && identity.kind === "token"
    return Effect.map(isGiven ? askForPrimary : tokens.get(key), (token) => ({
      value: token.value,
      header: key === "primary" && flow === "partner" ? partnerTokenHeader : "bearer",
      replace: isGiven ? replaceGiven(token) : Effect.as(tokens.forget(key, token), true)
    }))
  }

  return { of, forgetAll: tokens.forgetAll }
})
