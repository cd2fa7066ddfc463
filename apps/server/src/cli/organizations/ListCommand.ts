/**
 * `partner-api organizations list`: every organization, with how many clients may use it.
 */
import { columns } from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { OrganizationAdministration } from "@partner-api/service/services/administration/OrganizationAdministration"
import { json } from "../Inputs.ts"
import { onDatabase, print } from "../Operator.ts"

export const list = Command.make(
  "list",
  { json },
  Effect.fnUntraced(function* (input) {
    const rows = yield* onDatabase(Effect.flatMap(OrganizationAdministration, ({ all }) => all))
    yield* print(
      input.json,
      rows.map(({ createdAt, id, name, clients }) => ({ id, name, created_at: createdAt, clients })),
      makeTable<(typeof rows)[number]>(
        [
          { title: "id", cell: ({ id }) => id, isWhole: true },
          { title: "name", cell: ({ name }) => name },
          { title: "clients", cell: ({ clients }) => String(clients) },
          { title: "created", cell: ({ createdAt }) => createdAt, isWhole: true }
        ],
        yield* columns
      ).lines(rows)
    )
  })
).pipe(Command.withDescription("List all organizations"))
