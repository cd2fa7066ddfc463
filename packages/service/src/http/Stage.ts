/**
 * The types of stages. A stage runs before and after the stages behind it; `Pipeline.ts` lists them in order.
 */
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import type * as Effect from "effect/Effect"
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { RequestContext } from "./RequestContext.ts"

/** The failure of a stage: an error of the contract, or a part of the request or the answer that its schema refuses. */
export type Failure = PartnerError | HttpApiSchemaError

/** The effect that makes an answer. An answer or a failure that is known at once is an `Exit`, which needs no fiber. */
export type Answering = Effect.Effect<HttpServerResponse, Failure>

/** Answers a request: a handler with the stages before it, or a page. */
export type Handle = (context: RequestContext) => Answering

/** Puts a stage in front of `next`, the stages behind it. Returns `next` where the endpoint does not need the stage. */
export type Stage = (next: Handle, entry: EndpointEntry) => Handle
