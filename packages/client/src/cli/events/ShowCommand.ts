/**
 * `partner events show EVENT`: one event, whole.
 */
import * as Output from "@partner-api/cli-kit/Output"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import { eventId, scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"

/** An event holds a whole record, so it is shown as it is. */
export const show = Command.make(
  "show",
  { eventId, ...scoped },
  Effect.fnUntraced(function* (input) {
    const event = yield* inOrganization(input, ({ events }) => events.get(input.eventId))
    yield* input.json ? Output.printJson([event]) : Output.print(JSON.stringify(event, undefined, 2).split("\n"))
  })
).pipe(
  // What the other things of an organization call it.
  Command.withAlias("get"),
  Command.withDescription("Show an event with the record as it was after the change"),
  Command.withShortDescription("Show an event"),
  Command.withExamples([{ command: "partner events show evt_00000000000070000000000000" }])
)
