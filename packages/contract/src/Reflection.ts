/**
 * The reflection of an API: each endpoint as it is declared, with its metadata and the schemas of its request and its answers. Router,
 * OpenAPI document, client library, generator and test server map these entries; nothing else enumerates endpoints.
 *
 * A function of an API, so it names no endpoint and no group. An entry holds references only, because programs reflect when they start;
 * what costs is a function of an entry, so that a bundle holds what it uses. How large a body may be needs JSON Schema: `BodyBound.ts`.
 */
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as OpenApi from "effect/http-api/OpenApi"
import type * as Schema from "effect/Schema"
import * as SchemaAST from "effect/SchemaAST"
import { EndpointMetadata, type EndpointMetadataShape } from "./EndpointMetadata.ts"
import { ConditionalRequests, IdempotentWrite } from "./Middleware.ts"
import { pathPattern } from "./Path.ts"

type Endpoint = HttpApiEndpoint.Top
type Reflected = Parameters<Parameters<typeof HttpApi.reflect>[1]["onEndpoint"]>[0]

/** An endpoint as it is declared. */
export interface EndpointEntry extends Pick<Endpoint, "method" | "path" | "params" | "query" | "headers" | "payload"> {
  /** Group and name: `jobs.list`. Lists carry it in their cursors. */
  readonly id: string
  readonly group: HttpApiGroup.Top
  readonly name: string
  readonly metadata: EndpointMetadataShape
  /** Whether it writes a resource, and takes an `Idempotency-Key`. */
  readonly acceptsIdempotencyKey: boolean
  /** Whether its answer has an `ETag`. */
  readonly conditional: boolean
  /** The schemas of its successes and of its errors, by status. */
  readonly successes: Reflected["successes"]
  readonly errors: Reflected["errors"]
  /** The annotations on it, on its group and on its API; the nearest counts. */
  readonly annotations: Context.Context<never>
  /** The declaration, for code that reflects on it by the framework. */
  readonly declaration: Endpoint
}

const entryOf = ({ endpoint, errors, group, mergedAnnotations, successes }: Reflected): EndpointEntry => ({
  id: `${group.identifier}.${endpoint.identifier}`,
  group,
  name: endpoint.identifier,
  method: endpoint.method,
  path: endpoint.path,
  // An endpoint without metadata stops the program when it starts, not a request later on.
  metadata: Context.getUnsafe(mergedAnnotations, EndpointMetadata),
  acceptsIdempotencyKey: endpoint.middlewares.has(IdempotentWrite),
  conditional: endpoint.middlewares.has(ConditionalRequests),
  params: endpoint.params,
  query: endpoint.query,
  headers: endpoint.headers,
  payload: endpoint.payload,
  successes,
  errors,
  annotations: mergedAnnotations,
  declaration: endpoint
})

/** Every endpoint of an API whose endpoints carry metadata, in the order of its declarations. */
export const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<EndpointEntry> => {
  const entries: Array<EndpointEntry> = []
  HttpApi.reflect(api, { onGroup: () => {}, onEndpoint: (reflected) => entries.push(entryOf(reflected)) })
  return entries
}

/** The schemas of the bodies of answers, without their headers. */
export const bodiesOf = (answers: Reflected["successes"]): ReadonlyArray<Schema.Top> =>
  Array.from(answers.values()).flatMap((schemas) =>
    schemas.map((schema) => (HttpApiSchema.isWithHeaders(schema) ? schema.schema : schema))
  )

/** The wire side of an item of a paginated list; `undefined` where the answer has no list named `content`. */
export const itemOf = ({ metadata, successes }: EndpointEntry): SchemaAST.AST | undefined => {
  const [page] = metadata.paginated ? bodiesOf(successes) : []
  const ast = page === undefined ? undefined : SchemaAST.toEncoded(page.ast)
  const content =
    ast?._tag === "Objects" ? ast.propertySignatures.find(({ name }) => name === "content")?.type : undefined
  return content?._tag === "Arrays" ? content.rest[0] : undefined
}

/** The options that each part of a request is parsed with, and those for answers: its own, else those of the API. */
export const parseOptionsOf = ({ annotations }: EndpointEntry) => {
  const optionsIn = <Slot>(slot: Context.Key<Slot, SchemaAST.ParseOptions>) =>
    Context.getOrUndefined(annotations, slot) ?? Context.getOrUndefined(annotations, HttpApi.ParseOptions)
  return {
    params: optionsIn(HttpApi.ParamsParseOptions),
    query: optionsIn(HttpApi.QueryParseOptions),
    headers: optionsIn(HttpApi.HeadersParseOptions),
    payload: optionsIn(HttpApi.PayloadParseOptions),
    success: optionsIn(HttpApi.SuccessParseOptions)
  }
}

/** Whether a body is refused when it has a member that its schema does not name. */
export const isStrict = (entry: EndpointEntry): boolean => parseOptionsOf(entry).payload?.onExcessProperty === "error"

/** The title and the description of the group of an endpoint. */
export const groupTextsOf = ({ group }: EndpointEntry) => ({
  title: Context.getOrUndefined(group.annotations, OpenApi.Title) ?? group.identifier,
  description: Context.getOrUndefined(group.annotations, OpenApi.Description) ?? ""
})

/** The extensions of endpoints beyond the specification: each name once, sorted. */
export const extensionsOf = (
  endpoints: ReadonlyArray<Pick<EndpointEntry, "metadata" | "acceptsIdempotencyKey" | "conditional">>
): ReadonlyArray<string> =>
  [
    ...new Set(
      endpoints.flatMap(({ metadata, acceptsIdempotencyKey, conditional }) => [
        ...(metadata.extension === undefined ? [] : [metadata.extension]),
        ...(metadata.offers ?? []),
        ...((metadata.filters ?? []).length > 0 ? ["filters"] : []),
        ...(acceptsIdempotencyKey ? ["idempotency"] : []),
        ...(acceptsIdempotencyKey && metadata.access.level === "scoped" ? ["on-behalf-of"] : []),
        ...(conditional ? ["conditional"] : [])
      ])
    )
  ].toSorted()

/** The methods that a path has among `routes`; none for an unknown path. HEAD goes wherever GET goes. */
export const allowedMethodsOf = (
  routes: ReadonlyArray<Pick<EndpointEntry, "method" | "path">>
): ((path: string) => ReadonlyArray<string>) => {
  const patterns = routes.map(({ method, path }) => ({ method, pattern: pathPattern(path) }))
  return (path) => {
    const methods = patterns.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
    return methods.includes("GET") ? [...methods, "HEAD"] : methods
  }
}
