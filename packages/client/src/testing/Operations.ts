/**
 * What can be asked of a test server, read off a contract: routes, schemas, statuses and metadata of every endpoint. There is no list
 * of endpoints here, and no path.
 */
import { type EndpointEntry, endpointsOf } from "@partner-api/contract/Endpoints"
import type { Problem, ProblemLocation } from "@partner-api/domain/Problem"
import { problemsOf } from "@partner-api/domain/Problems"
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Result from "effect/Result"
import * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"

/** Reads a part of a request; tells everything that is wrong with it. */
type Decode = (input: unknown) => Result.Result<unknown, ReadonlyArray<Problem>>

/** An endpoint, ready to be served. */
export interface Operation extends EndpointEntry {
  /** The name of its group, which is the name of the collection it works on. */
  readonly group: string
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

/** Every endpoint of an API, those with fewer parameters first, as a router prefers them. */
export const operationsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<Operation> => {
  const entries = new Map(endpointsOf(api).map((entry) => [entry.id, entry]))
  const operations: Array<Operation> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations, successes }) => {
      const entry = entries.get(`${group.identifier}.${endpoint.identifier}`)
      if (entry === undefined) return
      const fallback = Context.getOrUndefined(mergedAnnotations, HttpApi.ParseOptions)
      const forParams = Context.getOrUndefined(mergedAnnotations, HttpApi.ParamsParseOptions) ?? fallback
      const forHeaders = Context.getOrUndefined(mergedAnnotations, HttpApi.HeadersParseOptions) ?? fallback
      const forQuery = Context.getOrUndefined(mergedAnnotations, HttpApi.QueryParseOptions) ?? fallback
      const forPayload = Context.getOrUndefined(mergedAnnotations, HttpApi.PayloadParseOptions) ?? fallback
      const [[success, [shown]] = [200, [undefined]]] = successes
      const body = shown !== undefined && HttpApiSchema.isWithHeaders(shown) ? shown.schema : shown
      const decodeBody = body === undefined ? undefined : Schema.decodeUnknownResult(closed(body))
      operations.push({
        ...entry,
        group: group.identifier,
        pattern: new RegExp(
          `^${entry.path.replaceAll(/[.+*?^$(){}|[\]\\]/g, "\\$&").replaceAll(/:[A-Za-z]+/g, "([^/]+)")}$`
        ),
        names: [...entry.path.matchAll(/:([A-Za-z]+)/g)].map(([, name = ""]) => name),
        success,
        members: body === undefined ? [] : memberNames(body.ast),
        fits: (value) => decodeBody === undefined || Result.isSuccess(decodeBody(value)),
        decodeParams: endpoint.params === undefined ? anything : decoder(endpoint.params, "path", forParams),
        decodeHeaders: endpoint.headers === undefined ? anything : decoder(endpoint.headers, "header", forHeaders),
        decodeQuery: endpoint.query === undefined ? noQuery : queryDecoder(endpoint.query, forQuery),
        bodies: new Map(
          [...endpoint.payload].map(([mediaType, { schemas }]) => [
            mediaType,
            decoder(Schema.Union(schemas.map(closed)), "body", forPayload)
          ])
        )
      })
    }
  })
  return operations.toSorted((left, right) => left.names.length - right.names.length)
}

/** The operations of a server without extensions. */
export const plainOperations = (operations: ReadonlyArray<Operation>): ReadonlyArray<Operation> =>
  operations
    .filter(({ metadata }) => metadata.extension === undefined)
    .map((operation) => ({ ...operation, acceptsIdempotencyKey: false, conditional: false }))

/** What a contract has beyond the specification: each name once, sorted. */
export const extensionsOf = (operations: ReadonlyArray<Operation>): ReadonlyArray<string> =>
  [
    ...new Set(
      operations.flatMap(({ metadata, acceptsIdempotencyKey, conditional }) => [
        ...(metadata.extension === undefined ? [] : [metadata.extension]),
        ...(acceptsIdempotencyKey ? ["idempotency"] : []),
        ...(conditional ? ["conditional"] : [])
      ])
    )
  ].toSorted()

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
  const methods = found.map((one) => one.method)
  return {
    operation,
    params: operation?.pattern.exec(path)?.slice(1) ?? [],
    allow: [...methods, ...(methods.includes("GET") ? ["HEAD"] : []), "OPTIONS"]
  }
}
