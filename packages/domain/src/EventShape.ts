/**
 * The members of every event beside its data: its id, its type, its moment, and its place in the journal. It depends on no type of events.
 */
import * as Schema from "effect/Schema"

import { EventId } from "./EventId.ts"
import { type EventType, eventTypes } from "./EventType.ts"
import { OrganizationId } from "./Ids.ts"
import { exampleMoment, Timestamp } from "./Timestamp.ts"

/** The members that all examples of events share; a function, which a bundle without examples leaves out. */
const exampleEvent = () => ({
  id: EventId.make("evt_00000000000070000000000000"),
  timestamp: exampleMoment,
  organization_id: OrganizationId.make("org_acme"),
  sequence: 7
})

/** The name of the schema of a type: `JobOpenedEvent`. */
const schemaName = (type: EventType): string =>
  `${type.replaceAll(/(?:^|[._])./g, (start) => start.slice(-1).toUpperCase())}Event`

/** The events of some types, a schema for each: generators distinguish the alternatives of a union by one value. */
export const eventsOf = <Type extends EventType, Data extends Schema.Struct.Fields>(
  types: ReadonlyArray<Type>,
  data: Data,
  { examples: [example] }: { readonly examples: readonly [Schema.Struct<Data>["Type"]] }
) =>
  types.map((type) =>
    Schema.Struct({
      id: EventId,
      type: Schema.Literal(type),
      timestamp: Timestamp.pipe(Schema.annotateEncoded({ description: "When it happened" })),
      organization_id: OrganizationId,
      sequence: Schema.Int.annotate({
        description: "The number of the entry in the journal of the organization: events come in this order, with gaps",
        examples: [7]
      }),
      data: Schema.Struct(data),
      erased: Schema.optionalKey(Schema.Literal(true)).annotateKey({
        description: "The person was erased after the event: what was personal is gone"
      })
    }).annotate({
      identifier: schemaName(type),
      description: eventTypes[type].description,
      examples: [{ ...exampleEvent(), type, data: example }],
      "x-extension": true
    })
  )
