/**
 * `partner placements list`: what hires became.
 */
import { Placement as PlacementSchema } from "@partner-api/domain/Placement"
import { PlacementFilter } from "@partner-api/domain/PlacementFilter"
import { PlacementStatus } from "@partner-api/domain/PlacementStatus"
import { SettlementStatus } from "@partner-api/domain/Settlement"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Record from "effect/Record"
import type { Placement } from "../../core/Model.ts"
import { listed, oneForm, optionalFlag, updatedSince } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"
import { nameText } from "./PlacementText.ts"

const shown: Omit<ItemList<Placement>, "list"> = {
  plural: "placements",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "PERSON", cell: nameText },
    { title: "STATUS", cell: ({ status }) => status, isWhole: true },
    { title: "STARTS", cell: ({ start_date }) => start_date, isWhole: true },
    { title: "SETTLEMENT", cell: ({ settlement }) => settlement?.status ?? "", isWhole: true },
    { title: "DUE", cell: ({ settlement }) => settlement?.due_on ?? "", isWhole: true },
    { title: "AGENCY", cell: ({ agency_id }) => agency_id, isWhole: true }
  ],
  fields: PlacementSchema.fields
}

const { fields } = PlacementFilter

export const list = Command.make(
  "list",
  {
    ...listed,
    status: Flag.Literals("status", PlacementStatus.literals).pipe(
      Flag.withDescription("Only placements with this status; may be given again"),
      Flag.atLeast(0)
    ),
    settlement: Flag.Literals("settlement", SettlementStatus.literals).pipe(
      Flag.withDescription("Only placements whose settlement has this status; may be given again"),
      Flag.atLeast(0)
    ),
    job: optionalFlag("job", "ID", "Only placements in this job", fields.job_id.schema),
    agency: optionalFlag("agency", "ID", "Only placements of this agency", fields.agency_id.schema),
    application: optionalFlag("application", "ID", "Only placements of this application", fields.application_id.schema),
    updatedSince
  },
  ({ agency, application, job, settlement, status, updatedSince: since, ...input }) => {
    const filter = {
      ...(status.length === 0 ? {} : { status }),
      ...(settlement.length === 0 ? {} : { settlement_status: settlement }),
      ...Record.getSomes({ job_id: job, agency_id: agency, application_id: application, updated_since: since })
    }
    return showList(input, {
      ...shown,
      list: (organization, query) => organization.placements.list({ ...filter, ...query })
    })
  }
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the placements of an organization; with --json one object a line"),
  Command.withShortDescription("List placements"),
  Command.withExamples([
    { command: "partner placements list --settlement DUE", description: "What has to be invoiced" },
    { command: "partner placements list --all --csv", description: "All placements, as a table for a spreadsheet" }
  ])
)
