/**
 * Gives each client its turn (`services/access/FairTurns.ts`): a request waits while too many of its client are under way. Requests of operators begin after
 * those of others that the event loop has already read.
 */
import * as Effect from "effect/Effect"
import { FairTurns, type Turn } from "../../services/access/FairTurns.ts"
import type { RequestContext } from "../RequestContext.ts"
import type { Answering, Handle, Stage } from "../Stage.ts"
import { isLargeBody } from "./ReadBody.ts"

/** Begins at once, or after the event loop has looked for requests of others. */
const enter = (turn: Turn, next: Handle, context: RequestContext): Answering =>
  turn.letsOthersFirst
    ? Effect.flatMap(Effect.yieldNow, () => {
        context.enteredMs = performance.now()
        return next(context)
      })
    : next(context)

/** The turn of a client. Without a token there is no client, and no turn. */
export const ofClients = Effect.map(
  FairTurns,
  (turns): Stage =>
    (next, { id, metadata }) =>
      metadata.access.level === "public"
        ? next
        : (context) => {
            const { caller, incoming, share } = context
            if (caller?.kind !== "token") return next(context)
            const turn = turns.request(caller.token.clientId, id, isLargeBody(incoming))
            share.turn = turn
            return turn.isHeld
              ? enter(turn, next, context)
              : Effect.flatMap(turn.wait, () => enter(turn, next, context))
          }
)

export const ofOperators: Stage = (next, { metadata }) =>
  metadata.access.level === "operator" ? (context) => Effect.flatMap(Effect.yieldNow, () => next(context)) : next
