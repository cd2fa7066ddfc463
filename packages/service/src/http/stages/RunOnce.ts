/**
 * The stage of writes (`IdempotentWrite` of the contract): runs the stages behind it in one transaction, and repeats the stored answer of an
 * `Idempotency-Key`.
 *
 * It looks for a stored answer with one read, then for the person on whose behalf the client writes, clears what goes before (`ClearFirst`), and opens the
 * transaction, by `Journal.write` without a key and by `Idempotency.once` with one. A failure of the handler rolls the transaction back.
 */
import type { EndpointMetadataShape } from "@partner-api/contract/EndpointMetadata"
import { fillPath } from "@partner-api/contract/Path"
import { idempotencyKeyHeader, idempotencyReplayedHeader, onBehalfOfHeader } from "@partner-api/contract/RequestHeaders"
import { type CurrentCaller, CurrentWrite } from "@partner-api/contract/Middleware"
import { InvalidRequest } from "@partner-api/contract/ProtocolErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import { canonicalJson, idempotencyKeyMax, readIdempotencyKey } from "@partner-api/domain/IdempotencyKey"
import type { Actor } from "@partner-api/domain/Journal"
import { storedBytesOf } from "@partner-api/domain/RequestCost"
import { isTokenOptional, refusedToken } from "@partner-api/domain/Token"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Option from "effect/Option"
import * as Predicate from "effect/Predicate"
import * as Result from "effect/Result"
import * as Struct from "effect/Struct"
import { fingerprintOf } from "../../crypto/Secrets.ts"
import { Idempotency, type KeyScope, type StoredAnswer } from "../../services/Idempotency.ts"
import { Journal } from "../../services/Journal.ts"
import { Representation } from "../../services/access/Representation.ts"
import { StorageQuota } from "../../services/access/StorageQuota.ts"
import { answerBytesOf } from "../AnswerBytes.ts"
import { serviceFailed } from "../ErrorResponse.ts"
import type { Caller, RequestContext } from "../RequestContext.ts"
import type { Answering, Stage } from "../Stage.ts"
import { encodeSchemaErrors } from "./EncodeErrors.ts"

const keyName = idempotencyKeyHeader.toLowerCase()
const personName = onBehalfOfHeader.toLowerCase()

const badKey = new InvalidRequest({
  message: `${idempotencyKeyHeader} must have 1 to ${idempotencyKeyMax} printable ASCII characters, bare or as a quoted string.`
})

/** The headers that are stored with an answer; `RequestExchange.end` adds those of the moment. */
const storedHeaders = ["content-type", "location", "etag"]

const decoder = new TextDecoder()

