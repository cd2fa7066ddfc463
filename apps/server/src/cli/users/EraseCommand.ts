/**
 * `partner-api users erase ORGANIZATION USER`: removes a person for good. Backups keep what they hold; `docs/personal-data.md` states for
 * how long.
 */
import { UserId } from "@partner-api/domain/Ids"
import * as Argument from "effect/cli/Argument"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { UserErasure } from "@partner-api/service/services/administration/UserErasure"
import { confirm, yes } from "../Confirmation.ts"
import { json, organizationId } from "../Inputs.ts"
import { print, writeToDatabase } from "../Operator.ts"

export const erase = Command.make(
  "erase",
  {
    organizationId,
    userId: Argument.String("user").pipe(Argument.withDescription("The id of the user"), Argument.withSchema(UserId)),
    yes,
    json
  },
  Effect.fnUntraced(function* (input) {
    yield* confirm(input.yes, `Erase the user ${input.userId} of ${input.organizationId} for good?`)
    yield* writeToDatabase(
      Effect.flatMap(UserErasure, (users) => users.erase(input.organizationId, input.userId)),
      Effect.flatMap(UserErasure, (users) => users.clear(input.organizationId, input.userId))
    )
    yield* print(input.json, { organization_id: input.organizationId, user_id: input.userId, erased: true }, [
      `${input.userId} is erased, with every stored answer about it.`,
      "Backups made before still hold the record: delete them in their time, and erase again after a restore."
    ])
  })
).pipe(Command.withDescription("Erase a person: the record, and stored answers about it"))
