/**
 * Fetches tokens: the primary token with the credentials, and the tokens of organizations with the primary one (spec 4.1, 4.3, 4.5).
 *
 * Knows the endpoints and the header of each token. `TokenCache.ts` keeps and refreshes them.
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
import { type ClientConfig, invalid } from "../ClientConfig.ts"
import { type Operation, operationNamed } from "../Operation.ts"
import { makeTokenCache, type Token, type TokenKey } from "./TokenCache.ts"
import { type TransportRequest, withForm, withJson } from "../transport/Transport.ts"

/** Headers of every request. */
export const commonHeaders = (config: ClientConfig): Readonly<Record<string, string>> => ({
  accept: "application/json",
  ...config.headers,
  "user-agent": config.userAgent
})

/** A longer lifetime is refused: it is a mistake of the service. */
const lifetimeSecondsMax = 366 * 86_400

const member = (body: unknown, name: string): unknown =>
  Predicate.isObject(body) ? Reflect.get(body, name) : undefined

/** Reads the answer of a token endpoint. `bearer` and `Bearer` are one (RFC 6749 §5.1). */
const readToken = (body: unknown, sentAtMs: number): Result.Result<Token, string> => {
  const [value, type, life] = [member(body, "access_token"), member(body, "token_type"), member(body, "expires_in")]
  if (typeof value !== "string" || !/^[\x21-\x7e]{1,8192}$/.test(value)) return Result.fail("access_token")
  if (typeof type !== "string" || type.toLowerCase() !== "bearer") return Result.fail("token_type")
  if (typeof life !== "number" || !(life > 0 && life <= lifetimeSecondsMax)) return Result.fail("expires_in")
  return Result.succeed({
    value: Redacted.make(value, { label: "token" }),
    sentAtMs,
    lifetimeMs: life * 1_000
  })
}

/** Text as a form carries it. */
const formEncoded = (text: string): string => encodeURIComponent(text).replaceAll("%20", "+")

/** Makes the source of credentials for requests. */
export const makeCredentials = Effect.fnUntraced(function* (
  operations: ReadonlyArray<Operation>,
  config: ClientConfig,
  run: (call: PreparedCall) => Effect.Effect<Answered, ClientError>
) {
  const { baseUrl, flow, identity, permissions } = config
  const headers = commonHeaders(config)
  const named = (id: string) => operationNamed(operations, id)
  const failed = (operation: string | undefined, failure: Failure) => clientError(failure, { operation, attempts: 0 })

  /** Requests a token from an endpoint that issues them. */
  const requestToken = Effect.fnUntraced(function* (
    operation: string,
    path: string,
    credential: Effect.Effect<Credential, ClientError> | undefined,
    body: (request: TransportRequest) => TransportRequest
  ) {
    const sentAtMs = yield* Clock.currentTimeMillis
    const progress = { attempts: 0 }
    const answer = yield* run({
      operation,
      // The token of an organization that is not there is refused with 403 (decisions, Tokens).
      namesResource: false,
      getsToken: true,
      organizationId: undefined,
      request: body({ method: "POST", url: baseUrl + path, headers, body: undefined }),
      credential,
      queue: credential === undefined ? undefined : "primary",
      retryUnsafe: true,
      limits: config,
      progress
    })
    return yield* Effect.mapError(Effect.fromResult(readToken(answer.body, sentAtMs)), (name) =>
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

  const fetchPrimary = Effect.suspend(() => {
    if (identity.kind === "token") {
      // Never cached: the program that provides it knows when it expires.
      return Effect.tryPromise({
        try: identity.load,
        catch: (cause) =>
          failed(undefined, {
            tag: "InvalidConfiguration",
            message: "The function `token` of the configuration failed, or gave no token.",
            outcome: "not_sent",
            cause
          })
      }).pipe(Effect.map((value): Token => ({ value, sentAtMs: 0, lifetimeMs: Number.POSITIVE_INFINITY })))
    }
    const credentials = { client_id: identity.clientId, client_secret: Redacted.value(identity.clientSecret) }
    const operation = named(flow === "oauth" ? "oauth.token" : "partnerAuth.token")
    return requestToken(operation.id, operation.path, undefined, (request) =>
      flow === "oauth" ? withForm(request, { grant_type: grantType, ...credentials }) : withJson(request, credentials)
    )
  })

  const fetchScoped = Effect.fnUntraced(function* (organizationId: string) {
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
    return yield* requestToken(operation.id, target.path, of("primary"), (request) =>
      permissions === undefined ? request : withJson(request, { permissions })
    )
  })

  const tokens = yield* makeTokenCache((key) =>
    key === "primary" ? fetchPrimary : fetchScoped(key.slice(key.indexOf(":") + 1))
  )

  /** Calls the program's token function again: true when it returns another token than the refused one. */
  const replaceProvided = (refused: Token): Effect.Effect<boolean> =>
    fetchPrimary.pipe(
      Effect.map(({ value }) => Redacted.value(value) !== Redacted.value(refused.value)),
      Effect.catch(() => Effect.succeed(false))
    )

  const of = (key: TokenKey): Effect.Effect<Credential, ClientError> => {
    const isProvided = key === "primary" && identity.kind === "token"
    return Effect.map(isProvided ? fetchPrimary : tokens.get(key), (token) => ({
      value: token.value,
      header: key === "primary" && flow === "partner" ? partnerTokenHeader : "bearer",
      replace: isProvided ? replaceProvided(token) : Effect.as(tokens.forget(key, token), true)
    }))
  }

  /** The credentials themselves, by HTTP Basic, for what a token must not do. Both halves are form-encoded first (RFC 6749 §2.3.1). */
  const shown = (operation: string): Effect.Effect<Credential, ClientError> =>
    identity.kind === "token"
      ? Effect.fail(
          failed(operation, invalid("This takes clientId and clientSecret, which a client with a token lacks."))
        )
      : Effect.succeed({
          value: Redacted.make(
            btoa(`${formEncoded(identity.clientId)}:${formEncoded(Redacted.value(identity.clientSecret))}`),
            { label: "credentials" }
          ),
          header: "basic",
          replace: Effect.succeed(false)
        })

  return { of, shown, forgetAll: tokens.forgetAll }
})
