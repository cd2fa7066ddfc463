/**
 * Declares endpoints that show one resource, found by the parameters of the path: with an `ETag`, and 304 for a state that the caller has
 * (RFC 9110 §13).
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as Schema from "effect/Schema"
import { ConditionalRequests } from "../Middleware.ts"
import { ifNoneMatchHeader } from "../RequestHeaders.ts"
import { NotFound, UnprocessableEntity } from "../WireErrors.ts"
import { type Declaration, metadataOf } from "./Declaration.ts"

/** Shows one resource. */
export const read = <
  const Name extends string,
  const Path extends `/${string}`,
  Params extends Schema.Struct.Fields,
  Success extends Schema.Top
>(
  name: Name,
  path: Path,
  { params, success, ...declaration }: Declaration & { readonly params: Params; readonly success: Success }
) =>
  HttpApiEndpoint.get(name, path, {
    params,
    headers: ifNoneMatchHeader,
    success,
    error: [NotFound, UnprocessableEntity]
  })
    .middleware(ConditionalRequests)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "safe" }))
