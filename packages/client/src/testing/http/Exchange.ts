/**
 * Takes a request through the same steps as the service: route, token, body, key, schemas, operation (decisions, Errors). It knows
 * neither faults nor `fetch`.
 */
import { idempotencyKeyHeader } from "@partner-api/contract/RequestHeaders"
import { partnerTokenHeader } from "@partner-api/contract/Middleware"
import { parseJson } from "@partner-api/contract/StrictJson"
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import {
  InvalidRequest,
  MethodNotAllowed,
  UnsupportedMediaType,
  UriTooLong
} from "@partner-api/contract/ProtocolErrors"
import { NotFound, PreconditionFailed, Unauthorized } from "@partner-api/domain/Errors"
import { canonicalJson } from "@partner-api/domain/IdempotencyKey"
import * as Result from "effect/Result"
import type { RateLimiter } from "./RateLimit.ts"
import { empty, isRefusal, type Outcome, unprocessable } from "./Answer.ts"
import { type Arrival, textOf } from "./Arrival.ts"
import { digestOf, tagOf } from "../Digest.ts"
import { type Call, currentState, derived, type Handler, type Service } from "../Handlers.ts"
import type { Operation, Route } from "../Operations.ts"
import type { Idempotency } from "./Idempotency.ts"
import type { OpenRequest } from "./Requests.ts"
import type { Token } from "../tokens/Tokens.ts"
import { readsItself, written } from "../Written.ts"

/** What a request goes through. */
export interface Exchange {
  readonly service: Service
  readonly rateLimiter: RateLimiter
  readonly idempotency: Idempotency
  /** Operations that a test answers. */
  readonly scripted: ReadonlyMap<string, Handler>
}

/** A request on its way. `extra` gathers headers that the answer gets whatever it is. */
export interface Passage {
  readonly arrival: Arrival
  readonly route: Route | undefined
  readonly record: OpenRequest
  readonly extra: Record<string, string>
}

const bearer = /^bearer +([^ ]+) *$/i

const tokenTextOf = (headers: Headers): string | PartnerError => {
  const authorization = headers.get("authorization")
  const partnerToken = headers.get(partnerTokenHeader)
  if (authorization !== null && partnerToken !== null) {
    return new InvalidRequest({ message: `Send one token: in Authorization or in ${partnerTokenHeader}, not in both.` })
  }
  if (partnerToken !== null) return partnerToken
  if (authorization === null) {
    return new Unauthorized({
      message: `An access token is required, in Authorization: Bearer or in ${partnerTokenHeader}.`
    })
  }
  return (
    bearer.exec(authorization)?.[1] ??
    new Unauthorized({ message: "Authorization must be: Bearer <access token>.", credentialsSent: true })
  )
}

/** Finds the token of a request and lets it in, or says why not. */
const admit = (
  { service, rateLimiter }: Exchange,
  operation: Operation,
  passage: Passage
): Token | PartnerError | undefined => {
  const { access } = operation.metadata
  const { record, arrival, extra } = passage
  if (access.level === "public") return undefined
  const text = tokenTextOf(arrival.headers)
  if (typeof text !== "string") return text
  const token = service.tokens.find(text, record.atMs)
  if ("_tag" in token) return token
  if (token.organizationId !== undefined) record.organizationId ??= token.organizationId
  if (!service.plain) {
    const { headers, refusal } = rateLimiter(token.organizationId ?? "", record.atMs)
    Object.assign(extra, headers)
    if (refusal !== undefined) return refusal
  }
  return service.tokens.refusal(token, access) ?? token
}

const charset = /^charset="?utf-8"?$/i

/** Tells whether a body is of a media type. Its only parameter may be `charset=UTF-8`. */
const isOfType = (headers: Headers, mediaType: string): boolean => {
  const [type = "", ...parameters] = (headers.get("content-type") ?? "").split(";").map((part) => part.trim())
  return type.toLowerCase() === mediaType && parameters.every((parameter) => charset.test(parameter))
}

interface Body {
  readonly text: string
  readonly value: unknown
}

const jsonType = "application/json"

/** Reads a body of one of the media types that the operation takes. Where it takes none, an empty one is no body. */
const readBody = async (
  { bodies, bodyBytesMax, method }: Operation,
  { headers, read }: Arrival
): Promise<Body | PartnerError> => {
  const text = textOf(method === "GET" ? new Uint8Array() : await read(), bodyBytesMax ?? 0)
  if (typeof text !== "string") return text
  if (bodies.size === 0 && text === "") return { text, value: undefined }
  const types = bodies.size === 0 ? [jsonType] : [...bodies.keys()]
  const mediaType = types.find((type) => isOfType(headers, type))
  if (mediaType === undefined || (headers.get("content-encoding") ?? "identity") !== "identity") {
    return new UnsupportedMediaType({
      message: `Send the body as ${types.join(" or ")}, in UTF-8 and without Content-Encoding.`
    })
  }
  if (mediaType !== jsonType) return { text, value: Object.fromEntries(new URLSearchParams(text)) }
  return Result.merge(Result.map(parseJson(text), (value) => ({ text, value })))
}

/** The parameters of a query: a text for each name, or several. */
const queryOf = (parameters: URLSearchParams): Readonly<Record<string, unknown>> =>
  Object.fromEntries(
    [...new Set(parameters.keys())].map((name) => {
      const values = parameters.getAll(name)
      return [name, values.length === 1 ? values[0] : values]
    })
  )

