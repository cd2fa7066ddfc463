/**
 * `partner organizations`: what the credentials are granted, all of it.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { readCredentials } from "./credentials/Credentials.ts"
import { shared } from "./Inputs.ts"
import { withCredentials } from "./Session.ts"

export const organizations = Command.make(
  "organizations",
  shared,
  Effect.fnUntraced(function* (input) {
    const credentials = yield* readCredentials(input.config)
    const found = yield* withCredentials(credentials, (partner) => partner.organizations.list())
    if (input.json) return yield* Output.printJson([found])
    if (found.length === 0) return yield* Output.tell("There are no organizations: these credentials are granted none.")
    const table = makeTable<(typeof found)[number]>(
      [
        { title: "ID", cell: ({ id }) => id, isWhole: true },
        { title: "NAME", cell: ({ name }) => name }
      ],
      Output.columns()
    )
    yield* Output.print(table.lines(found))
  })
).pipe(
  Command.withDescription("List the organizations that you may work for; with --json one array"),
  Command.withShortDescription("List organizations"),
  Command.withExamples([{ command: "partner organizations --json", description: "As one JSON array" }])
)
