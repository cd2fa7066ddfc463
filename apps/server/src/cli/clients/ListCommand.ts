/**
 * `partner-api clients list`: every client, revoked ones too.
 */
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { OperatorClients } from "../../services/OperatorClients.ts"
import { json } from "../Inputs.ts"
import { onDatabase, print, table } from "../Operator.ts"

export const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (input) {
    const rows = yield* onDatabase(Effect.flatMap(OperatorClients, (clients) => clients.all))
    yield* print(
      input.json,
      rows.map((row) => ({
        client_id: row.id,
        name: row.name,
        created_at: row.created_at,
        revoked_at: row.revoked_at,
        grants: row.grants,
        secrets: row.secrets
      })),
      table(
        ["client_id", "name", "grants", "secrets", "created", "state"],
        rows.map((row) => [
          row.id,
          row.name,
          String(row.grants),
          String(row.secrets),
          row.created_at,
          row.revoked_at === null ? "live" : `revoked ${row.revoked_at}`
        ])
      )
    )
  })
).pipe(Command.withDescription("List all clients"))
