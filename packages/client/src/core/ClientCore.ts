/**
 * The core of both entries: prepares each operation of a contract with its address, token and idempotency key, and executes it.
 *
 * `Credentials.ts` fetches the tokens; `RetryingExecutor.ts` sends and retries.
 */
import { idempotencyKeyHeader, requestIdPattern } from "@partner-api/contract/RequestHeaders"
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { type Answered, makeRetryingExecutor, type Progress } from "./retries/RetryingExecutor.ts"
import type { AnyOptions } from "./CallOptions.ts"
import { type ClientError, clientError, type Failure } from "./ClientError.ts"
import { resolveLimits, type ClientConfig } from "./ClientConfig.ts"
import { commonHeaders, makeCredentials } from "./tokens/Credentials.ts"
import type { MethodCall } from "./Method.ts"
import { type Operation, operationNamed } from "./Operation.ts"
import { type TokenKey, tokenKeyOf } from "./tokens/TokenCache.ts"
import { type Transport, type TransportRequest, withJson } from "./transport/Transport.ts"

/** The answer of an operation, decoded. */
export interface Read extends Answered {
  readonly data: unknown
}

/** The organization, the options and the progress of one request of a call: a list makes one for each page. */
export interface CallContext {
  readonly organization: string | undefined
  readonly options: AnyOptions
  readonly progress: Progress
}

/** The core of a client. */
export interface ClientCore {
  readonly call: (operation: Operation, call: MethodCall, context: CallContext) => Effect.Effect<Read, ClientError>
  /** The address of an operation without parameters, to compare the address of a next page with. */
  readonly address: (operation: Operation) => string
  /** Fetches the page of a list with this query, as `next` gave it. */
  readonly page: (operation: Operation, search: string, context: CallContext) => Effect.Effect<Read, ClientError>
  /** Forgets all tokens; the next call fetches new ones. */
  readonly forgetTokens: Effect.Effect<void>
}

/** The name of the extension that makes writes safe to retry (decisions, Discovery). */
const idempotencyExtension = "idempotency"

const extensionsOf = (body: unknown): ReadonlyArray<string> => {
  const names: unknown = Predicate.isObject(body) ? Reflect.get(body, "extensions") : undefined
  return Array.isArray(names) ? names.map(String) : []
}

const invalid = (message: string): Failure => ({ tag: "InvalidConfiguration", message, outcome: "not_sent" })

