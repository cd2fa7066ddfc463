/**
 * Declares endpoints that write a resource from a JSON body, in one transaction, under an `Idempotency-Key` (decisions, Safe repetition):
 * {@link create} makes one, alone or within the one that the path names, {@link put} sets the one that the path names, which may be new,
 * {@link update} sets values of it, {@link patch} merges a part into it, {@link action} moves it on, {@link command} commands something of it,
 * and {@link remove} removes it.
 */
import * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpApiSchema from "effect/http-api/HttpApiSchema"
import * as Schema from "effect/Schema"
import { ConditionalRequests, IdempotentWrite, JsonBody } from "../Middleware.ts"
import { ifMatchHeader, writeHeadersOf } from "../RequestHeaders.ts"
import { Conflict, DuplicateApplication, InvalidTransition, NotFound, PreconditionFailed } from "../WireErrors.ts"
import { type Declaration, metadataOf, type PathParameters } from "./Declaration.ts"

/** The answer to a new resource: the resource. */
export const created = <S extends Schema.Top>(resource: S) => resource.pipe(HttpApiSchema.status(201))

/** The answer to a new resource that has an address of its own. */
export const createdAt = <S extends Schema.Top>(resource: S, description: string) =>
  HttpApiSchema.WithHeaders(created(resource), { location: Schema.String.annotate({ description }) })

type CreateError = typeof NotFound | typeof Conflict

/** The errors of a new resource, and of one that belongs to the resource of the path. */
const createErrors = (isWithin: boolean): ReadonlyArray<CreateError> => [...(isWithin ? [NotFound] : []), Conflict]

/**
 * Makes a resource: answered with {@link created} or {@link createdAt}, and repeated under a key only. With `params`, it belongs to the one
 * resource that the path names: `not_found`.
 */
export const create = <
  const Name extends string,
  const Path extends `/${string}`,
  Payload extends Schema.Top,
  Success extends Schema.Top,
  Params extends PathParameters = never
>(
  name: Name,
  path: Path,
  {
    params,
    payload,
    success,
    ...declaration
  }: Declaration & { readonly params?: Params; readonly payload: Payload; readonly success: Success }
) =>
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    params,
    headers: writeHeadersOf(declaration.access),
    payload,
    success,
    error: createErrors(params !== undefined)
  })
    .middleware(IdempotentWrite)
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotency-key" }))

/** Makes an application: as {@link create}, refused where another one owns the person. */
export const submit = <
  const Name extends string,
  const Path extends `/${string}`,
  Payload extends Schema.Top,
  Success extends Schema.Top
>(
  name: Name,
  path: Path,
  { payload, success, ...declaration }: Declaration & { readonly payload: Payload; readonly success: Success }
) =>
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    headers: writeHeadersOf(declaration.access),
    payload,
    success,
    error: [Conflict, DuplicateApplication]
  })
    .middleware(IdempotentWrite)
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotency-key" }))

/** The media type of a JSON Merge Patch (RFC 7396). A patch may be sent as plain JSON too. */
export const mergePatchType = "application/merge-patch+json"

type PatchError = typeof NotFound | typeof Conflict | typeof PreconditionFailed | typeof InvalidTransition

/** The errors of a patch: of the resource that the path names, and of one that can move it to another state. */
const patchErrors = ({
  isNamed,
  moves
}: {
  readonly isNamed: boolean
  readonly moves: boolean
}): ReadonlyArray<PatchError> => [
  ...(isNamed ? [NotFound] : []),
  Conflict,
  ...(moves ? [InvalidTransition] : []),
  PreconditionFailed
]

/**
 * Merges a JSON Merge Patch into one resource, if it still has the state that `If-Match` names. Sent again, it changes nothing more.
 * With `moves`, a member of the resource is a state that cannot become any other: `invalid_transition`. Without `params`, it is the resource that
 * the token belongs to.
 */
export const patch = <
  const Name extends string,
  const Path extends `/${string}`,
  Payload extends Schema.Top,
  Success extends Schema.Top,
  Params extends PathParameters = never
>(
  name: Name,
  path: Path,
  {
    params,
    payload,
    success,
    moves = false,
    ...declaration
  }: Declaration & {
    readonly params?: Params
    readonly payload: Payload
    readonly success: Success
    readonly moves?: boolean
  }
) =>
  HttpApiEndpoint.patch(name, path, {
    disableCodecs: true,
    params,
    headers: { ...writeHeadersOf(declaration.access), ...ifMatchHeader },
    payload: [payload, HttpApiSchema.asJson({ contentType: mergePatchType })(payload)],
    success,
    error: patchErrors({ isNamed: params !== undefined, moves })
  })
    .middleware(ConditionalRequests)
    .middleware(IdempotentWrite)
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotent" }))

