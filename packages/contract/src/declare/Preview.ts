/**
 * Declares endpoints that work something out from a JSON body, {@link preview} about the resource that the path names and {@link judge} about the body alone, and
 * change nothing.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import type * as Schema from "effect/Schema"
import { JsonBody } from "../Middleware.ts"
import { NotFound } from "../WireErrors.ts"
import { type Declaration, metadataOf, type PathParameters } from "./Declaration.ts"

/** Works something out. Sent again, it answers the same of what is stored then. */
export const preview = <
  const Name extends string,
  const Path extends `/${string}`,
  Params extends PathParameters,
  Payload extends Schema.Top,
  Success extends Schema.Top
>(
  name: Name,
  path: Path,
  {
    params,
    payload,
    success,
    ...declaration
  }: Declaration & { readonly params: Params; readonly payload: Payload; readonly success: Success }
) =>
  HttpApiEndpoint.post(name, path, { disableCodecs: true, params, payload, success, error: NotFound })
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "safe" }))

/** Judges a body without storing it. Sent again, it answers by what is stored then. */
export const judge = <
  const Name extends string,
  const Path extends `/${string}`,
  Payload extends Schema.Top,
  Success extends Schema.Top
>(
  name: Name,
  path: Path,
  { payload, success, ...declaration }: Declaration & { readonly payload: Payload; readonly success: Success }
) =>
  HttpApiEndpoint.post(name, path, { disableCodecs: true, payload, success })
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "safe" }))
