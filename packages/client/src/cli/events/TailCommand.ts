/**
 * `partner events tail`: events as they happen, until the command is stopped.
 */
import * as Output from "@partner-api/cli-kit/Output"
import { makeTable } from "@partner-api/cli-kit/Table"
import * as Command from "effect/cli/Command"
import * as Effect from "effect/Effect"
import type { Event } from "../../core/Model.ts"
import { scoped } from "../Inputs.ts"
import { inOrganization } from "../Session.ts"
import { followFlags, onePlace, placeOf } from "./EventFlags.ts"
import { eventColumns } from "./EventText.ts"
import { followFeed } from "./FollowedFeed.ts"

export const tail = Command.make(
  "tail",
  { ...scoped, ...followFlags },
  Effect.fnUntraced(function* ({ json, ...input }) {
    const table = makeTable(eventColumns, yield* Output.columns)
    const print = (events: ReadonlyArray<Event>) => {
      if (events.length === 0) return Effect.void
      return json ? Output.printJson(events) : Output.print(table.lines(events))
    }
    return yield* inOrganization(input, (organization) => followFeed(organization, placeOf(input), print))
  })
).pipe(
  Command.validate((input) => onePlace(input)),
  Command.withDescription(
    "Show events as they happen, until the command is stopped; with --json one object a line. Begins after the latest one, and goes on after an outage"
  ),
  Command.withShortDescription("Show events as they happen"),
  Command.withExamples([
    { command: "partner events tail", description: "Everything that the credentials may read" },
    { command: "partner events tail --start 2026-01-31T09:30:00Z", description: "Since a moment" },
    { command: "partner events tail --types application.* --json", description: "For another program" }
  ])
)