/** Makes the core of a client over the operations of a contract. */
export const makeClientCore = Effect.fnUntraced(function* (
  operations: ReadonlyArray<Operation>,
  config: ClientConfig,
  transport: Transport
) {
  const { baseUrl, flow, identity } = config
  const run = makeRetryingExecutor(transport, config.onEvent)
  const headers = commonHeaders(config)
  const credentials = yield* makeCredentials(operations, config, run)

  const failed = (operation: Operation, failure: Failure): ClientError =>
    clientError(failure, { operation: operation.id, attempts: 0 })

  const address = (operation: Operation) => baseUrl + operation.path
  const reading = (url: string): TransportRequest => ({ method: "GET", url, headers, body: undefined })

  /** The key of the token that an operation needs; none when it is public. */
  const keyFor = (
    operation: Operation,
    organization: string | undefined
  ): Result.Result<TokenKey | undefined, Failure> => {
    switch (operation.metadata.access.level) {
      case "public":
        return Result.succeed(undefined)
      case "primary":
        return Result.succeed("primary")
      case "scoped":
        if (organization !== undefined) return Result.succeed(tokenKeyOf(organization))
        // Such a token may be for an organization already (decisions, Tokens).
        if (flow === "partner" || identity.kind === "token") return Result.succeed("primary")
        return Result.fail(invalid("Say which organization: organization(id), or the setting `organization`."))
    }
  }

  const execute = Effect.fnUntraced(function* (
    operation: Operation,
    request: TransportRequest,
    { options, organization, progress }: CallContext,
    retryUnsafe: boolean
  ) {
    const { requestId } = options
    if (requestId !== undefined && !requestIdPattern.test(requestId)) {
      return yield* Effect.fail(failed(operation, invalid("requestId must have 1 to 64 of A-Z a-z 0-9 _ -")))
    }
    const prepared = Result.all({ limits: resolveLimits(options, config), key: keyFor(operation, organization) })
    const { limits, key } = yield* Effect.mapError(Effect.fromResult(prepared), (failure) => failed(operation, failure))
    const answer = yield* run({
      operation: operation.id,
      organizationId: organization,
      request:
        requestId === undefined ? request : { ...request, headers: { ...request.headers, "x-request-id": requestId } },
      credential: key === undefined ? undefined : credentials.of(key),
      queue: key,
      retryUnsafe,
      limits,
      progress
    })
    const data = yield* Effect.mapError(Effect.fromResult(operation.read(answer.body)), ({ message, path }) =>
      clientError(
        {
          tag: "UnexpectedResponse",
          message: `The answer is not what it should be: ${path === "" ? "the body" : path} ${message}.`,
          // The service answered with a success, so it was done.
          outcome: "unknown",
          status: answer.status,
          requestId: answer.headers["x-request-id"]
        },
        { operation: operation.id, attempts: answer.attempts }
      )
    )
    return { ...answer, data } satisfies Read
  })

  const extensions = yield* Cache.makeWith(
    () => {
      const operation = operationNamed(operations, "system.extensions")
      const context = { organization: undefined, options: {}, progress: { attempts: 0 } }
      return execute(operation, reading(address(operation)), context, true).pipe(
        Effect.map(({ data }) => extensionsOf(data)),
        // A server of the plain specification has no such address; any refusal means no extensions.
        Effect.catchIf(
          ({ _tag, outcome }) => outcome === "rejected" || _tag === "UnexpectedResponse",
          () => Effect.succeed(extensionsOf(undefined))
        )
      )
    },
    { capacity: 1, timeToLive: (exit) => (Exit.isSuccess(exit) ? Duration.infinity : Duration.zero) }
  )

  /** Whether the service accepts idempotency keys. An unknown answer counts as no. */
  const acceptsKeys =
    config.idempotency === "auto"
      ? Effect.orElseSucceed(
          Effect.map(Cache.get(extensions, undefined), (names) => names.includes(idempotencyExtension)),
          () => false
        )
      : Effect.succeed(config.idempotency === "always")

  const call = Effect.fnUntraced(function* (operation: Operation, { input, mistake }: MethodCall, context: CallContext) {
    if (mistake !== undefined) return yield* Effect.fail(failed(operation, invalid(mistake)))
    const { ifMatch, ifNoneMatch, idempotencyKey } = context.options
    const target = yield* Effect.mapError(Effect.fromResult(operation.write(input)), (details) =>
      failed(operation, {
        tag: "UnprocessableEntity",
        message: `The request is wrong and was not sent: ${details.map(({ message, path }) => `${path} ${message}`).join("; ")}`,
        outcome: "not_sent",
        details
      })
    )
    const isIdempotent = operation.acceptsIdempotencyKey && (yield* acceptsKeys)
    // Made once for the call: every attempt carries the same key.
    const key = idempotencyKey ?? (isIdempotent ? globalThis.crypto.randomUUID() : undefined)
    const request: TransportRequest = {
      method: target.method,
      url: baseUrl + target.path + target.search,
      headers: {
        ...headers,
        ...(key === undefined ? {} : { [idempotencyKeyHeader.toLowerCase()]: key }),
        ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
        ...(ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch })
      },
      body: undefined
    }
    return yield* execute(
      operation,
      operation.hasPayload ? withJson(request, target.json) : request,
      context,
      isIdempotent || operation.metadata.retry !== "idempotency-key"
    )
  })

  return {
    address,
    call,
    page: (operation, search, context) => execute(operation, reading(address(operation) + search), context, true),
    forgetTokens: credentials.forgetAll
  } satisfies ClientCore
})
