/**
 * Around every endpoint that writes a resource (`IdempotentWrite`): one transaction for the handler and all it does, and the same answer for the same
 * `Idempotency-Key`.
 *
 * A stored answer is found by one read. Else the body is decoded, and only then the transaction opens; a failure of the handler takes it
 * back. It runs after access and body were checked.
 */
import type { EndpointMetadataShape } from "@partner-api/contract/EndpointMetadata"
import { fillPath } from "@partner-api/contract/Path"
import { idempotencyKeyHeader, idempotencyReplayedHeader } from "@partner-api/contract/RequestHeaders"
import { type CurrentCaller, CurrentWrite } from "@partner-api/contract/Middleware"
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { canonicalJson, idempotencyKeyMax, readIdempotencyKey } from "@partner-api/domain/IdempotencyKey"
import type { Actor } from "@partner-api/domain/Journal"
import { storedBytesOf } from "@partner-api/domain/RequestCost"
import { refusedToken } from "@partner-api/domain/Token"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { fingerprintOf } from "../../crypto/Secrets.ts"
import { Idempotency, type KeyScope, type StoredAnswer } from "../../services/Idempotency.ts"
import { Journal } from "../../services/Journal.ts"
import { StorageQuota } from "../../services/access/StorageQuota.ts"
import { answerBytesOf } from "../AnswerBytes.ts"
import { serviceFailed } from "../ErrorResponse.ts"
import type { Caller, RequestContext } from "../RequestContext.ts"
import { bodyOf } from "../RequestParts.ts"
import type { Answering, Stage } from "../Stage.ts"
import { callerOf } from "./Authorize.ts"
import { readable } from "./EncodeErrors.ts"

const keyName = idempotencyKeyHeader.toLowerCase()

const badKey = new InvalidRequest({
  message: `${idempotencyKeyHeader} must have 1 to ${idempotencyKeyMax} printable ASCII characters, bare or as a quoted string.`
})

/** Headers that belong to the answer itself; the edge adds those that belong to the moment. */
const storedHeaders = ["content-type", "location", "etag"]

const decoder = new TextDecoder()

/** An answer in the form in which it is stored. Every answer to a write is a success, with a body in memory or none; another is a fault. */
const toStored = Effect.fnUntraced(function* (
  { body, headers, status }: HttpServerResponse.HttpServerResponse,
  written: unknown,
  { shownOnce }: EndpointMetadataShape
) {
  const isBytes = body._tag === "Uint8Array"
  if (status < 200 || status >= 300 || !(isBytes || body._tag === "Empty")) return yield* serviceFailed
  const text = isBytes ? (body.text ?? decoder.decode(body.body)) : ""
  // The JSON of an answer names the resource with which the stored answer goes, and the secret that is shown once.
  if (text !== "" && written === undefined) return yield* serviceFailed
  const stored: Omit<StoredAnswer, "fingerprint"> = {
    status,
    headers: Object.fromEntries(
      storedHeaders.flatMap((name) => {
        const value = name === "content-type" ? (isBytes ? body.contentType : undefined) : headers[name]
        return value === undefined ? [] : [[name, value]]
      })
    ),
    body:
      shownOnce === undefined || !Predicate.isObject(written) ? text : JSON.stringify(Struct.omit(written, [shownOnce]))
  }
  return stored
})

/** The id of the resource that a write answers with, so that the answer goes when the resource is erased; none where it has no id. */
const resourceIdOf = (written: unknown): string | undefined =>
  Predicate.hasProperty(written, "id") && Predicate.isString(written.id) ? written.id : undefined

/** The stored answer to a request, whose context shows that it is one. */
const replay = (
  { status, headers, body }: StoredAnswer,
  context: RequestContext
): HttpServerResponse.HttpServerResponse => {
  context.isReplay = true
  const shown = { ...headers, [idempotencyReplayedHeader.toLowerCase()]: "true" }
  return body === ""
    ? HttpServerResponse.empty({ status, headers: shown })
    : HttpServerResponse.text(body, { status, headers: shown, contentType: headers["content-type"] })
}