/** The stored form of an answer. A write answers with a success whose body is in memory or empty; any other answer is a fault of the service. */
const toStored = Effect.fnUntraced(function* (
  { body, headers, status }: HttpServerResponse.HttpServerResponse,
  written: unknown,
  { shownOnce }: EndpointMetadataShape
) {
  const isBytes = body._tag === "Uint8Array"
  if (status < 200 || status >= 300 || !(isBytes || body._tag === "Empty")) return yield* serviceFailed
  const text = isBytes ? (body.text ?? decoder.decode(body.body)) : ""
  // `written` has the id of the resource, and the secret that the stored answer leaves out.
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

const textOf = (written: unknown, name: "id" | "application_id"): string | undefined => {
  const value = Predicate.hasProperty(written, name) ? written[name] : undefined
  return Predicate.isString(value) ? value : undefined
}

/**
 * The id of the resource whose erasure removes the stored answer of a write: the application that the path or the answer names, as a part of it is about its
 * person, else the resource in the answer; none where it has no id.
 */
const resourceIdOf = (written: unknown, { applicationId }: RequestContext["params"]): string | undefined =>
  applicationId ?? textOf(written, "application_id") ?? textOf(written, "id")

/** The answer to a repeated request, from the stored one. Marks the context as a replay. */
const replay = (
  { status, headers, body }: StoredAnswer,
  context: RequestContext
): HttpServerResponse.HttpServerResponse => {
  context.isReplay = true
  const marked = { ...headers, [idempotencyReplayedHeader.toLowerCase()]: "true" }
  return body === ""
    ? HttpServerResponse.empty({ status, headers: marked })
    : HttpServerResponse.text(body, { status, headers: marked, contentType: headers["content-type"] })
}

/** The scope of a key: caller, endpoint and decoded parameters, so that two spellings of one address have one scope. */
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
 * The content of the fingerprint of a request: the body, the agency of a bound grant, and the person whom the request names. The answer to the same body in
 * another view may show more, and a request for another person is recorded otherwise, so each of them is another request.
 */
const fingerprinted = (caller: Caller | undefined, person: string | undefined, body: unknown): unknown => {
  const seen =
    caller?.kind !== "token" || caller.token.agencyId === undefined ? body : { agency_id: caller.token.agencyId, body }
  return person === undefined ? seen : { on_behalf_of: person, body: seen }
}

/** The person whom a request to a resource of an organization names. Other resources have nobody to name. */
const personIn = ({ metadata: { access } }: EndpointEntry, { incoming }: RequestContext): string | undefined =>
  access.level === "scoped" ? incoming.headers[personName] : undefined

/** Runs the stages behind this one for a body that its schema refuses, without a transaction: `CallHandler` answers with the refusal. */
const refuse = Effect.provideService(CurrentWrite, { record: () => Effect.void })

export const stage = Effect.gen(function* () {
  const idempotency = yield* Idempotency
  const journal = yield* Journal
  const quota = yield* StorageQuota
  const representation = yield* Representation

  /** The actor of a request: its caller, and the person on whose behalf it is made. */
  const actorOf = ({ caller, id }: RequestContext, by: CurrentCaller["Service"]["by"], person: string | undefined) => {
    const actor: Actor = { ...by, requestId: id }
    if (person === undefined || actor.kind !== "client" || caller?.kind !== "token") return Effect.succeed(actor)
    const { agencyId, organizationId } = caller.token
    return organizationId === undefined
      ? Effect.succeed(actor)
      : Effect.map(representation.resolve({ organizationId, agencyId }, person), (onBehalfOf): Actor => ({
          ...actor,
          onBehalfOf
        }))
  }

  /** Runs `act`, the stages behind this one, in the transaction of a write. */
  const write = Effect.fnUntraced(function* (
    act: Answering,
    entry: EndpointEntry,
    context: RequestContext,
    { by, organizationId }: CurrentCaller["Service"]
  ) {
    const header = context.incoming.headers[keyName]
    const key = header === undefined ? undefined : readIdempotencyKey(header)
    if (header !== undefined && key === undefined) return yield* badKey
    // A refused body has no stored answer, so the key is not looked up; the fingerprint of such a body would cost the most.
    if (Result.isFailure(context.payload)) return yield* refuse(act)
    const person = personIn(entry, context)
    // The bytes are counted before the commit: a client that disconnects during the commit pays for its write too.
    const count = (bytes: number): void => {
      const { work } = context.usage
      if (by.kind === "client") quota.count(by.clientId, bytes - work.bytesStored)
      work.bytesStored = bytes
    }
    const keyed =
      key === undefined
        ? undefined
        : {
            scope: scopeOf(entry, context.params, { by, organizationId }, key),
            fingerprint: fingerprintOf(canonicalJson(fingerprinted(context.caller, person, context.body ?? null)))
          }
    if (keyed !== undefined) {
      const stored = yield* idempotency.find(keyed)
      if (Option.isSome(stored)) return replay(stored.value, context)
    }
    if (by.kind === "client") yield* quota.check(by.clientId)
    const actor = yield* actorOf(context, by, person)
    if (context.clearing !== undefined) yield* context.clearing
    if (keyed === undefined) {
      return yield* journal.write(
        actor,
        Effect.map(act, (answer) => {
          count(storedBytesOf(answerBytesOf(answer), false))
          return answer
        })
      )
    }
    const answered = yield* idempotency.once(
      { ...keyed, actor },
      Effect.flatMap(act, (answer) =>
        Effect.map(toStored(answer, context.written, entry.metadata), (kept) => {
          count(storedBytesOf(answerBytesOf(answer), true))
          return { answer, stored: kept, resourceId: resourceIdOf(context.written, context.params) }
        })
      )
    )
    return "stored" in answered ? replay(answered.stored, context) : answered.answer
  })

  return ((next, entry) => {
    if (!entry.acceptsIdempotencyKey) return next
    return (context) => {
      const { authorized } = context
      // The error of a schema may be as large as the body, so it becomes a small error inside of the transaction.
      const act = Effect.suspend(() => encodeSchemaErrors(next(context), context))
      if (authorized !== undefined) return write(act, entry, context, authorized)
      // Nobody has keys: the handler names the actor, and opens the transaction.
      return isTokenOptional(entry.metadata.access) ? next(context) : Effect.fail(refusedToken)
    }
  }) satisfies Stage
})
