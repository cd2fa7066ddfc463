/**
 * Makes a request wait while its client or its operator has too many requests under way (`services/access/FairTurns.ts`). A request of an operator begins after
 * the requests that the event loop has already read.
 */
import * as Effect from "effect/Effect"
import { FairTurns, type Turn } from "../../services/access/FairTurns.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Answering, Handle, Stage } from "../Stage.ts"
import { isLargeBody } from "./ReadBody.ts"

/** Calls the next stages at once, or after the event loop has read other requests. */
const enter = (turn: Turn, next: Handle, context: RequestContext): Answering =>
  turn.yieldsFirst
    ? Effect.flatMap(Effect.yieldNow, () => {
        context.enteredMs = performance.now()
        return next(context)
      })
    : next(context)

/** The stage for partners. A request without a token has no client, and needs no turn; a file has a place of its own (`FilePlaces.ts`). */
export const ofClients = Effect.map(
  FairTurns,
  (turns): Stage =>
    (next, { id, metadata }) =>
      metadata.access.level === "public" || metadata.file === "request"
        ? next
        : (context) => {
            const { caller, incoming, usage } = context
            if (caller?.kind !== "token") return next(context)
            const turn = turns.request(caller.token.clientId, id, isLargeBody(incoming))
            usage.turn = turn
            return turn.isHeld
              ? enter(turn, next, context)
              : Effect.flatMap(turn.wait, () => enter(turn, next, context))
          }
)

/**
 * The stage for operators. They have turns of their own, and each request lets others go first: eight tables of megabytes, each of which is made in pieces, would
 * make a partner wait for eight pieces.
 */
export const ofOperators = Effect.map(
  FairTurns,
  (turns): Stage =>
    (next, { id, metadata }) =>
      metadata.access.level !== "operator"
        ? next
        : (context) => {
            const { caller, incoming, usage } = context
            if (caller?.kind !== "operator") return next(context)
            const turn = turns.request(caller.operator.operatorId, id, isLargeBody(incoming))
            usage.turn = turn
            const begin = Effect.flatMap(Effect.yieldNow, () => next(context))
            return turn.isHeld ? begin : Effect.andThen(turn.wait, begin)
          }
)