/** A key is good for an endpoint and its decoded parameters: two spellings of one address are one. */
const scopeOf = (
  { metadata: { access }, method, path }: EndpointEntry,
  params: Readonly<Record<string, string | undefined>>,
  { by, organizationId }: CurrentCaller["Service"],
  key: string
): KeyScope => ({
  organizationId: access.level === "scoped" ? organizationId : undefined,
  callerId: by.kind === "client" ? by.clientId : by.operatorId,
  method,
  path: fillPath(path, params),
  key
})

/**
 * What the fingerprint of a request is of: its body, in the view of an agency where its grant is bound to one. The answer to the same body in another
 * view may show what this one does not, so it is the answer to another request.
 */
const fingerprinted = (caller: Caller, body: unknown): unknown =>
  caller.kind !== "token" || caller.token.agencyId === undefined ? body : { agency_id: caller.token.agencyId, body }

/** A request whose body is refused does not reach its handler, and writes nothing. */
const refuse = Effect.provideService(CurrentWrite, { record: () => Effect.void })

export const stage = Effect.gen(function* () {
  const idempotency = yield* Idempotency
  const journal = yield* Journal
  const quota = yield* StorageQuota

  /** Answers a write by `act`, which its transaction is around. */
  const write = Effect.fnUntraced(function* (
    act: Answering,
    entry: EndpointEntry,
    decodeBody: ReturnType<typeof bodyOf>,
    context: RequestContext,
    caller: Caller
  ) {
    const { by, organizationId } = callerOf(caller)
    const actor: Actor = { ...by, requestId: context.id }
    const header = context.incoming.headers[keyName]
    const key = header === undefined ? undefined : readIdempotencyKey(header)
    if (header !== undefined && key === undefined) return yield* badKey
    const payload = decodeBody?.(context)
    // A body that is refused is never the one whose answer is stored: its key tells nothing, and its fingerprint would cost the most.
    if (payload !== undefined && Result.isFailure(payload)) return yield* refuse(act)
    // Before the commit: the write of a client that goes away meanwhile is kept, and counts.
    const count = (bytes: number): void => {
      const { work } = context.share
      if (by.kind === "client") quota.count(by.clientId, bytes - work.bytesStored)
      work.bytesStored = bytes
    }
    if (key === undefined) {
      if (by.kind === "client") yield* quota.check(by.clientId)
      return yield* journal.write(
        actor,
        Effect.map(act, (answer) => {
          count(storedBytesOf(answerBytesOf(answer), false))
          return answer
        })
      )
    }

    const keyed = {
      actor,
      scope: scopeOf(entry, context.params, { by, organizationId }, key),
      fingerprint: fingerprintOf(canonicalJson(fingerprinted(caller, payload === undefined ? null : context.body)))
    }
    const stored = yield* idempotency.find(keyed)
    if (Option.isSome(stored)) return replay(stored.value, context)
    if (by.kind === "client") yield* quota.check(by.clientId)
    const answered = yield* idempotency.once(
      keyed,
      Effect.flatMap(act, (answer) =>
        Effect.map(toStored(answer, context.written, entry.metadata), (kept) => {
          count(storedBytesOf(answerBytesOf(answer), true))
          return { answer, stored: kept, resourceId: resourceIdOf(context.written) }
        })
      )
    )
    return "stored" in answered ? replay(answered.stored, context) : answered.answer
  })

  return ((next, entry) => {
    if (!entry.acceptsIdempotencyKey) return next
    const decodeBody = bodyOf(entry)
    return (context) => {
      const { caller } = context
      // What is wrong with a body may be as large as the body: it does not travel through the transaction.
      const act = Effect.suspend(() => readable(next(context), context))
      return caller === undefined ? Effect.fail(refusedToken) : write(act, entry, decodeBody, context, caller)
    }
  }) satisfies Stage
})
