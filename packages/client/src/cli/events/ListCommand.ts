/**
 * `partner events list`: what happened to the records of the organization. `partner events` does the same.
 */
import { Event as EventSchema } from "@partner-api/domain/Event"
import { waitSecondsMax } from "@partner-api/domain/EventQuery"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import * as Schema from "effect/Schema"
import type { Event } from "../../core/Model.ts"
import { listed, oneForm } from "../Inputs.ts"
import { type ItemList, type ListInput, showList } from "../ItemList.ts"
import { followFlags, onePlace } from "./EventFlags.ts"
import { eventColumns } from "./EventText.ts"

const shown: Omit<ItemList<Event>, "list"> = {
  plural: "events",
  columns: eventColumns,
  // Kinds of events hold different records, so a table has each as JSON in one cell.
  fields: { ...EventSchema.members[0]?.fields, data: Schema.Json }
}

/** The flags of the list. */
export const listInputs = {
  ...listed,
  ...followFlags,
  wait: Flag.Int("wait").pipe(
    Flag.withDescription(
      `How many seconds to wait for an event where nothing has happened yet, at most ${waitSecondsMax}`
    ),
    Flag.withMetavar("SECONDS"),
    Flag.withSchema(Schema.Int.check(Schema.isBetween({ minimum: 0, maximum: waitSecondsMax }))),
    Flag.optional
  )
}

interface EventsInput extends ListInput {
  readonly types: Option.Option<ReadonlyArray<string>>
  readonly start: Option.Option<string>
  readonly cursor: Option.Option<string>
  readonly wait: Option.Option<number>
}

/** Shows events. */
export const listEvents = ({ cursor, start, types, wait, ...input }: EventsInput) => {
  const filter = { ...Record.getSomes({ start, cursor }), ...Record.getSomes({ types }), ...Record.getSomes({ wait }) }
  return showList(input, {
    ...shown,
    list: (organization, query) => organization.events.list({ ...filter, ...query })
  })
}

/** Refuses what excludes each other. */
export const validate = (input: EventsInput) => Effect.andThen(oneForm(input), onePlace(input))

export const list = Command.make("list", listInputs, listEvents).pipe(
  Command.validate((input) => validate(input)),
  Command.withDescription("List what happened in an organization, the oldest first; with --json one object a line"),
  Command.withShortDescription("List events"),
  Command.withExamples([
    { command: "partner events list --types application.*", description: "What happened to applications" },
    { command: "partner events list --all --json > events.ndjson", description: "All events, one JSON object a line" }
  ])
)