const decodeParams = ({ names }: Operation, texts: ReadonlyArray<string>): Record<string, string> | undefined => {
  try {
    return Object.fromEntries(names.map((name, index) => [name, decodeURIComponent(texts[index] ?? "")]))
  } catch {
    return undefined
  }
}

/** The handler of an operation: the test's, the one written by hand, or what follows from the contract. */
const handlerOf =
  (scripted: Exchange["scripted"]) =>
  (operation: Operation): Handler =>
    scripted.get(operation.id) ?? written.get(operation.id) ?? derived(operation)

const changedSince = new PreconditionFailed({
  message: "The resource has changed since it was read: its ETag is not the one in If-Match. Read it again."
})

const tagsIn = (header: string): ReadonlyArray<string> => header.split(",").map((tag) => tag.trim())

/** Names the state of what is shown, and answers 304 to a request that has it. */
const tagged = (outcome: Outcome, { operation, headers }: Call): Outcome => {
  if (!operation.conditional || isRefusal(outcome) || outcome.status !== 200 || typeof outcome.body !== "string")
    return outcome
  const etag = tagOf(outcome.body)
  const known = headers.get("if-none-match")
  return operation.method === "GET" &&
    known !== null &&
    tagsIn(known).some((tag) => tag === "*" || tag.replace(/^W\//, "") === etag)
    ? empty(304, { etag })
    : { ...outcome, headers: { ...outcome.headers, etag } }
}

/** Runs the operation on what its schemas have read. */
const run = async (exchange: Exchange, call: Call): Promise<Outcome> => {
  const { operation, headers } = call
  const handler = handlerOf(exchange.scripted)
  const decodeBody = readsItself.has(operation.id) ? undefined : operation.bodies.values().next().value
  const parts = [
    operation.decodeParams(call.params),
    operation.decodeHeaders(Object.fromEntries(headers)),
    operation.decodeQuery(call.query),
    decodeBody === undefined ? Result.succeed(undefined) : decodeBody(call.body)
  ]
  for (const part of parts) if (Result.isFailure(part)) return unprocessable(part.failure)
  const [, , query, payload] = parts.map(Result.getOrUndefined)
  const decoded = { ...call, query, payload }
  const ifMatch = operation.conditional && operation.acceptsIdempotencyKey ? headers.get("if-match") : null
  if (ifMatch !== null) {
    const state = await currentState(decoded, handler)
    if (state !== undefined && !tagsIn(ifMatch).some((tag) => tag === "*" || tag === tagOf(state))) return changedSince
  }
  return tagged(await handler(operation)(decoded), decoded)
}

/** Parameters in which other services take tokens (RFC 9700 §4.3.2). */
export const tokenParameters: ReadonlySet<string> = new Set(["access_token", partnerTokenHeader.toLowerCase()])

/** The longest address that the service reads (decisions, Limits). */
const urlBytesMax = 8_192

/** What is answered where no operation is. */
const unrouted = (method: string, allow: ReadonlyArray<string>): Outcome =>
  method === "OPTIONS"
    ? empty(204, { allow: allow.join(", ") })
    : new MethodNotAllowed({ message: `This address takes ${allow.join(", ")}, not ${method}.`, allow })

/** Takes a request through. */
export const pass = async (exchange: Exchange, passage: Passage): Promise<Outcome> => {
  const { service, idempotency } = exchange
  const { arrival, route, record } = passage
  const { method, url, headers } = arrival
  if (url.pathname.length + url.search.length > urlBytesMax) {
    return new UriTooLong({ message: `The address is longer than ${urlBytesMax} bytes.` })
  }
  if (route === undefined) return new NotFound({ message: "There is no such address in this API." })
  const { operation } = route
  if (operation === undefined) return unrouted(method, route.allow)
  if ([...url.searchParams.keys()].some((name) => tokenParameters.has(name.toLowerCase()))) {
    return new InvalidRequest({ message: "A token must not stand in the address; send it in a header." })
  }
  const params = decodeParams(operation, route.params)
  if (params === undefined) return new InvalidRequest({ message: "The address is not valid percent-encoded UTF-8." })
  const { organizationId: named } = params
  if (named !== undefined) record.organizationId = named
  const token = admit(exchange, operation, passage)
  if (token !== undefined && "_tag" in token) return token
  const body = await readBody(operation, arrival)
  if ("_tag" in body) return body
  const organizationId = operation.metadata.access.level === "scoped" ? token?.organizationId : undefined
  const call: Call = {
    service,
    operation,
    method,
    url,
    headers,
    requestId: record.requestId,
    nowMs: record.atMs,
    params,
    query: queryOf(url.searchParams),
    text: body.text,
    body: body.value,
    payload: undefined,
    token,
    organization: organizationId === undefined ? undefined : service.state.find(organizationId)
  }
  const key = operation.acceptsIdempotencyKey ? headers.get(idempotencyKeyHeader) : null
  if (key === null) return run(exchange, call)
  return idempotency(
    {
      header: key,
      scope: `${organizationId ?? ""}\n${method}\n${url.pathname}${url.search}`,
      fingerprint: digestOf(canonicalJson(body.value)),
      nowMs: record.atMs
    },
    () => run(exchange, call)
  )
}
