/**
 * The contract as a client uses it: what each endpoint takes, what it answers, and whether it may be retried.
 *
 * There is no list of endpoints here: everything is read from the declarations. Does not send anything.
 */
import type { EndpointMetadataShape } from "@partner-api/contract/EndpointMetadata"
import { fillPath, pathParams } from "@partner-api/contract/Path"
import { bodiesOf, type EndpointEntry, endpointsOf } from "@partner-api/contract/Reflection"
import { jsonDepthMax } from "@partner-api/contract/StrictJson"
import type { Problem, ProblemLocation } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import { memoize } from "effect/Function"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { callOptionNames } from "./OptionNames.ts"
import { lenientListReader, lenientReader, type Mismatch } from "./LenientReader.ts"

/** The input of a caller. The declaration of an operation defines which members it takes. */
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
  readonly method: Target["method"]
  /** With its parameters as `:name`. */
  readonly path: string
  readonly metadata: EndpointMetadataShape
  /** Whether it takes an `Idempotency-Key`. */
  readonly acceptsIdempotencyKey: boolean
  /** The parameters of its path, in order. */
  readonly params: ReadonlyArray<string>
  /** Whether a request names a resource, which can be missing. */
  readonly namesResource: boolean
  readonly hasPayload: boolean
  readonly hasQuery: boolean
  /** The names of the options of its calls. */
  readonly options: ReadonlyArray<string>
  /** Checks and writes what a caller gave; all mistakes at once, in the words of the service. */
  readonly write: (input: OperationInput) => Result.Result<Target, ReadonlyArray<Problem>>
  /** Reads the body of a success; of an answer in lines, the value of one of them. */
  readonly read: (body: unknown) => Result.Result<unknown, Mismatch>
}

const strict = { errors: "all", onExcessProperty: "error" } as const

type Codec = Schema.Codec<unknown, unknown>
type Part = (value: unknown) => Result.Result<unknown, ReadonlyArray<Problem>>

/** The type `Schema.Top` leaves the services of a codec unknown. Schemas of the contract need none: the server encodes them alone. */
const codecOf = (schema: Schema.Top) => schema as Schema.Top & Codec

/** A part that is given as it is written on the wire: it is read as the service reads it, then written again, so that mistakes are found here. */
const wirePart = (schema: Schema.Top, part: ProblemLocation): Part => {
  const codec = codecOf(schema)
  const decode = Schema.decodeUnknownResult(codec, strict)
  const encode = Schema.encodeUnknownResult(codec, strict)
  return (value) =>
    Result.flatMap(decode(value), encode).pipe(Result.mapError(({ issue }) => problemsOf(issue, part, value)))
}

/** The names of the members that are lists. */
const listsIn = ({ ast }: Schema.Top): ReadonlyArray<PropertyKey> =>
  SchemaAST.isObjects(ast)
    ? ast.propertySignatures.flatMap(({ name, type }) => (SchemaAST.isArrays(type) ? [name] : []))
    : []

/** A part that is given as values and sent as text. One value stands for a list of it. */
const valuePart = (schema: Schema.Top, part: ProblemLocation): Part => {
  const encode = Schema.encodeUnknownResult(codecOf(schema), strict)
  const lists = listsIn(schema)
  const listed = (value: object) =>
    Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, lists.includes(name) && !Array.isArray(one) ? [one] : one])
    )
  return (value) =>
    encode(Predicate.isObject(value) && !Array.isArray(value) ? listed(value) : value).pipe(
      Result.mapError(({ issue }) => problemsOf(issue, part))
    )
}

const nothing: Part = () => Result.succeed(undefined)

const present = (given: unknown): Readonly<Record<string, unknown>> =>
  typeof given === "object" && given !== null ? { ...given } : {}

/**
 * The input as it is written: a member that is `undefined` was not given, and a moment is text. The service refuses values that lie deeper
 * than it reads. A value without an end is not followed here.
 */
