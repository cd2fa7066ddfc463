/**
 * The contract as a client uses it: what each endpoint takes, what it answers, and whether it may be retried.
 *
 * There is no list of endpoints here: everything is read from the declarations. Does not send anything.
 */
import { EndpointMetadata, type EndpointMetadataShape } from "@partner-api/contract/EndpointMetadata"
import { fillPath } from "@partner-api/contract/Path"
import { IdempotentWrite } from "@partner-api/contract/Middleware"
import type { Problem, ProblemLocation } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import { lenientListReader, lenientReader, type Mismatch } from "./LenientReader.ts"

/** What a caller gives. Which of it an operation takes, its declaration says. */
export interface OperationInput {
  readonly params?: Readonly<Record<string, unknown>>
  readonly query?: unknown
  readonly payload?: unknown
}

/** A request without its credentials. */
interface Target {
  readonly method: "GET" | "POST" | "PATCH" | "PUT" | "DELETE"
  readonly path: string
  readonly search: string
  readonly json: unknown
}

/** An endpoint, ready to be called. */
export interface Operation {
  /** Group and name: `jobs.list`. */
  readonly id: string
  readonly group: string
  readonly name: string
  /** With its parameters as `:name`. */
  readonly path: string
  readonly metadata: EndpointMetadataShape
  /** Whether it takes an `Idempotency-Key`. */
  readonly acceptsIdempotencyKey: boolean
  /** The parameters of its path, in order. */
  readonly params: ReadonlyArray<string>
  readonly hasPayload: boolean
  readonly hasQuery: boolean
  /** Checks and writes what a caller gave; all mistakes at once, in the words of the service. */
  readonly write: (input: OperationInput) => Result.Result<Target, ReadonlyArray<Problem>>
  /** Reads the body of a success. */
  readonly read: (body: unknown) => Result.Result<unknown, Mismatch>
}

const strict = { errors: "all", onExcessProperty: "error" } as const

type Codec = Schema.Codec<unknown, unknown>
type Part = (value: unknown) => Result.Result<unknown, ReadonlyArray<Problem>>

const isCodec = (schema: Schema.Top): schema is Schema.Top & Codec => Schema.isSchema(schema)

/** What is sent as it is written on the wire: read as the service reads it, then written again, so that mistakes are found here. */
const wirePart = (schema: Schema.Top, part: ProblemLocation): Part => {
  if (!isCodec(schema)) return Result.succeed
  const decode = Schema.decodeUnknownResult(schema, strict)
  const encode = Schema.encodeUnknownResult(schema, strict)
  return (value) => Result.flatMap(decode(value), encode).pipe(Result.mapError(({ issue }) => problemsOf(issue, part)))
}

/** What is given as values and sent as text. */
const valuePart = (schema: Schema.Top, part: ProblemLocation): Part => {
  if (!isCodec(schema)) return Result.succeed
  const encode = Schema.encodeUnknownResult(schema, strict)
  return (value) => encode(value).pipe(Result.mapError(({ issue }) => problemsOf(issue, part)))
}

const nothing: Part = () => Result.succeed(undefined)

const present = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null ? { ...given } : {}

/** As deep as the service reads JSON: what lies deeper is refused there, and what has no end is not followed here. */
const depthMax = 32

/** A member given as `undefined` is one that was not given. */
const withoutUndefined = (given: unknown, depth = 0): unknown => {
  if (typeof given !== "object" || given === null || depth > depthMax) return given
  if (Array.isArray(given)) return given.map((item) => withoutUndefined(item, depth + 1))
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, withoutUndefined(value, depth + 1)]]
    )
  )
}

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const

type ReadBody = Operation["read"]

const readerOf = (metadata: EndpointMetadataShape, success: Schema.Top | undefined): ReadBody => {
  if (success === undefined) return () => Result.succeed(undefined)
  const body = HttpApiSchema.isWithHeaders(success) ? success.schema : success
  if (HttpApiSchema.isNoContent(body.ast)) return () => Result.succeed(undefined)
  return metadata.paginated ? lenientListReader(body) : lenientReader(body)
}

/** Every endpoint of an API whose endpoints carry metadata. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> => {
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations, successes }) => {
      const metadata = Context.getUnsafe(mergedAnnotations, EndpointMetadata)
      const params = Array.from(endpoint.path.matchAll(/:([A-Za-z]+)/g), ([, name = ""]) => name)
      const [payload] = Array.from(endpoint.payload.values(), ({ schemas }) => schemas[0])
      const method = methods.find((known) => known === endpoint.method) ?? "GET"
      const writeParams = endpoint.params === undefined ? nothing : wirePart(endpoint.params, "path")
      const writeQuery = endpoint.query === undefined ? nothing : valuePart(endpoint.query, "query")
      const writePayload = payload === undefined ? nothing : wirePart(payload, "body")
      const [success] = Array.from(successes.values(), (schemas) => schemas[0])
      operations.push({
        id: `${group.identifier}.${endpoint.identifier}`,
        group: group.identifier,
        name: endpoint.identifier,
        path: endpoint.path,
        metadata,
        acceptsIdempotencyKey: endpoint.middlewares.has(IdempotentWrite),
        params,
        hasPayload: payload !== undefined,
        hasQuery: endpoint.query !== undefined,
        read: readerOf(metadata, success),
        write: (input) => {
          const path = writeParams(input.params ?? {})
          const query = writeQuery(withoutUndefined(input.query ?? {}))
          const body = writePayload(withoutUndefined(input.payload))
          const problems = [path, query, body].flatMap((part) => (Result.isFailure(part) ? part.failure : []))
          if (problems.length > 0) return Result.fail(problems)
          const texts = (part: typeof path) =>
            Object.entries(present(Result.getOrUndefined(part))).map(([name, value]) => [name, String(value)] as const)
          const search = new URLSearchParams(Object.fromEntries(texts(query))).toString()
          return Result.succeed({
            method,
            path: fillPath(endpoint.path, Object.fromEntries(texts(path))),
            search: search === "" ? "" : `?${search}`,
            json: Result.getOrUndefined(body)
          })
        }
      })
    }
  })
  return operations
}

/** The operation with an id. A contract without it is a mistake in the program, told when the client is made. */
export const operationNamed = (operations: ReadonlyArray<Operation>, id: string): Operation =>
  Result.getOrThrowWith(
    Result.fromNullishOr(
      operations.find((operation) => operation.id === id),
      () => id
    ),
    (missing) => new TypeError(`The contract has no ${missing}.`)
  )
