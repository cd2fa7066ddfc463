/**
 * What can be asked of a test server, read off a contract: routes, schemas, statuses and metadata of every endpoint. There is no list
 * of endpoints here, and no path.
 */
import { bodyBytesMaxOf } from "@partner-api/contract/BodyBound"
import { pathParams, pathPattern } from "@partner-api/contract/Path"
import {
  allowedMethodsOf,
  bodiesOf,
  type EndpointEntry,
  endpointsOf,
  parseOptionsOf
} from "@partner-api/contract/Reflection"
import type { Problem, ProblemLocation } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import type * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** Reads a part of a request; tells everything that is wrong with it. */
type Decode = (input: unknown) => Result.Result<unknown, ReadonlyArray<Problem>>

/** An endpoint, ready to be served. */
export interface Operation extends Pick<
  EndpointEntry,
  "id" | "method" | "path" | "metadata" | "acceptsIdempotencyKey" | "conditional"
> {
  /** The name of its group, which is the name of the collection it works on. */
  readonly group: string
  /** How large a body may be, in bytes; nothing where none is read. */
  readonly bodyBytesMax: number | undefined
  readonly pattern: RegExp
  /** The names of its path parameters, in order. */
  readonly names: ReadonlyArray<string>
  /** The status of its success. */
  readonly success: number
  /** The members of its success, as far as its schema names them. */
  readonly members: ReadonlyArray<string>
  /** Whether a body is one that its success may have. */
  readonly fits: (body: unknown) => boolean
  readonly decodeParams: Decode
  readonly decodeHeaders: Decode
  /** Without a declared query no parameter is known. */
  readonly decodeQuery: Decode
  /** The media types of the bodies it takes, and how each is read. None when it takes no body. */
  readonly bodies: ReadonlyMap<string, Decode>
}

type Options = SchemaAST.ParseOptions | undefined

/** The schemas of an endpoint need nothing from outside, which reflection cannot say. */
const closed = (schema: Schema.Constraint) => Schema.make<Schema.Codec<unknown>>(schema.ast)

const decoder = (schema: Schema.Constraint, part: ProblemLocation, options: Options): Decode => {
  const decode = Schema.decodeUnknownResult(closed(schema), options)
  return (input) => Result.mapError(decode(input), ({ issue }) => problemsOf(issue, part))
}

const anything: Decode = Result.succeed

/** What an endpoint without a query says to one. */
const noQuery: Decode = decoder(Schema.Struct({}), "query", { onExcessProperty: "error", errors: "all" })

/** A query as it comes has one text for a name or several; a schema of an array takes both. */
const queryDecoder = (schema: Schema.Constraint, options: Options): Decode =>
  decoder(Schema.toCodecArrayFromSingle(closed(schema)), "query", options)

const memberNames = (ast: SchemaAST.AST): ReadonlyArray<string> => {
  const encoded = SchemaAST.toEncoded(ast)
  return encoded._tag === "Objects" ? encoded.propertySignatures.map(({ name }) => String(name)) : []
}

const operationOf = (entry: EndpointEntry): Operation => {
  const { headers, params, path, query } = entry
  const options = parseOptionsOf(entry)
  const [status = 200] = entry.successes.keys()
  const [body] = bodiesOf(entry.successes)
  const decodeBody = body === undefined ? undefined : Schema.decodeUnknownResult(closed(body))
  return {
    id: entry.id,
    group: entry.group.identifier,
    method: entry.method,
    path,
    metadata: entry.metadata,
    acceptsIdempotencyKey: entry.acceptsIdempotencyKey,
    conditional: entry.conditional,
    // Needs JSON Schema, and is asked for by requests only.
    get bodyBytesMax() {
      return bodyBytesMaxOf(entry.declaration)
    },
    pattern: pathPattern(path),
    names: pathParams(path),
    success: status,
    members: body === undefined ? [] : memberNames(body.ast),
    fits: (value) => decodeBody === undefined || Result.isSuccess(decodeBody(value)),
    decodeParams: params === undefined ? anything : decoder(params, "path", options.params),
    decodeHeaders: headers === undefined ? anything : decoder(headers, "header", options.headers),
    decodeQuery: query === undefined ? noQuery : queryDecoder(query, options.query),
    bodies: new Map(
      Array.from(entry.payload, ([mediaType, { schemas }]) => [
        mediaType,
        decoder(Schema.Union(schemas.map(closed)), "body", options.payload)
      ])
    )
  }
}

/** Every endpoint of an API, those with fewer parameters first, as a router prefers them. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> =>
  endpointsOf(api)
    .map(operationOf)
    .toSorted((left, right) => left.names.length - right.names.length)

/** The operations of a server without extensions. */
export const plainOperations = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> =>
  operations
    .filter(({ metadata }) => metadata.extension === undefined)
    .map((operation) => ({ ...operation, acceptsIdempotencyKey: false, conditional: false }))

/** A path that operations have, and what stands in it. */
export interface Route {
  /** The operation of the method; absent when the path has others only. */
  readonly operation: Operation | undefined
  /** The text of each path parameter as it came. */
  readonly params: ReadonlyArray<string>
  readonly allow: ReadonlyArray<string>
}

/** Finds what a path and a method mean. HEAD goes wherever GET goes. */
export const routeOf = (operations: ReadonlyArray<Operation>, method: string, path: string): Route | undefined => {
  const found = operations.filter(({ pattern }) => pattern.test(path))
  if (found.length === 0) return undefined
  const asked = method === "HEAD" ? "GET" : method
  const operation = found.find((one) => one.method === asked)
  return {
    operation,
    params: operation?.pattern.exec(path)?.slice(1) ?? [],
    allow: [...allowedMethodsOf(found)(path), "OPTIONS"]
  }
}
