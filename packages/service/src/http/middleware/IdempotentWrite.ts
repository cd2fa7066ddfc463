/**
 * Around every endpoint that writes a resource: one transaction for the handler and all it does, who does it for the audit log, and
 * the same answer for the same `Idempotency-Key`.
 *
 * A failure of the handler takes the transaction back. It runs after access and body were checked.
 */
import { EndpointMetadata } from "@partner-api/contract/EndpointMetadata"
import { fillPath } from "@partner-api/contract/Path"
import { idempotencyKeyHeader, idempotencyReplayedHeader } from "@partner-api/contract/RequestHeaders"
import { IdempotentWrite } from "@partner-api/contract/Middleware"
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import { canonicalJson, idempotencyKeyMax, readIdempotencyKey } from "@partner-api/domain/IdempotencyKey"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import type * as HttpApiEndpoint from "effect/http-api/HttpApiEndpoint"
import * as HttpRouter from "effect/http/HttpRouter"
import * as HttpServerRequest from "effect/http/HttpServerRequest"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import * as Schema from "effect/Schema"
import { fingerprintOf } from "../../crypto/Secrets.ts"
import { CurrentActor } from "../../services/Audit.ts"
import { Idempotency, type KeyScope, type StoredAnswer } from "../../services/Idempotency.ts"
import { readable } from "./ErrorEncoding.ts"
import { CurrentRequest, type RequestRecord } from "../CurrentRequest.ts"
import { serviceFailed } from "../ErrorResponse.ts"

const keyName = idempotencyKeyHeader.toLowerCase()

const badKey = new InvalidRequest({
  message: `${idempotencyKeyHeader} must have 1 to ${idempotencyKeyMax} printable ASCII characters, bare or as a quoted string.`
})

/** Headers that belong to the answer itself; the edge adds those that belong to the moment. */
const keptHeaders = ["content-type", "location", "etag"]

const decoder = new TextDecoder()

/** An answer in the form in which it is kept. Only answers with a body in memory are; there are no others here. */
const toStored = (response: HttpServerResponse.HttpServerResponse): Omit<StoredAnswer, "fingerprint"> | undefined => {
  const { status, headers, body } = response
  return body._tag === "Uint8Array" && status >= 200 && status < 300
    ? {
        status,
        headers: Object.fromEntries(
          keptHeaders.flatMap((name) => {
            const value = name === "content-type" ? body.contentType : headers[name]
            return value === undefined ? [] : [[name, value]]
          })
        ),
        body: decoder.decode(body.body)
      }
    : undefined
}

const decodeResource = Schema.decodeUnknownOption(Schema.fromJsonString(Schema.Struct({ id: Schema.String })))

/** The id of the resource that an answer shows, so that the answer goes when the resource is erased; none where it shows no id. */
const resourceIdOf = ({ body }: Pick<StoredAnswer, "body">): string | undefined =>
  Option.getOrUndefined(Option.map(decodeResource(body), ({ id }) => id))

const replay = ({ status, headers, body }: StoredAnswer): HttpServerResponse.HttpServerResponse =>
  HttpServerResponse.text(body, {
    status,
    headers: { ...headers, [idempotencyReplayedHeader.toLowerCase()]: "true" },
    contentType: headers["content-type"]
  })

/** A key is good for an endpoint and its decoded parameters: two spellings of one address are one. */
const scopeOf = (
  endpoint: HttpApiEndpoint.Top,
  params: Readonly<Record<string, string | undefined>>,
  record: RequestRecord,
  key: string
): KeyScope | undefined => {
  const { access } = Context.getUnsafe(endpoint.annotations, EndpointMetadata)
  return record.clientId === undefined
    ? undefined
    : {
        organizationId: access.level === "scoped" ? record.organizationId : undefined,
        clientId: record.clientId,
        method: endpoint.method,
        path: fillPath(endpoint.path, params),
        key
      }
}

/** What a request asks for, whatever the order of its members. The body was read and checked before. */
const readFingerprint = (request: HttpServerRequest.HttpServerRequest) =>
  Effect.map(request.json, (body) => fingerprintOf(canonicalJson(body)))

export const layer = Layer.effect(
  IdempotentWrite,
  Effect.gen(function* () {
    const idempotency = yield* Idempotency
    return IdempotentWrite.of((httpEffect, { endpoint }) =>
      Effect.gen(function* () {
        const request = yield* HttpServerRequest.HttpServerRequest
        const { params } = yield* HttpRouter.RouteContext
        const record = yield* CurrentRequest
        // What is wrong with a body may be as large as the body: it does not travel through the transaction.
        const act = Effect.provideService(readable(httpEffect), CurrentActor, {
          clientId: record.clientId,
          requestId: record.id
        })
        const header = request.headers[keyName]
        if (header === undefined) return yield* idempotency.unkeyed(act)
        const key = readIdempotencyKey(header)
        if (key === undefined) return yield* badKey
        const scope = scopeOf(endpoint, params, record, key)
        // Access lets nobody through without naming who it is.
        if (scope === undefined) return yield* serviceFailed
        const fingerprint = yield* Effect.mapError(readFingerprint(request), () => serviceFailed)
        return yield* idempotency.once(
          { scope, fingerprint, replay },
          Effect.map(act, (answer) => {
            const stored = toStored(answer)
            return { answer, stored, resourceId: stored === undefined ? undefined : resourceIdOf(stored) }
          })
        )
      })
    )
  })
)
