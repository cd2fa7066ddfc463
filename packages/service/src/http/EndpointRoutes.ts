/**
 * How each endpoint of an API answers: its handler with the middleware that it declares (decision 69).
 *
 * Stands where `HttpApiBuilder.layer` would. Handlers are built with `HttpApiBuilder.group`, which gives them their types. What every endpoint
 * of the contract has in common is used here: endpoint and caller are known by now, JSON bodies are parsed by the middleware `JsonBody`, and
 * an endpoint has one schema of success, whose body is JSON or nothing. Streams, uploads and upgrades have no place.
 */
import { type EndpointEntry, parseOptionsOf } from "@partner-api/contract/Reflection"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { memoized } from "../services/Memoization.ts"
import { CurrentRequest, type RequestRecord } from "./CurrentRequest.ts"
import { serviceFailed } from "./ErrorResponse.ts"
import { bodyOf, codecOf, partsOf } from "./RequestParts.ts"

type Failure = PartnerError | HttpApiSchemaError
type Answering = Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>

/** What a middleware and a handler get of their endpoint. */
type Declared = Pick<EndpointEntry, "group"> & { readonly endpoint: EndpointEntry["declaration"] }

/** A middleware of the contract. One that has a security scheme is a function for each scheme. */
type Middleware = (httpEffect: Answering, declared: Declared) => Answering

/** A handler as `HttpApiBuilder.group` keeps it. */
interface Handler {
  readonly handler: (input: object) => Effect.Effect<unknown, PartnerError>
  readonly uninterruptible: boolean
}

/** What `HttpApiBuilder.group` provides. The compiler has seen that each endpoint has its handler. */
interface HandlersOfGroup {
  readonly handlers: ReadonlyMap<string, Handler>
}

/** A part of a request: its name in what the handler gets, and how it is decoded. */
type Part = readonly [
  name: string,
  decode: (request: HttpServerRequest, record: RequestRecord) => Result.Result<unknown, HttpApiSchemaError>
]

/** The parts of a request that the endpoint declares, in the order in which mistakes are reported. */
const decodersOf = (entry: EndpointEntry): ReadonlyArray<Part> => {
  const { headers, params, query } = partsOf(entry)
  const body = bodyOf(entry)
  const parts: Array<Part> = []
  if (params !== undefined) parts.push(["params", (_request, record) => params(record.params)])
  if (headers !== undefined) parts.push(["headers", (request) => headers(request.headers)])
  if (query !== undefined) parts.push(["query", (_request, record) => query(record.searchParams)])
  if (body !== undefined) parts.push(["payload", (_request, record) => body(record)])
  return parts
}

const isWithHeaders = (given: unknown): given is HttpApiSchema.withHeaders<unknown, unknown> =>
  Predicate.hasProperty(given, HttpApiSchema.WithHeadersValueTypeId)

const noHeaders = Result.succeed(undefined)

/** An answer, and the JSON of its body before it becomes text. */
interface Encoded {
  readonly answer: HttpServerResponse.HttpServerResponse
  readonly json: unknown
}

/** Encodes the result of a handler. */
const encoderOf = (entry: EndpointEntry): ((given: unknown) => Encoded | HttpApiSchemaError) => {
  const [[status, [success]] = [200, [Schema.Void]]] = entry.successes
  const [body, headers] = HttpApiSchema.isWithHeaders(success)
    ? [success.schema, success.headers]
    : [success, Schema.Struct({})]
  const { success: options, headers: headerOptions } = parseOptionsOf(entry)
  const encodeBody = Schema.encodeUnknownResult(codecOf(body), options)
  const encodeHeaders = Schema.encodeUnknownResult(
    Schema.make<Schema.Codec<unknown, Readonly<Record<string, string>>>>(headers.ast),
    headerOptions
  )
  const isEmpty = HttpApiSchema.isNoContent(body.ast)
  return (given) => {
    const encoded = encodeBody(isWithHeaders(given) ? given.body : given)
    if (Result.isFailure(encoded)) return new HttpApiSchemaError({ kind: "Body", cause: encoded.failure })
    const named = isWithHeaders(given) ? encodeHeaders(given.headers) : noHeaders
    if (Result.isFailure(named)) return new HttpApiSchemaError({ kind: "ResponseHeaders", cause: named.failure })
    const made = { status, headers: named.success, contentType: "application/json" }
    const json = encoded.success
    return {
      json,
      answer: isEmpty ? HttpServerResponse.empty(made) : HttpServerResponse.text(JSON.stringify(json), made)
    }
  }
}

