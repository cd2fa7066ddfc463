/**
 * `partner-api console erase --operator NAME`: removes the name of an operator for good, who is revoked with it. The journal keeps the id.
 */
import { OperatorSessions } from "@partner-api/service/services/operator/OperatorSessions"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { confirm, yes } from "../Confirmation.ts"
import { json } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"
import { operatorName } from "./OperatorInputs.ts"

export const erase = Command.make(
  "erase",
  { operator: operatorName, yes, json },
  Effect.fnUntraced(function* (input) {
    yield* confirm(input.yes, `Erase the name of the operator ${input.operator} for good, and revoke it?`)
    const { id } = yield* writeToDatabase(
      Effect.flatMap(OperatorSessions, (sessions) =>
        Effect.tap(sessions.named(input.operator), (operator) => sessions.erase(operator.id))
      )
    )
    yield* print(input.json, { id, erased: true }, [
      `The name of the operator ${id} is erased. The audit log goes on to name the id.`,
      "Backups made before still hold the name: delete them in their time, and erase again after a restore."
    ])
  })
).pipe(Command.withDescription("Erase the name of an operator, and revoke it"))
