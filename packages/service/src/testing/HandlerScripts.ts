/**
 * Scripted answers in the place of handlers: after access, body and schemas, and under an idempotency key like any other. For tests.
 */
import { bodyBytesMaxOf } from "@partner-api/contract/BodyBound"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import * as Cause from "effect/Cause"
import * as Data from "effect/Data"
import * as Effect from "effect/Effect"
import * as HttpServerResponse from "effect/http/HttpServerResponse"
import * as Result from "effect/Result"
import { pathOf } from "../http/Incoming.ts"
import { partnerStages } from "../http/Pipeline.ts"
import type { RequestContext } from "../http/RequestContext.ts"
import { partsOf, payloadOf } from "../http/RequestParts.ts"
import type { Stage } from "../http/Stage.ts"

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

/** A scripted answer that is no success: what it stands for has had no effect, so the write around it is taken back. */
class Refusal extends Data.TaggedClass("ScriptedRefusal")<{
  readonly answer: HttpServerResponse.HttpServerResponse
}> {}

const toResponse = ({ body, headers = {}, status = 200 }: ScriptedAnswer): HttpServerResponse.HttpServerResponse =>
  body === undefined
    ? HttpServerResponse.uint8Array(new Uint8Array(), { status, headers, contentType: "" })
    : HttpServerResponse.text(JSON.stringify(body), { status, headers, contentType: "application/json" })

const decoder = new TextDecoder()

/** The body of a request, which no stage has parsed where its handler reads it; undefined when there is none. */
const bodyOf = ({ body, incoming }: RequestContext, { declaration, method }: EndpointEntry) =>
  body !== undefined || method === "GET"
    ? Effect.succeed(body)
    : incoming.body.read(bodyBytesMaxOf(declaration) ?? 0).pipe(
        Effect.flatMap((bytes) => Effect.try((): unknown => JSON.parse(decoder.decode(bytes)))),
        Effect.orElseSucceed(() => undefined)
      )

/** Answers by scripts where a request is valid; what is wrong with another one, the handler finds. */
const answerByScript =
  (scripts: HandlerScripts): Stage =>
  (next, entry) => {
    const { headers, params, query } = partsOf(entry)
    const payload = payloadOf(entry)
    return (context) =>
      Effect.gen(function* () {
        const script = scripts.get(entry.id)
        if (script === undefined) return yield* next(context)
        const { id, incoming, organizationId, searchParams } = context
        const body = yield* bodyOf(context, entry)
        const texts = Object.fromEntries(Object.entries(context.params).map(([name, value]) => [name, value ?? ""]))
        const decoded = [params?.(texts), headers?.(incoming.headers), query?.(searchParams), payload?.(body)]
        if (decoded.some((part) => part !== undefined && Result.isFailure(part))) return yield* next(context)
        const answer = yield* Effect.promise(() =>
          script({
            operation: entry.id,
            method: incoming.method,
            path: pathOf(incoming),
            params: texts,
            query: Object.fromEntries(
              Object.entries(searchParams).map(([name, value]) => [name, [value].flat().join()])
            ),
            body,
            organizationId,
            requestId: id
          })
        )
        context.written = answer.body
        const response = toResponse(answer)
        return response.status < 300 ? response : yield* Effect.die(new Refusal({ answer: response }))
      })
  }

/** Answers with what a script has refused, once no write is around it. */
const answerRefusals: Stage = (next) => (context) =>
  Effect.catchCause(next(context), (cause) => {
    const refusal = cause.reasons.filter(Cause.isDieReason).find(({ defect }) => defect instanceof Refusal)?.defect
    return refusal instanceof Refusal ? Effect.succeed(refusal.answer) : Effect.failCause(cause)
  })

/** The stages of the service, in which scripted answers take the place of handlers. */
export const stages = (scripts: HandlerScripts) =>
  Effect.map(partnerStages, (list) => [answerRefusals, ...list, answerByScript(scripts)])