const written = (given: unknown, depth = 0): unknown => {
  // None of an invalid date, which the schema refuses.
  if (given instanceof Date) return given.toJSON()
  if (typeof given !== "object" || given === null || depth > jsonDepthMax) return given
  if (Array.isArray(given)) return given.map((item) => written(item, depth + 1))
  return Object.fromEntries(
    Object.entries(given).flatMap(([name, value]) => (value === undefined ? [] : [[name, written(value, depth + 1)]]))
  )
}

const methods = ["GET", "POST", "PATCH", "PUT", "DELETE"] as const

const methodOf = (entry: EndpointEntry): Operation["method"] => methods.find((known) => known === entry.method) ?? "GET"

type ReadBody = Operation["read"]

const readerOf = (metadata: EndpointMetadataShape, success: Schema.Top | undefined): ReadBody => {
  if (metadata.line !== undefined) return lenientReader(metadata.line)
  if (success === undefined) return () => Result.succeed(undefined)
  if (HttpApiSchema.isNoContent(success.ast)) return () => Result.succeed(undefined)
  return metadata.paginated ? lenientListReader(success, metadata.isFeed) : lenientReader(success)
}

/** The names of the headers that an endpoint declares. */
const headersOf = ({ headers }: EndpointEntry): ReadonlyArray<string> =>
  headers !== undefined && SchemaAST.isObjects(headers.ast)
    ? headers.ast.propertySignatures.map(({ name }) => String(name))
    : []

/** The parts of an operation that its first call makes: a program calls a few of the operations that it imports. */
const callOf = memoize((entry: EndpointEntry): Pick<Operation, "options" | "read" | "write"> => {
  const [success] = bodiesOf(entry.successes)
  const [payload] = Array.from(entry.payload.values(), ({ schemas }) => schemas[0])
  const writeParams = entry.params === undefined ? nothing : wirePart(entry.params, "path")
  const writeQuery = entry.query === undefined ? nothing : valuePart(entry.query, "query")
  const writePayload = payload === undefined ? nothing : wirePart(payload, "body")
  return {
    options: callOptionNames(headersOf(entry)),
    read: readerOf(entry.metadata, success),
    write: (input) => {
      const params = writeParams(input.params ?? {})
      const query = writeQuery(written(input.query ?? {}))
      const body = writePayload(written(input.payload))
      const problems = [params, query, body].flatMap((part) => (Result.isFailure(part) ? part.failure : []))
      if (problems.length > 0) return Result.fail(problems)
      const texts = (part: typeof params) =>
        // A filter with several values comes once for each.
        Object.entries(present(Result.getOrUndefined(part))).flatMap(([name, value]) =>
          (Array.isArray(value) ? value : [value]).map((one): [string, string] => [name, String(one)])
        )
      const search = new URLSearchParams(texts(query)).toString()
      return Result.succeed({
        method: methodOf(entry),
        path: fillPath(entry.path, Object.fromEntries(texts(params))),
        search: search === "" ? "" : `?${search}`,
        json: Result.getOrUndefined(body)
      })
    }
  }
})

const operationOf = (entry: EndpointEntry): Operation => {
  const { metadata, path } = entry
  return {
    id: entry.id,
    group: entry.group.identifier,
    name: entry.name,
    method: methodOf(entry),
    path,
    metadata,
    acceptsIdempotencyKey: entry.acceptsIdempotencyKey,
    params: pathParams(path),
    // The token of a link names an invitation in the body.
    namesResource: path.includes(":") || entry.errors.has(404),
    hasPayload: entry.payload.size > 0,
    hasQuery: entry.query !== undefined,
    get options() {
      return callOf(entry).options
    },
    read: (body) => callOf(entry).read(body),
    write: (input) => callOf(entry).write(input)
  }
}

/** Every endpoint of an API whose endpoints carry metadata. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> => endpointsOf(api).map(operationOf)

/** The operation with an id. A contract without it is a mistake in the program, reported when the client is made. */
export const operationNamed = (operations: ReadonlyArray<Operation>, id: string): Operation =>
  Result.getOrThrowWith(
    Result.fromNullishOr(
      operations.find((operation) => operation.id === id),
      () => id
    ),
    (missing) => new TypeError(`The contract has no ${missing}.`)
  )
