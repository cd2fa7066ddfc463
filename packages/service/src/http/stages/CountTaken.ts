/**
 * Counts the refusals by which a client learns that a person is taken, and refuses its submissions and changes of applications once it has learned that as often as it
 * may in a day (`services/CheckAllowance.ts`). The refusal rolls its transaction back, so it is counted outside of it.
 */
import { Applications } from "@partner-api/contract/Applications"
import { ownedByAnother } from "@partner-api/domain/commands/Application"
import { DuplicateApplication } from "@partner-api/domain/Errors"
import * as Effect from "effect/Effect"
import { CheckAllowance } from "../../services/CheckAllowance.ts"
import type { Failure, Stage } from "../Stage.ts"

/** Whether a refusal shows that a person is taken. */
const isTaken = (failure: Failure): boolean => failure instanceof DuplicateApplication || failure === ownedByAnother

const { submit, update } = Applications.endpoints

/** The endpoints whose body names any person. An action names an application that is there. */
const naming: ReadonlySet<string> = new Set([submit.identifier, update.identifier])

export const stage = Effect.gen(function* () {
  const allowance = yield* CheckAllowance
  return ((next, { acceptsIdempotencyKey, group, name }) => {
    if (!acceptsIdempotencyKey || group.identifier !== Applications.identifier) return next
    return (context) => {
      const { authorized } = context
      if (authorized?.by.kind !== "client" || authorized.organizationId === undefined) return next(context)
      const checker = { clientId: authorized.by.clientId, organizationId: authorized.organizationId }
      const counted = Effect.suspend(() =>
        Effect.tapError(next(context), (failure) => (isTaken(failure) ? allowance.countRefusal(checker) : Effect.void))
      )
      return naming.has(name) ? Effect.andThen(allowance.require(checker), counted) : counted
    }
  }) satisfies Stage
})
