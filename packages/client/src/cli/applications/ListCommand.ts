/**
 * `partner applications list`: the people whom agencies have submitted.
 */
import { Application as ApplicationSchema } from "@partner-api/domain/Application"
import { ApplicationFilter } from "@partner-api/domain/ApplicationFilter"
import { ApplicationState } from "@partner-api/domain/ApplicationState"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import * as Record from "effect/Record"
import type { Application } from "../../core/Model.ts"
import { listed, oneForm, optionalFlag, updatedSince } from "../Inputs.ts"
import { type ItemList, showList } from "../ItemList.ts"

const shown: Omit<ItemList<Application>, "list"> = {
  plural: "applications",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    {
      title: "CANDIDATE",
      cell: ({ candidate }) => (candidate === undefined ? "(erased)" : `${candidate.first_name} ${candidate.last_name}`)
    },
    { title: "STATE", cell: ({ state }) => state, isWhole: true },
    { title: "JOB", cell: ({ job_id }) => job_id, isWhole: true },
    { title: "AGENCY", cell: ({ agency_id }) => agency_id, isWhole: true }
  ],
  fields: ApplicationSchema.fields
}

const { fields } = ApplicationFilter

export const list = Command.make(
  "list",
  {
    ...listed,
    state: Flag.Literals("state", ApplicationState.literals).pipe(
      Flag.withDescription("Only applications in this state; may be given again"),
      Flag.atLeast(0)
    ),
    job: optionalFlag("job", "ID", "Only applications for this job", fields.job_id.schema),
    agency: optionalFlag("agency", "ID", "Only applications of this agency", fields.agency_id.schema),
    email: optionalFlag("email", "EMAIL", "Only applications of this person", fields.email.schema),
    externalId: optionalFlag("external-id", "ID", "Only what its agency's system calls so", fields.external_id.schema),
    updatedSince
  },
  ({ agency, email, externalId, job, state, updatedSince: since, ...input }) => {
    const filter = {
      ...(state.length === 0 ? {} : { state }),
      ...Record.getSomes({ job_id: job, agency_id: agency, email, external_id: externalId, updated_since: since })
    }
    return showList(input, {
      ...shown,
      list: (organization, query) => organization.applications.list({ ...filter, ...query })
    })
  }
).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the applications of an organization; with --json one object a line"),
  Command.withShortDescription("List applications"),
  Command.withExamples([
    { command: "partner applications list --state AWAITING_SORT", description: "Who waits to be sorted" },
    { command: "partner applications list --all --json", description: "All applications, one JSON object a line" }
  ])
)
