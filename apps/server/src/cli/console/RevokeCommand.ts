/**
 * `partner-api console revoke --operator NAME`: the end of an operator, with links and sessions. It cannot be taken back.
 */
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { confirm, yes } from "../Confirmation.ts"
import { json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { operatorName } from "./OperatorInputs.ts"

export const revoke = Command.make(
  "revoke",
  { operator: operatorName, yes, json },
  Effect.fnUntraced(function* (input) {
    yield* confirm(input.yes, `Revoke the operator ${input.operator} for good, with its links and sessions?`)
    const { id, revokedAt } = yield* writeToDatabase(
      Effect.flatMap(OperatorSessions, (sessions) =>
        Effect.flatMap(sessions.named(input.operator), (operator) => sessions.revoke(operator.id))
      )
    )
    yield* print(input.json, { id, name: input.operator, revoked_at: revokedAt ?? null }, [
      `${input.operator} (${id}) is revoked: its links and sessions have ended.`
    ])
  })
).pipe(Command.withDescription("Revoke an operator with its links and sessions, for good"))
