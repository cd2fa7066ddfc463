/**
 * Declares endpoints that show one resource, found by the parameters of the path: with an `ETag`, and 304 for a state that the caller has
 * (RFC 9110 §13).
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as Schema from "effect/Schema"
import { ConditionalRequests } from "../Middleware.ts"
import { ifNoneMatchHeader } from "../RequestHeaders.ts"
import { NotFound, UnprocessableEntity } from "../WireErrors.ts"
import { type Declaration, metadataOf, type PathParameters } from "./Declaration.ts"

type ReadError = typeof NotFound | typeof UnprocessableEntity

/** The errors of a read: a path without parameters names no resource that could be missing. */
const readErrors = (isNamed: boolean): ReadonlyArray<ReadError> => [...(isNamed ? [NotFound] : []), UnprocessableEntity]

/** Shows one resource: the one that the path names, or without `params` the one that the token belongs to. */
export const read = <
  const Name extends string,
  const Path extends `/${string}`,
  Success extends Schema.Top,
  Params extends PathParameters = never
>(
  name: Name,
  path: Path,
  { params, success, ...declaration }: Declaration & { readonly params?: Params; readonly success: Success }
) =>
  HttpApiEndpoint.get(name, path, {
    disableCodecs: true,
    params,
    headers: ifNoneMatchHeader,
    success,
    error: readErrors(params !== undefined)
  })
    .middleware(ConditionalRequests)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "safe" }))