/** Decodes a request, calls the handler, and encodes what it gives. */
const answering = (entry: EndpointEntry, handler: Handler["handler"]): Answering => {
  const parts = decodersOf(entry)
  const encode = encoderOf(entry)
  const { acceptsIdempotencyKey: isWrite, declaration: endpoint, group } = entry
  const read = memoized((given: unknown) => {
    const encoded = encode(given)
    return HttpApiSchemaError.is(encoded) ? encoded : encoded.answer
  })
  /** The answer to a write, whose record gets the JSON. */
  const write = (record: RequestRecord, given: unknown) => {
    const encoded = encode(given)
    if (HttpApiSchemaError.is(encoded)) return encoded
    record.written = encoded.json
    return encoded.answer
  }
  /** Answers with the result of a handler, which may be an answer already. */
  const answerWith = (record: RequestRecord, given: unknown): Answering => {
    const answer = HttpServerResponse.isHttpServerResponse(given) ? given : isWrite ? write(record, given) : read(given)
    return HttpApiSchemaError.is(answer) ? Effect.fail(answer) : Effect.succeed(answer)
  }
  return Effect.withFiber(({ context }) => {
    const request = Context.getUnsafe(context, HttpServerRequest)
    const record = Context.get(context, CurrentRequest)
    const input: Record<string, unknown> = { request, endpoint, group }
    for (const [name, decode] of parts) {
      const decoded = decode(request, record)
      if (Result.isFailure(decoded)) return Effect.fail(decoded.failure)
      input[name] = decoded.success
    }
    return Effect.flatMap(handler(input), (given) => answerWith(record, given))
  })
}

/** Refuses every request: a middleware that was not found lets nobody in. */
const closed: Middleware = () => Effect.fail(serviceFailed)

/** The middleware for a key. The caller was found before routing, so that all security schemes have the same function. */
const middlewareFor = (services: Context.Context<never>, { key }: { readonly key: string }): Middleware => {
  const service: Middleware | Readonly<Record<string, Middleware>> | undefined = services.mapUnsafe.get(key)
  return typeof service === "function" ? service : (Object.values(service ?? {})[0] ?? closed)
}

const routeOf = (
  services: Context.Context<never>,
  entry: EndpointEntry,
  { handler, uninterruptible }: Handler
): EndpointRoute => {
  const { declaration: endpoint, group } = entry
  // The first that is declared is the nearest to the handler.
  let httpEffect = answering(entry, handler)
  for (const key of endpoint.middlewares) httpEffect = middlewareFor(services, key)(httpEffect, { endpoint, group })
  return uninterruptible ? Effect.uninterruptible(httpEffect) : httpEffect
}

/** Answers a request to an endpoint. The request and its record are services of it. A failure is a fault: those of the contract are answered. */
export type EndpointRoute = Effect.Effect<HttpServerResponse.HttpServerResponse, Failure>

export class EndpointRoutes extends Context.Service<EndpointRoutes, ReadonlyMap<EndpointEntry, EndpointRoute>>()(
  "@partner-api/service/EndpointRoutes"
) {}

/** The routes of the endpoints of an API. */
export const layer = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  _api: HttpApi.HttpApi<Id, Groups>,
  endpoints: ReadonlyArray<EndpointEntry>
): Layer.Layer<
  EndpointRoutes,
  never,
  HttpApiGroup.ToService<Id, Groups> | HttpApiEndpoint.Middleware<HttpApiGroup.Endpoints<Groups>>
> =>
  Layer.effect(
    EndpointRoutes,
    Effect.contextWith((services: Context.Context<never>) =>
      Effect.succeed(
        new Map(
          endpoints.flatMap((entry) => {
            const { handlers }: HandlersOfGroup = services.mapUnsafe.get(entry.group.key)
            const handler = handlers.get(entry.name)
            return handler === undefined ? [] : [[entry, routeOf(services, entry, handler)] as const]
          })
        )
      )
    )
  )
