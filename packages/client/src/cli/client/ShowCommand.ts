/**
 * `partner client show`: the client of the credentials, as the service shows it to itself. `partner client` does the same.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { shared } from "../Inputs.ts"
import { inClient } from "../Session.ts"
import { type ClientInput, clientLines } from "./ClientText.ts"

/** Shows the client. */
export const showClient = Effect.fnUntraced(function* (input: ClientInput) {
  const own = yield* inClient(input, ({ client }) => client.get())
  yield* input.json ? Output.printJson([own]) : Output.print(clientLines(own))
})

export const show = Command.make("show", shared, showClient).pipe(
  Command.withDescription("Show the client: its grants, its limits, and its secrets by their ids"),
  Command.withShortDescription("Show the client"),
  Command.withExamples([{ command: "partner client show --json" }])
)
