/**
 * `partner-api organizations list`: every organization, with how many clients may use it.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { OrganizationStore } from "../../store/OrganizationStore.ts"
import { json } from "../Inputs.ts"
import { onDatabase, print, table } from "../Operator.ts"

export const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (input) {
    const rows = yield* onDatabase(Effect.flatMap(OrganizationStore, (store) => store.all))
    yield* print(
      input.json,
      rows,
      table(
        ["id", "name", "clients", "created"],
        rows.map((row) => [row.id, row.name, String(row.clients), row.created_at])
      )
    )
  })
).pipe(Command.withDescription("List all organizations"))
