/**
 * A stage: one part of the way of a request, before and after the stages behind it. `Pipeline.ts` has the list of them.
 */
import type { PartnerError } from "@partner-api/contract/PartnerErrors"
import type { EndpointEntry } from "@partner-api/contract/Reflection"
import type * as Effect from "effect/Effect"
import type { HttpApiSchemaError } from "effect/http-api/HttpApiError"
import type { HttpServerResponse } from "effect/http/HttpServerResponse"
import type { RequestContext } from "./RequestContext.ts"

/** Why a request is not answered as its endpoint would: an error of the contract, or a part that its schema refuses. */
export type Failure = PartnerError | HttpApiSchemaError

/** An answer in the making. One that is known at once is an `Exit`, which needs no fiber. */
export type Answering = Effect.Effect<HttpServerResponse, Failure>

/** Answers a request. */
export type Handle = (context: RequestContext) => Answering

/** Puts a stage of an endpoint before those behind it. A stage that an endpoint does not need gives back what is behind it. */
export type Stage = (next: Handle, entry: EndpointEntry) => Handle
