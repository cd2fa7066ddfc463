/**
 * Commands about operators. Their entries belong to no organization and name operators by their ids; of values they have the role alone. The
 * digests of links and sessions are the store's.
 */
import * as Result from "effect/Result"

import { Conflict } from "../Errors.ts"
import type { Decision, JournalEntry } from "../Journal.ts"
import type { OperatorRole } from "../operator/Operator.ts"
import type { OperatorAccount } from "../operator/OperatorAccount.ts"
import type { OperatorId } from "../operator/OperatorId.ts"

const about = (action: JournalEntry["action"], id: OperatorId, ...changed: ReadonlyArray<string>): JournalEntry => ({
  organizationId: undefined,
  action,
  resource_id: id,
  changed
})

/** Creates an operator. */
export const createOperator = (
  id: OperatorId,
  name: string,
  role: OperatorRole,
  createdAt: string
): Decision<OperatorAccount> => ({
  next: { id, name, role, createdAt, revokedAt: undefined },
  entries: [{ ...about("operator.created", id, "name", "role"), after: { role } }]
})

/** Sets the role of an operator; one that stays what it was has no entry. */
export const setOperatorRole = (stored: OperatorAccount, role: OperatorRole): Decision<OperatorAccount> => ({
  next: { ...stored, role },
  entries:
    stored.role === role
      ? []
      : [{ ...about("operator.updated", stored.id, "role"), before: { role: stored.role }, after: { role } }]
})

/** The entry of a sign-in link that was made for an operator. */
export const linkCreated = (id: OperatorId): JournalEntry => about("operator.link_created", id, "link")

/** The entry of an operator who has used a link: only the link identifies the operator. */
export const operatorSignedIn = (id: OperatorId): JournalEntry => ({
  ...about("operator.signed_in", id, "session"),
  operator_id: id
})

/** The entry of an operator who has ended a session. */
export const operatorSignedOut = (id: OperatorId): JournalEntry => ({
  ...about("operator.signed_out", id, "session"),
  operator_id: id
})

/** Revokes an operator who is not revoked: links and sessions end. */
export const revokeOperator = (stored: OperatorAccount, revokedAt: string): Decision<OperatorAccount> => ({
  next: { ...stored, revokedAt },
  entries: [about("operator.revoked", stored.id, "link", "session")]
})

/** Erases the name of an operator, who is revoked with it. Fails where it was erased before. */
export const eraseOperator = (
  stored: OperatorAccount,
  erasedAt: string
): Result.Result<Decision<OperatorAccount>, Conflict> => {
  if (stored.name === undefined) {
    return Result.fail(new Conflict({ message: `The name of the operator ${stored.id} was erased before.` }))
  }
  const { entries, next } =
    stored.revokedAt === undefined ? revokeOperator(stored, erasedAt) : { next: stored, entries: [] }
  return Result.succeed({
    next: { ...next, name: undefined },
    entries: [...entries, about("operator.erased", stored.id, "name")]
  })
}
