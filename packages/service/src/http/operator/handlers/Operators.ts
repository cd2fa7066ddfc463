/**
 * Handlers of operators: what `OperatorSessions` does, for the console. An admin changes neither its own role nor ends itself: that is for another
 * one, or for the command.
 */
import { CurrentOperator } from "@partner-api/contract/operator/OperatorAccess"
import { OperatorApi } from "@partner-api/contract/operator/OperatorApi"
import { Conflict } from "@partner-api/domain/Errors"
import { noFilters } from "@partner-api/domain/Filter"
import { renderOperator } from "@partner-api/domain/operator/OperatorAccount"
import type { OperatorSummary } from "@partner-api/domain/operator/OperatorView"
import { NormalTimestamp, timestampFromMillis } from "@partner-api/domain/Timestamp"
import { type FoundRows, lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import * as Effect from "effect/Effect"
import * as Redacted from "effect/Redacted"
import { handlersOf } from "../../Handlers.ts"
import { PublicUrl } from "../../../PublicUrl.ts"
import { Lists } from "../../../services/Lists.ts"
import { type OperatorOverview, OperatorSessions } from "../../../services/operator/OperatorSessions.ts"
import { signInLink } from "../../../services/operator/SignInLink.ts"
import { answerOperator } from "../../handlers/ListAnswer.ts"

/** A page of the operators, whom the store reads as a whole, ordered by id: there is one for each person who runs the service. */
const pageOfWhole = <Row extends { readonly id: string }>(
  rows: ReadonlyArray<Row>,
  { after, limit }: PageRequest
): FoundRows<Row> => ({
  rows: rows
    .filter(({ id }) => after === undefined || id > after)
    .slice(0, lookAhead(limit))
    .map((row) => ({ position: row.id, row })),
  lookedTo: undefined
})

const summaryOf = (operator: OperatorOverview): OperatorSummary => ({
  ...renderOperator(operator),
  created_at: NormalTimestamp.make(operator.createdAt),
  ...(operator.revokedAt === undefined ? {} : { revoked_at: NormalTimestamp.make(operator.revokedAt) }),
  sessions: operator.sessions,
  ...(operator.usedAtMs === undefined ? {} : { last_used_at: timestampFromMillis(operator.usedAtMs) })
})

const ownRole = new Conflict({
  message: "This is your own name: another admin changes your role, or partner-api console login --role."
})

const ownEnd = new Conflict({
  message: "This is you: another admin revokes you, or partner-api console revoke."
})

export const layer = handlersOf(
  OperatorApi,
  "operators",
  Effect.fnUntraced(function* (handlers) {
    const sessions = yield* OperatorSessions
    const lists = yield* Lists
    const publicUrl = yield* PublicUrl

    return handlers({
      list: answerOperator(lists, noFilters, (_, page) =>
        Effect.map(sessions.list, (all) => pageOfWhole(all.map(summaryOf), page))
      ),
      invite: Effect.fnUntraced(function* ({ payload: { name, role } }) {
        const { operator: own } = (yield* CurrentOperator).session
        if (own.name === name && own.role !== role) return yield* ownRole
        const { expiresAtMs, operator, token } = yield* sessions.makeLink(name, role)
        return {
          operator,
          link: Redacted.make(signInLink(publicUrl, token)),
          expires_at: timestampFromMillis(expiresAtMs)
        }
      }),
      revoke: Effect.fnUntraced(function* ({ params }) {
        if ((yield* CurrentOperator).operatorId === params.operatorId) return yield* ownEnd
        yield* sessions.revoke(params.operatorId)
      })
    })
  })
)
