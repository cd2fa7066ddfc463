/**
 * The file of the types of events and of the member of `data` that has the record of each, for receivers of webhooks: their bundle has no schemas.
 */
import { Event } from "@partner-api/domain/Event"

const lines = Event.members.map(({ fields: { data, type } }) => {
  const [record] = Object.keys(data.fields)
  return `${JSON.stringify(type.literal)}: ${JSON.stringify(record)}`
})

/** The text of `EventRecords.ts`. */
export const eventRecordsFile = (): string =>
  [
    `/**
 * The types of the feed's events, and the member of \`data\` that has the record of each. Written by \`pnpm generate\` from the contract.
 *
 * \`ping\` is not here: it is no part of the feed.
 */
import type { Event } from "../core/Model.ts"`,
    `/** The name of the record of each type. */\nexport const eventRecords: Readonly<Record<Event["type"], string>> = {\n${lines.join(",\n")}\n}\n`
  ].join("\n\n")