/**
 * Sets the whole resource that the path names: 201 with its address where there was none, else 200. Sent again, it sets the same. Its part of another resource
 * may be unknown: `not_found`.
 */
export const put = <
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
  HttpApiEndpoint.put(name, path, {
    disableCodecs: true,
    params,
    headers: { ...writeHeadersOf(declaration.access), ...ifMatchHeader },
    payload,
    success: [success, createdAt(success, "The address of the new resource")],
    error: [NotFound, Conflict, PreconditionFailed]
  })
    .middleware(ConditionalRequests)
    .middleware(IdempotentWrite)
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotent" }))

/** Sets values of one resource, if it still has the state that `If-Match` names. Sent again, it sets the same values. */
export const update = <
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
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    params,
    headers: { ...writeHeadersOf(declaration.access), ...ifMatchHeader },
    payload,
    success,
    error: [NotFound, PreconditionFailed]
  })
    .middleware(ConditionalRequests)
    .middleware(IdempotentWrite)
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotent" }))

/** Moves one resource on, if it still has the state that `If-Match` names. Sent again it would move further, so it is repeated under a key only. */
export const action = <
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
  }: Declaration & {
    readonly params: Params
    readonly payload: Payload
    readonly success: Success
  }
) =>
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    params,
    headers: { ...writeHeadersOf(declaration.access), ...ifMatchHeader },
    payload,
    success,
    error: [NotFound, PreconditionFailed, Conflict, DuplicateApplication, InvalidTransition]
  })
    .middleware(ConditionalRequests)
    .middleware(IdempotentWrite)
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotency-key" }))

/** The answer to what will be done: it is written down, and happens after the answer. */
export const accepted = <S extends Schema.Top>(resource: S) => resource.pipe(HttpApiSchema.status(202))

/** Acts on one resource by the instructions of a body. Sent again it would be done again, so it is repeated under a key only. */
export const command = <
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
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    params,
    headers: writeHeadersOf(declaration.access),
    payload,
    success,
    error: NotFound
  })
    .middleware(IdempotentWrite)
    .middleware(JsonBody)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotency-key" }))

/** The errors of what is done with one resource, and of what its state can forbid. */
const foundErrors = (mayConflict: boolean): ReadonlyArray<typeof NotFound | typeof Conflict> => [
  NotFound,
  ...(mayConflict ? [Conflict] : [])
]

/**
 * The same without a body. With `mayConflict`, the state of the resource can forbid it: `conflict`. With `setsState`, it sets a state: sent again, it
 * does nothing more.
 */
export const commandWithoutBody = <
  const Name extends string,
  const Path extends `/${string}`,
  Params extends PathParameters,
  Success extends Schema.Top
>(
  name: Name,
  path: Path,
  {
    mayConflict = false,
    params,
    setsState = false,
    success,
    ...declaration
  }: Declaration & {
    readonly params: Params
    readonly success: Success
    readonly mayConflict?: boolean
    readonly setsState?: boolean
  }
) =>
  HttpApiEndpoint.post(name, path, {
    disableCodecs: true,
    params,
    headers: writeHeadersOf(declaration.access),
    success,
    error: foundErrors(mayConflict)
  })
    .middleware(IdempotentWrite)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: setsState ? "idempotent" : "idempotency-key" }))

/** Removes one resource. Sent again, it finds none: `not_found`. With `mayConflict`, the state of the resource can forbid it: `conflict`. */
export const remove = <const Name extends string, const Path extends `/${string}`, Params extends PathParameters>(
  name: Name,
  path: Path,
  {
    mayConflict = false,
    params,
    ...declaration
  }: Declaration & { readonly params: Params; readonly mayConflict?: boolean }
) =>
  HttpApiEndpoint.delete(name, path, {
    disableCodecs: true,
    params,
    headers: writeHeadersOf(declaration.access),
    success: HttpApiSchema.NoContent,
    error: foundErrors(mayConflict)
  })
    .middleware(IdempotentWrite)
    .annotateMerge(metadataOf(declaration, { paginated: false, retry: "idempotent" }))
