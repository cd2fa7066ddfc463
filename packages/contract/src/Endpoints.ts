/**
 * Reflection over the contract: the only list of endpoints there is.
 */
import * as Context from "effect/Context"
import * as HttpApi from "effect/http-api/HttpApi"
import type * as HttpApiGroup from "effect/http-api/HttpApiGroup"
import { PartnerApi } from "./Api.ts"
import { bodyBytesMaxOf } from "./BodyBound.ts"
import { EndpointMetadata, type EndpointMetadataShape } from "./EndpointMetadata.ts"
import { ConditionalRequests, IdempotentWrite } from "./Middleware.ts"
import { docsPath } from "./System.ts"

/** An endpoint as it was declared. */
export interface EndpointEntry {
  /** Group and name: `jobs.list`. Lists carry it in their cursors. */
  readonly id: string
  readonly method: string
  /** The path with its parameters as `:name`. */
  readonly path: string
  readonly metadata: EndpointMetadataShape
  /** How large a body may be, in bytes; nothing where none is read. Beyond it the answer is 413 (decisions, Limits). */
  readonly bodyBytesMax: number | undefined
  /** Whether it writes a resource, and takes an `Idempotency-Key`. */
  readonly acceptsIdempotencyKey: boolean
  /** Whether its answer has an `ETag`. */
  readonly conditional: boolean
}

/** Every endpoint of an API whose endpoints carry metadata. */
export const endpointsOf = <Id extends string, Groups extends HttpApiGroup.Constraint>(
  api: HttpApi.HttpApi<Id, Groups>
): ReadonlyArray<EndpointEntry> => {
  const entries: Array<EndpointEntry> = []
  HttpApi.reflect(api, {
    onGroup: () => {},
    onEndpoint: ({ endpoint, group, mergedAnnotations }) => {
      entries.push({
        id: `${group.identifier}.${endpoint.identifier}`,
        method: endpoint.method,
        path: endpoint.path,
        // An endpoint without metadata stops the program when it starts, not a request later on.
        metadata: Context.getUnsafe(mergedAnnotations, EndpointMetadata),
        // Asked for by few, and not when a program starts.
        get bodyBytesMax() {
          return bodyBytesMaxOf(endpoint)
        },
        acceptsIdempotencyKey: endpoint.middlewares.has(IdempotentWrite),
        conditional: endpoint.middlewares.has(ConditionalRequests)
      })
    }
  })
  return entries
}

/** Every endpoint of the contract. */
export const endpoints: ReadonlyArray<EndpointEntry> = endpointsOf(PartnerApi)

/** What this contract has beyond the specification, each name once, sorted. */
export const extensions: ReadonlyArray<string> = [
  ...new Set(
    endpoints.flatMap(({ metadata, acceptsIdempotencyKey, conditional }) => [
      ...(metadata.extension === undefined ? [] : [metadata.extension]),
      ...(acceptsIdempotencyKey ? ["idempotency"] : []),
      ...(conditional ? ["conditional"] : [])
    ])
  )
].toSorted()

const routes = [...endpoints, { method: "GET", path: docsPath }].map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${path.replaceAll(".", "\\.").replaceAll(/:[A-Za-z]+/g, "[^/]+")}$`)
}))

/** The methods that a path has; none for an unknown path. HEAD goes wherever GET goes. Paths are case-sensitive. */
export const allowedMethods = (path: string): ReadonlyArray<string> => {
  const methods = routes.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method)
  return methods.includes("GET") ? [...methods, "HEAD"] : methods
}
