/**
 * `partner-api clients list`: every client, revoked ones too.
 */
import { columns } from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { ClientAdministration } from "@partner-api/service/services/administration/ClientAdministration"
import { json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"

export const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (input) {
    const rows = yield* onDatabase(Effect.flatMap(ClientAdministration, (clients) => clients.all))
    yield* print(
      input.json,
      rows.map((row) => ({
        client_id: row.id,
        name: row.name,
        created_at: row.createdAt,
        revoked_at: row.revokedAt ?? null,
        grants: row.grants,
        secrets: row.secrets
      })),
      makeTable<(typeof rows)[number]>(
        [
          { title: "client_id", cell: ({ id }) => id, isWhole: true },
          { title: "name", cell: ({ name }) => name },
          { title: "grants", cell: ({ grants }) => String(grants) },
          { title: "secrets", cell: ({ secrets }) => String(secrets) },
          { title: "created", cell: ({ createdAt }) => createdAt, isWhole: true },
          {
            title: "state",
            cell: ({ revokedAt }) => (revokedAt === undefined ? "live" : `revoked ${revokedAt}`),
            isWhole: true
          }
        ],
        yield* columns
      ).lines(rows)
    )
  })
).pipe(Command.withDescription("List all clients"))
