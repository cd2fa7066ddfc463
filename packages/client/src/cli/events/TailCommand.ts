/**
 * `partner events tail`: events as they happen, until the command is stopped.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Stream from "effect/Stream"
import type { Event } from "../../core/Model.ts"
import { scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { feedFlags } from "./EventFlags.ts"
import { eventColumns } from "./EventText.ts"

export const tail = Command.make(
  "tail",
  { ...scoped, ...feedFlags },
  Effect.fnUntraced(function* ({ json, start, types, ...input }) {
    const table = makeTable(eventColumns, Output.columns())
    const print = (events: ReadonlyArray<Event>) => {
      if (events.length === 0) return Effect.void
      return json ? Output.printJson(events) : Output.print(table.lines(events))
    }
    const asked = { ...Record.getSomes({ types }), start: Option.getOrElse(start, () => "latest") }
    yield* inOrganization(input, ({ events }) =>
      Stream.runForEach(events.follow(asked), ({ content }) => print(content))
    )
  })
).pipe(
  Command.withDescription(
    "Show events as they happen, until the command is stopped; with --json one object a line. Begins after the latest one"
  ),
  Command.withShortDescription("Show events as they happen"),
  Command.withExamples([
    { command: "partner events tail", description: "Everything that the credentials may read" },
    { command: "partner events tail --types application.* --json", description: "For another program" }
  ])
)
