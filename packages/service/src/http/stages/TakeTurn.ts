/**
 * Makes a request wait while its client or its operator has too many requests under way (`services/access/FairTurns.ts`). A request of an operator begins after
 * the requests that the event loop has already read.
 */
import type { ClientId } from "@partner-api/domain/Ids"
import type { OperatorId } from "@partner-api/domain/operator/OperatorId"
import * as Effect from "effect/Effect"
import { FairTurns, type Turn } from "../../services/access/FairTurns.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Answering, Handle, Stage } from "../Stage.ts"
import { isLargeBody } from "./ReadBody.ts"

/** Calls the next stages after the event loop has read other requests. */
const afterOthers = (next: Handle, context: RequestContext): Answering =>
  Effect.flatMap(Effect.yieldNow, () => {
    context.enteredMs = performance.now()
    return next(context)
  })

/** Runs `begin` in a turn of the client or the operator with an id, which may have to wait for it. */
const inTurn = (
  turns: FairTurns["Service"],
  [id, kind]: readonly [ClientId | OperatorId, kind: string],
  { incoming, usage }: RequestContext,
  begin: (turn: Turn) => Answering
): Answering => {
  const turn = turns.request(id, kind, isLargeBody(incoming))
  usage.turn = turn
  return turn.isHeld ? begin(turn) : Effect.flatMap(turn.wait, () => begin(turn))
}

/** The stage for partners. A request without a token has no client, and needs no turn; a file has a place of its own (`FilePlaces.ts`). */
export const ofClients = Effect.map(
  FairTurns,
  (turns): Stage =>
    (next, { id, metadata }) =>
      metadata.access.level === "public" || metadata.file === "request"
        ? next
        : (context) => {
            const { caller } = context
            if (caller?.kind !== "token") return next(context)
            return inTurn(turns, [caller.token.clientId, id], context, (turn) =>
              turn.yieldsFirst ? afterOthers(next, context) : next(context)
            )
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
            const { caller } = context
            if (caller?.kind !== "operator") return next(context)
            return inTurn(turns, [caller.operator.operatorId, id], context, () => afterOthers(next, context))
          }
)
