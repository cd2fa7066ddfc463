/**
 * The core of both entries: prepares each operation of a contract with its address, token and idempotency key, and executes it.
 *
 * `Credentials.ts` fetches the tokens; `RetryingExecutor.ts` sends and retries.
 */
import type { RetryClass } from "@partner-api/contract/EndpointMetadata"
import { pathPattern } from "@partner-api/contract/Path"
import { idempotencyKeyHeader, onBehalfOfHeader, requestIdPattern } from "@partner-api/contract/RequestHeaders"
import * as Cache from "effect/Cache"
import * as Duration from "effect/Duration"
import * as Effect from "effect/Effect"
import * as Exit from "effect/Exit"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import { type Answered, makeRetryingExecutor, type Progress } from "./retries/RetryingExecutor.ts"
import { readHeaders, readQuery, withQuery, wrongHeaderOption } from "./CallExtras.ts"
import type { AnyOptions } from "./CallOptions.ts"
import { type ClientError, clientError, type Failure } from "./ClientError.ts"
import { invalid, resolveLimits, type ClientConfig } from "./ClientConfig.ts"
import { readAttached } from "./files/AttachedFile.ts"
import { downloadedFile } from "./files/DownloadedFile.ts"
import type { FileCall } from "./files/FileMethods.ts"
import { readRequest } from "./FreeRequest.ts"
import { recordsIn } from "./Lines.ts"
import { commonHeaders, makeCredentials } from "./tokens/Credentials.ts"
import type { MethodCall } from "./Method.ts"
import { type Operation, operationNamed } from "./Operation.ts"
import { type TokenKey, tokenKeyOf } from "./tokens/TokenCache.ts"
import { type Transport, type TransportRequest, withJson, withText } from "./transport/Transport.ts"

/** The answer of an operation, decoded. */
export interface Read extends Answered {
  readonly data: unknown
}

/** The answer of an operation, and the path it was read at: that of the resource that a list belongs to. */
export interface ReadAt extends Read {
  readonly path: string
}

/** The organization, the options and the progress of one request of a call: a list makes one for each page. */
export interface CallContext {
  readonly organization: string | undefined
  readonly options: AnyOptions
  readonly progress: Progress
}

/** The core of a client. */
export interface ClientCore {
  readonly call: (operation: Operation, call: MethodCall, context: CallContext) => Effect.Effect<ReadAt, ClientError>
  /** The address that requests go to. */
  readonly baseUrl: string
  /** Fetches the page of the list at a path with this query, as `next` gave it. */
  readonly page: (
    operation: Operation,
    path: string,
    search: string,
    context: CallContext
  ) => Effect.Effect<ReadAt, ClientError>
  /** Sends a file, or gets one. */
  readonly file: (operation: Operation, call: FileCall, context: CallContext) => Effect.Effect<Read, ClientError>
  /** Sends a request that the program wrote itself. */
  readonly request: (method: unknown, path: unknown, context: CallContext) => Effect.Effect<Read, ClientError>
  /** Forgets all tokens; the next call fetches new ones. */
  readonly forgetTokens: Effect.Effect<void>
}

/** The name of the extension that makes writes safe to retry (decisions, Discovery). */
const idempotencyExtension = "idempotency"

const extensionsOf = (body: unknown): ReadonlyArray<string> => {
  const names: unknown = Predicate.isObject(body) ? Reflect.get(body, "extensions") : undefined
  return Array.isArray(names) ? names.map(String) : []
}

/** The operation that is executed: a method of the contract, or a request of the program's own. */
interface Executed {
  readonly id: string
  /** Whether the request names a resource, which can be missing. */
  readonly namesResource: boolean
  readonly level: Operation["metadata"]["access"]["level"]
  readonly read: Operation["read"]
}

const executed = ({ id, metadata, namesResource, read }: Operation): Executed => ({
  id,
  namesResource,
  level: metadata.access.level,
  read
})

/** The level of the token that a program names for its own request. */
const levelOf = { organization: "scoped", primary: "primary", none: "public" } as const

/** Whether a request may be sent again after it may have been done: under a key where that is needed, and never where the answer shows a secret. */
const mayRepeat = (retry: RetryClass, isIdempotent: boolean): boolean =>
  retry !== "never" && (isIdempotent || retry !== "idempotency-key")

/** Whether an operation takes the person on whose behalf it is called. */
const takesPerson = ({ options }: Operation): boolean => options.includes("onBehalfOf")

/** Requests that a server does once, however often they are sent (RFC 9110 §9.2.2). */
const isIdempotentMethod = (method: string): boolean => ["GET", "PUT", "DELETE"].includes(method)

