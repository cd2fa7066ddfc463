/**
 * The innermost stage: decodes a request as its endpoint declares it, calls the handler, and encodes what that gives (decision 69).
 *
 * What every endpoint of the contract has in common is used here: JSON bodies are parsed by now, and an endpoint has one schema of success, whose
 * body is JSON or nothing.
 */
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
import { memoized } from "../../services/Memoization.ts"
import type { RequestContext } from "../RequestContext.ts"
import { bodyOf, codecOf, partsOf } from "../RequestParts.ts"
import type { Answering, Handle } from "../Stage.ts"

/** A handler, whose types `Handlers.ts` has checked. */
type Handler = (input: object) => Effect.Effect<unknown, PartnerError>

/** A part of a request: its name in what the handler gets, and how it is decoded. */
type Part = readonly [name: string, decode: (context: RequestContext) => Result.Result<unknown, HttpApiSchemaError>]

/** The parts of a request that the endpoint declares, in the order in which mistakes are reported. */
const decodersOf = (entry: EndpointEntry): ReadonlyArray<Part> => {
  const { headers, params, query } = partsOf(entry)
  const body = bodyOf(entry)
  const parts: Array<Part> = []
  if (params !== undefined) parts.push(["params", (context) => params(context.params)])
  if (headers !== undefined) parts.push(["headers", ({ incoming }) => headers(incoming.headers)])
  if (query !== undefined) parts.push(["query", ({ searchParams }) => query(searchParams)])
  if (body !== undefined) parts.push(["payload", body])
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
const handleOf = (entry: EndpointEntry, handler: Handler): Handle => {
  const parts = decodersOf(entry)
  const encode = encoderOf(entry)
  const { acceptsIdempotencyKey: isWrite, declaration: endpoint, group } = entry
  const read = memoized((given: unknown) => {
    const encoded = encode(given)
    return HttpApiSchemaError.is(encoded) ? encoded : encoded.answer
  })
  /** The answer to a write, whose context gets the JSON. */
  const write = (context: RequestContext, given: unknown) => {
    const encoded = encode(given)
    if (HttpApiSchemaError.is(encoded)) return encoded
    context.written = encoded.json
    return encoded.answer
  }
  /** Answers with the result of a handler, which may be an answer already. */
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
export const handlesOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
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
