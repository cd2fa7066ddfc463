/**
 * Scripted answers in the place of handlers: after access, body and schemas, and under an idempotency key like any other. For tests.
 */
import { endpoints } from "@partner-api/contract/Endpoints"
import {
  CurrentOrganization,
  ErrorEncoding,
  IdempotentWrite,
  PrimaryAccess,
  ScopedAccess
} from "@partner-api/contract/Middleware"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { CurrentRequest } from "../http/CurrentRequest.ts"
import * as Routes from "../http/Routes.ts"
import { partsOf } from "../http/RequestParts.ts"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import { HttpServerRequest } from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Result from "effect/Result"

/** A request that a script answers. It is authorized and valid. */
export interface ScriptedRequest {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly params: Readonly<Record<string, string>>
  readonly query: Readonly<Record<string, string>>
  /** The body, parsed; undefined when there is none. */
  readonly body: unknown
  readonly organizationId: string | undefined
  readonly requestId: string
}

/** The answer of a script: 200 without a status, JSON when there is a body. */
export interface ScriptedAnswer {
  readonly status?: number
  readonly body?: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** Answers the requests of one operation. */
export type HandlerScript = (request: ScriptedRequest) => Promise<ScriptedAnswer>

/** The scripts of a service, by the ids of operations; some may come later. */
export type HandlerScripts = ReadonlyMap<string, HandlerScript>

/** Whether a request is valid. What is wrong with another one, the service says. */
const validOf = (entry: EndpointEntry) => {
  const { headers, params, payload, query } = partsOf(entry)
  return (request: HttpServerRequest, asked: Readonly<Record<"params" | "query" | "body", unknown>>): boolean =>
    [params?.(asked.params), headers?.(request.headers), query?.(asked.query), payload?.(asked.body)].every(
      (decoded) => decoded === undefined || Result.isSuccess(decoded)
    )
}

const entries: ReadonlyMap<HttpApiEndpoint.Top, EndpointEntry> = new Map(
  endpoints.map((entry) => [entry.declaration, entry])
)

const toResponse = ({ body, headers = {}, status = 200 }: ScriptedAnswer): HttpServerResponse.HttpServerResponse =>
  body === undefined
    ? HttpServerResponse.uint8Array(new Uint8Array(), { status, headers, contentType: "" })
    : HttpServerResponse.text(JSON.stringify(body), { status, headers, contentType: "application/json" })

/** Where a scripted answer takes the place of a handler: the last step before it that all endpoints of its kind have. */
const placeOf = ({ acceptsIdempotencyKey, metadata }: EndpointEntry): "write" | "access" | "public" =>
  acceptsIdempotencyKey ? "write" : metadata.access.level === "public" ? "public" : "access"

/** The middleware of the service, in which scripted answers take the place of handlers. */
export const layer = (scripts: HandlerScripts) => {
  /** The handler of an endpoint, or the scripted answer if there is one and the request is valid. */
  const scripted = <E, R>(
    place: ReturnType<typeof placeOf>,
    httpEffect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    endpoint: HttpApiEndpoint.Top
  ) => {
    const entry = entries.get(endpoint)
    const script = entry === undefined || placeOf(entry) !== place ? undefined : scripts.get(entry.id)
    if (entry === undefined || script === undefined) return httpEffect
    const isValid = validOf(entry)
    return Effect.gen(function* () {
      const request = yield* HttpServerRequest
      const record = yield* CurrentRequest
      const { id, params, searchParams } = record
      const body = request.method === "GET" ? undefined : yield* Effect.orElseSucceed(request.json, () => undefined)
      const [path = ""] = request.url.split("?")
      const texts = Object.fromEntries(Object.entries(params).map(([name, value]) => [name, value ?? ""]))
      const shown = Object.fromEntries(
        Object.entries(searchParams).map(([name, value]) => [name, [value].flat().join()])
      )
      if (!isValid(request, { params: texts, query: searchParams, body })) return yield* httpEffect
      const organization = Option.getOrUndefined(yield* Effect.serviceOption(CurrentOrganization))
      const asked = {
        operation: entry.id,
        method: request.method,
        path,
        params: texts,
        query: shown,
        body,
        organizationId: organization?.organizationId,
        requestId: id
      }
      const answer = yield* Effect.promise(() => script(asked))
      record.written = answer.body
      return toResponse(answer)
    })
  }

  /** Runs `enter` around the handler or the scripted answer, which has the request at hand too. */
  const around = <E, R, E2, R2>(
    place: ReturnType<typeof placeOf>,
    effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, R>,
    endpoint: HttpApiEndpoint.Top,
    enter: (
      effect: Effect.Effect<HttpServerResponse.HttpServerResponse, E, Exclude<R, HttpServerRequest>>
    ) => Effect.Effect<HttpServerResponse.HttpServerResponse, E2, R2>
  ) =>
    Effect.flatMap(HttpServerRequest, (request) =>
      enter(Effect.provideService(scripted(place, effect, endpoint), HttpServerRequest, request))
    )

  return Layer.effectContext(
    Effect.map(Effect.context<Layer.Success<typeof Routes.middleware>>(), (real) => {
      const write = Context.get(real, IdempotentWrite)
      const [primary, scoped] = [Context.get(real, PrimaryAccess).bearer, Context.get(real, ScopedAccess).bearer]
      const encode = Context.get(real, ErrorEncoding)
      const primaryEnter: typeof primary = (effect, options) =>
        around("access", effect, options.endpoint, (act) => primary(act, options))
      const scopedEnter: typeof scoped = (effect, options) =>
        around("access", effect, options.endpoint, (act) => scoped(act, options))
      const encodeAround: typeof encode = (effect, options) =>
        around("public", effect, options.endpoint, (act) => encode(act, options))
      const writeAround: typeof write = (effect, options) =>
        around("write", effect, options.endpoint, (act) => {
          // An answer that tells of no effect is not stored: the write ends without one, and the answer goes round it.
          let refusal: HttpServerResponse.HttpServerResponse | undefined
          const effective = Effect.flatMap(act, (response) => {
            if (response.status < 300) return Effect.succeed(response)
            refusal = response
            return Effect.die(response)
          })
          return Effect.catchCause(write(effective, options), (cause) =>
            refusal === undefined ? Effect.failCause(cause) : Effect.succeed(refusal)
          )
        })
      return real.pipe(
        Context.add(PrimaryAccess, { bearer: primaryEnter, partnerToken: primaryEnter }),
        Context.add(ScopedAccess, { bearer: scopedEnter, partnerToken: scopedEnter }),
        Context.add(ErrorEncoding, encodeAround),
        Context.add(IdempotentWrite, writeAround)
      )
    })
  ).pipe(Layer.provide(Routes.middleware))
}