/** Makes the core of a client over the operations of a contract. */
export const makeClientCore = Effect.fnUntraced(function* (
  operations: ReadonlyArray<Operation>,
  config: ClientConfig,
  transport: Transport
) {
  const { baseUrl, flow, identity } = config
  config.warn?.()
  const run = makeRetryingExecutor(transport, config.listener, config.readDeprecation)
  const headers = commonHeaders(config)
  const credentials = yield* makeCredentials(operations, config, run)

  const failed = (operation: string, failure: Failure): ClientError => clientError(failure, { operation, attempts: 0 })

  /** A value that was checked; else the call fails before anything is sent. */
  const checked = <A>(operation: string, result: Result.Result<A, string>): Effect.Effect<A, ClientError> =>
    Effect.mapError(Effect.fromResult(result), (message) => failed(operation, invalid(message)))

  const reading = (path: string): TransportRequest => ({
    method: "GET",
    url: baseUrl + path,
    headers,
    body: undefined
  })

  /** The key of the token that a level needs; none when it is public. */
  const keyFor = (
    level: Executed["level"],
    organization: string | undefined
  ): Result.Result<TokenKey | undefined, Failure> => {
    switch (level) {
      case "public":
      case "credentials":
      case "operator":
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
    { id, level, namesResource, read }: Executed,
    request: TransportRequest,
    { options, organization, progress }: CallContext,
    retryUnsafe: boolean
  ) {
    const { requestId } = options
    if (requestId !== undefined && !requestIdPattern.test(requestId)) {
      return yield* Effect.fail(failed(id, invalid("requestId must have 1 to 64 of A-Z a-z 0-9 _ -")))
    }
    const wrongOption = wrongHeaderOption(options)
    if (wrongOption !== undefined) return yield* Effect.fail(failed(id, invalid(wrongOption)))
    const extra = yield* checked(id, readHeaders(options.headers))
    const prepared = Result.all({ limits: resolveLimits(options, config), key: keyFor(level, organization) })
    const { limits, key } = yield* Effect.mapError(Effect.fromResult(prepared), (failure) => failed(id, failure))
    const named = requestId === undefined ? {} : { "x-request-id": requestId }
    const answer = yield* run({
      operation: id,
      namesResource,
      getsToken: false,
      organizationId: organization,
      request: { ...request, headers: { ...request.headers, ...extra, ...named } },
      credential: level === "credentials" ? credentials.shown(id) : key === undefined ? undefined : credentials.of(key),
      queue: key,
      retryUnsafe,
      limits,
      progress
    })
    const data = yield* Effect.mapError(Effect.fromResult(read(answer.body)), ({ message, path }) =>
      clientError(
        {
          tag: "UnexpectedResponse",
          message: `The answer is not what it should be: ${path === "" ? "the body" : path} ${message}.`,
          // The service answered with a success, so it was done.
          outcome: "unknown",
          status: answer.status,
          requestId: answer.headers["x-request-id"],
          headers: answer.headers
        },
        { operation: id, attempts: answer.attempts }
      )
    )
    return { ...answer, data } satisfies Read
  })

  const extensions = yield* Cache.makeWith(
    () => {
      const operation = operationNamed(operations, "system.extensions")
      const context = { organization: undefined, options: {}, progress: { attempts: 0 } }
      return execute(executed(operation), reading(operation.path), context, true).pipe(
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

  /** The headers of the options of a call. A key is made once for the call: every attempt carries the same. */
  const headersOf = (
    { idempotencyKey, ifMatch, ifNoneMatch, onBehalfOf }: AnyOptions,
    { needsKey, takesPerson }: { readonly needsKey: boolean; readonly takesPerson: boolean }
  ) => {
    const key = idempotencyKey ?? (needsKey ? globalThis.crypto.randomUUID() : undefined)
    return {
      ...headers,
      ...(key === undefined ? {} : { [idempotencyKeyHeader.toLowerCase()]: key }),
      ...(onBehalfOf === undefined || !takesPerson ? {} : { [onBehalfOfHeader.toLowerCase()]: onBehalfOf }),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
      ...(ifNoneMatch === undefined ? {} : { "if-none-match": ifNoneMatch })
    }
  }

  /** Executes a call whose answer is a stream. The outcome of one without a stream is unknown. */
  const streamed = Effect.fnUntraced(function* (
    operation: Operation,
    request: TransportRequest,
    context: CallContext,
    retryUnsafe: boolean
  ) {
    const toStream = { ...executed(operation), read: Result.succeed }
    const read = yield* execute(toStream, { ...request, wantsContent: true }, context, retryUnsafe)
    const { data } = read
    return data instanceof ReadableStream
      ? { read: { ...read, body: undefined }, data }
      : yield* Effect.fail(
          failed(operation.id, { tag: "UnexpectedResponse", message: "The answer has no stream.", outcome: "unknown" })
        )
  })

  /** Executes a call whose answer is records in lines. */
  const inLines = (operation: Operation, request: TransportRequest, context: CallContext, retryUnsafe: boolean) =>
    Effect.map(streamed(operation, request, context, retryUnsafe), ({ data, read }) => ({
      ...read,
      data: recordsIn(data, operation, (failure) =>
        clientError(
          { ...failure, status: read.status, requestId: read.headers["x-request-id"] },
          { operation: operation.id, attempts: read.attempts }
        )
      )
    }))

  const call = Effect.fnUntraced(function* (
    operation: Operation,
    { input, mistake }: MethodCall,
    context: CallContext
  ) {
    if (mistake !== undefined) return yield* Effect.fail(failed(operation.id, invalid(mistake)))
    const { options } = context
    const query = yield* checked(operation.id, readQuery(options.query))
    const target = yield* Effect.mapError(Effect.fromResult(operation.write(input)), (details) =>
      failed(operation.id, {
        tag: "UnprocessableEntity",
        message: `The request is wrong and was not sent: ${details.map(({ message, path }) => `${path === "" ? "the body" : path} ${message}`).join("; ")}`,
        outcome: "not_sent",
        details
      })
    )
    const isIdempotent = operation.acceptsIdempotencyKey && (yield* acceptsKeys)
    const request: TransportRequest = {
      method: target.method,
      url: withQuery(baseUrl + target.path + target.search, query),
      headers: headersOf(options, { needsKey: isIdempotent, takesPerson: takesPerson(operation) }),
      body: undefined
    }
    const sent = operation.hasPayload ? withJson(request, target.json) : request
    const isRepeated = mayRepeat(operation.metadata.retry, isIdempotent)
    if (operation.metadata.line !== undefined)
      return { ...(yield* inLines(operation, sent, context, isRepeated)), path: target.path }
    return { ...(yield* execute(executed(operation), sent, context, isRepeated)), path: target.path }
  })

  const file = Effect.fnUntraced(function* (operation: Operation, call: FileCall, context: CallContext) {
    const { id } = operation
    const { mistake, options, params } = call
    if (mistake !== undefined) return yield* Effect.fail(failed(id, invalid(mistake)))
    const query = yield* checked(id, readQuery(options.query))
    const { method, path } = yield* checked(
      id,
      Result.mapError(operation.write({ params }), ([problem]) => `${problem?.path} ${problem?.message}`)
    )
    const url = withQuery(baseUrl + path, query)
    if (operation.metadata.file === "answer") {
      const wanted: TransportRequest = {
        method,
        url,
        headers: headersOf(options, { needsKey: false, takesPerson: takesPerson(operation) }),
        body: undefined
      }
      const { data, read } = yield* streamed(operation, wanted, context, true)
      return { ...read, data: downloadedFile(read.headers, data, options) }
    }
    const attached = yield* Effect.tryPromise({
      try: () => readAttached(call),
      catch: (cause) =>
        failed(id, {
          ...invalid(typeof cause === "string" ? cause : `The file cannot be read: ${String(cause)}`),
          cause: typeof cause === "string" ? undefined : cause
        })
    })
    const isIdempotent = yield* acceptsKeys
    return yield* execute(
      executed(operation),
      {
        method,
        url,
        headers: {
          ...headersOf(options, { needsKey: isIdempotent, takesPerson: takesPerson(operation) }),
          ...attached.headers
        },
        body: undefined,
        file: attached.blob,
        onProgress: options.onProgress
      },
      context,
      mayRepeat(operation.metadata.retry, isIdempotent)
    )
  })

  const request = Effect.fnUntraced(function* (method: unknown, path: unknown, context: CallContext) {
    const { options, organization } = context
    const free = yield* checked("request", readRequest(baseUrl, method, path, options, operations))
    // The metadata of an endpoint in the contract apply to every request to it.
    const known = operations.find((one) => one.method === free.method && pathPattern(one.path).test(free.path))
    const id = known?.id ?? "request"
    const query = yield* checked(id, readQuery(options.query))
    const byDefault = known?.metadata.access.level ?? (organization === undefined ? "primary" : "scoped")
    const takesKey = known?.acceptsIdempotencyKey ?? !isIdempotentMethod(free.method)
    const isIdempotent = takesKey && (yield* acceptsKeys)
    const bare: TransportRequest = {
      method: free.method,
      url: withQuery(free.url, query),
      headers: headersOf(options, {
        needsKey: isIdempotent,
        takesPerson: known === undefined ? free.method !== "GET" : takesPerson(known)
      }),
      body: undefined
    }
    return yield* execute(
      {
        id,
        namesResource: known === undefined || known.namesResource,
        level: free.token === undefined ? byDefault : levelOf[free.token],
        read: Result.succeed
      },
      free.text === undefined ? bare : withText(bare, free.text),
      context,
      known === undefined
        ? isIdempotent || isIdempotentMethod(free.method)
        : mayRepeat(known.metadata.retry, isIdempotent)
    )
  })

  return {
    baseUrl,
    call,
    file,
    request,
    page: (operation, path, search, context) =>
      Effect.map(execute(executed(operation), reading(path + search), context, true), (read) => ({ ...read, path })),
    forgetTokens: credentials.forgetAll
  } satisfies ClientCore
})
