/**
 * An operator as the service keeps one: its name, until it is erased, what it may do, and whether it was revoked.
 */
import { Conflict, Unauthorized } from "../Errors.ts"
import * as Result from "effect/Result"

import type { Operator, OperatorRole } from "./Operator.ts"
import type { OperatorId } from "./OperatorId.ts"

/** An operator as it is stored. */
export interface OperatorAccount {
  readonly id: OperatorId
  /** Unique among all operators; absent once it is erased. */
  readonly name: string | undefined
  readonly role: OperatorRole
  readonly createdAt: string
  readonly revokedAt: string | undefined
}

/** An operator in answers of the operators' API. Its name is its id where the name was erased. */
export const renderOperator = ({ id, name, role }: OperatorAccount): Operator => ({ id, name: name ?? id, role })

/** The refusal of a sign-in link that is no good, whatever the reason: which one it is helps only those who guess. */
export const refusedLink = new Unauthorized({
  message: "The sign-in link is unknown, used or expired. Get a new one: partner-api console login --operator NAME.",
  credentialsSent: true
})

/** Refuses what only an operator who is not revoked can have. */
export const checkLiveOperator = (stored: OperatorAccount): Result.Result<OperatorAccount, Conflict> =>
  stored.revokedAt === undefined
    ? Result.succeed(stored)
    : Result.fail(
        new Conflict({
          message: `The operator ${stored.name ?? stored.id} was revoked at ${stored.revokedAt}. To use the name again, erase this operator.`
        })
      )
