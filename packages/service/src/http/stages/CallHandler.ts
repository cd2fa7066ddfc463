/**
 * The innermost stage: decodes the parts of a request by the schemas of its endpoint, calls the handler, and encodes the result
 * (docs/decisions/0108).
 *
 * `ReadBody` has decoded the JSON body. An endpoint of the contract has one success schema, whose body is JSON or empty. One that makes a resource or replaces
 * it has two: the one with headers is that of a new resource.
 */
import { JsonBody } from "@partner-api/contract/Middleware"
import { type EndpointEntry, parseOptionsOf } from "@partner-api/contract/Reflection"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApi from "effect/http-api/HttpApi"
import { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import type { RequestContext } from "../RequestContext.ts"
import { codecOf, partsOf } from "../RequestParts.ts"
import type { Answering, Handle } from "../Stage.ts"

/** A handler, whose types `Handlers.ts` has checked. */
type Handler = (input: object) => Effect.Effect<unknown, PartnerError>

/** A part of a request: the member of the handler's input, and its decoder. */
type Part = readonly [name: string, decode: (context: RequestContext) => Result.Result<unknown, HttpApiSchemaError>]

/** The parts of a request that the endpoint declares, in the order in which mistakes are reported. */
const decodersOf = (entry: EndpointEntry): ReadonlyArray<Part> => {
  const { headers, params, query } = partsOf(entry)
  const parts: Array<Part> = []
  if (params !== undefined) parts.push(["params", (context) => params(context.params)])
  if (headers !== undefined) parts.push(["headers", ({ incoming }) => headers(incoming.headers)])
  if (query !== undefined) parts.push(["query", ({ searchParams }) => query(searchParams)])
  if (entry.declaration.middlewares.has(JsonBody)) parts.push(["payload", ({ payload }) => payload])
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

type Encode = (given: unknown) => Encoded | HttpApiSchemaError

/** The function that encodes the result of a handler as one of the successes of an endpoint. */
const encoderAs = (entry: EndpointEntry, status: number, success: Schema.Top): Encode => {
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

/** The function that encodes the result of a handler of an endpoint. */
const encoderOf = (entry: EndpointEntry): Encode => {
  const [first = encoderAs(entry, 200, Schema.Void), ...others] = Array.from(
    entry.successes,
    ([status, [success]]): Encode => encoderAs(entry, status, success)
  )
  const [second] = others
  return second === undefined ? first : (given) => (isWithHeaders(given) ? second : first)(given)
}

/** The handle of an endpoint: decodes the request, calls the handler, encodes the result. */
const handleOf = (entry: EndpointEntry, handler: Handler): Handle => {
  const parts = decodersOf(entry)
  const encode = encoderOf(entry)
  const { acceptsIdempotencyKey: isWrite, declaration: endpoint, group } = entry
  /** The answer to a read. */
  const read = (given: unknown) => {
    const encoded = encode(given)
    return HttpApiSchemaError.is(encoded) ? encoded : encoded.answer
  }
  /** The answer to a write. Puts its JSON into the context for `RunOnce`. */
  const write = (context: RequestContext, given: unknown) => {
    const encoded = encode(given)
    if (HttpApiSchemaError.is(encoded)) return encoded
    context.written = encoded.json
    return encoded.answer
  }
  /** Answers with the result of a handler. What is stored JSON is an answer, which needs no encoding (`ListAnswer.ts`). */
  const answerWith = (context: RequestContext, given: unknown): Answering => {
    const answer = HttpServerResponse.isHttpServerResponse(given)
      ? given
      : isWrite
        ? write(context, given)
        : read(given)
    return HttpApiSchemaError.is(answer) ? Effect.fail(answer) : Effect.succeed(answer)
  }
  return (context) => {
    const input: Record<string, unknown> = { endpoint, group }
    for (const [name, decode] of parts) {
      const decoded = decode(context)
      if (Result.isFailure(decoded)) return Effect.fail(decoded.failure)
      input[name] = decoded.success
    }
    return Effect.flatMap(handler(input), (given) => answerWith(context, given))
  }
}

/** The innermost stage of each endpoint of an API. */
export const handlerCallsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  _api: HttpApi.HttpApi<Id, Groups>,
  endpoints: ReadonlyArray<EndpointEntry>
): Effect.Effect<ReadonlyMap<EndpointEntry, Handle>, never, HttpApiGroup.ToService<Id, Groups>> =>
  Effect.contextWith((services: Context.Context<never>) =>
    Effect.succeed(
      new Map(
        endpoints.flatMap((entry) => {
          const handlers: Readonly<Record<string, Handler>> = services.mapUnsafe.get(entry.group.key)
          const handler = handlers[entry.name]
          return handler === undefined ? [] : [[entry, handleOf(entry, handler)] as const]
        })
      )
    )
  )
