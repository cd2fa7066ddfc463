/**
 * Events for people: one line about each.
 */
import type { Column } from "@partner-api/cli-kit/Table"
import type { Event } from "../../core/Model.ts"

/** The id of the record that an event is about; empty for an import, and for a kind that is newer than this program. */
const recordId = ({ data }: Event): string => {
  if ("job" in data) return data.job.id
  if ("application" in data) return data.application.id
  if ("user" in data) return data.user.id
  if ("agency" in data) return data.agency.id
  if ("webhook_endpoint" in data) return data.webhook_endpoint.id
  return "agency_fees" in data ? data.agency_fees.agency_id : ""
}

/** The columns of a table of events. */
export const eventColumns: ReadonlyArray<Column<Event>> = [
  { title: "WHEN", cell: ({ timestamp }) => timestamp, isWhole: true },
  { title: "TYPE", cell: ({ type }) => type, isWhole: true },
  { title: "RECORD", cell: recordId, isWhole: true },
  { title: "CHANGED", cell: ({ data }) => data.changed.join(", ") },
  { title: "ID", cell: ({ id }) => id, isWhole: true }
]
