/**
 * `partner jobs list`: what the organization wants to fill. `partner jobs` does the same.
 */
import { CountryCode } from "@partner-api/domain/Country"
import { externalIdMax } from "@partner-api/domain/Ids"
import { Job as JobSchema, JobStatus, WorkplaceType } from "@partner-api/domain/Job"
import { departmentMax } from "@partner-api/domain/JobWrites"
import { lineText } from "@partner-api/domain/Text"
import * as Command from "effect/cli/Command"
import * as Flag from "effect/cli/Flag"
import type * as Option from "effect/Option"
import * as Record from "effect/Record"
import type { Job } from "../../core/Model.ts"
import { listed, oneForm, search, updatedSince } from "../Inputs.ts"
import { type ItemList, type ListInput, showList } from "../ItemList.ts"

const shown: Omit<ItemList<Job>, "list"> = {
  plural: "jobs",
  columns: [
    { title: "ID", cell: ({ id }) => id, isWhole: true },
    { title: "TITLE", cell: ({ title }) => title },
    { title: "STATUS", cell: ({ status }) => status ?? "" },
    { title: "LOCATION", cell: ({ location }) => location ?? "" }
  ],
  fields: JobSchema.fields
}

/** The flags of the list. */
export const listInputs = {
  ...listed,
  status: Flag.Literals("status", JobStatus.literals).pipe(
    Flag.withDescription("Only jobs that stand so; may be given again"),
    Flag.atLeast(0)
  ),
  externalId: Flag.String("external-id").pipe(
    Flag.withDescription("Only the job that your own system calls so"),
    Flag.withMetavar("ID"),
    Flag.withSchema(lineText(1, externalIdMax)),
    Flag.optional
  ),
  workplaceType: Flag.Literals("workplace-type", WorkplaceType.literals).pipe(
    Flag.withDescription("Only jobs whose work is done there"),
    Flag.optional
  ),
  countryCode: Flag.String("country-code").pipe(
    Flag.withDescription("Only jobs in the country, such as DE"),
    Flag.withMetavar("CODE"),
    Flag.withSchema(CountryCode),
    Flag.optional
  ),
  department: Flag.String("department").pipe(
    Flag.withDescription("Only jobs of the department"),
    Flag.withMetavar("NAME"),
    Flag.withSchema(lineText(1, departmentMax)),
    Flag.optional
  ),
  search,
  updatedSince
}

interface JobsInput extends ListInput {
  readonly status: ReadonlyArray<JobStatus>
  readonly externalId: Option.Option<string>
  readonly workplaceType: Option.Option<WorkplaceType>
  readonly countryCode: Option.Option<string>
  readonly department: Option.Option<string>
  readonly search: Option.Option<string>
  readonly updatedSince: Option.Option<string>
}

/** Shows the jobs. */
export const listJobs = ({
  countryCode: country_code,
  department,
  externalId: external_id,
  search: q,
  status,
  updatedSince: updated_since,
  workplaceType: workplace_type,
  ...input
}: JobsInput) => {
  const filter = {
    ...(status.length === 0 ? {} : { status }),
    ...Record.getSomes({ external_id, workplace_type, country_code, department, q, updated_since })
  }
  return showList(input, {
    ...shown,
    list: (organization, query) => organization.jobs.list({ ...filter, ...query })
  })
}

export const list = Command.make("list", listInputs, listJobs).pipe(
  Command.validate((input) => oneForm(input)),
  Command.withDescription("List the jobs of an organization; with --json one object a line"),
  Command.withShortDescription("List jobs"),
  Command.withExamples([
    { command: "partner jobs list --status OPEN --all", description: "All jobs that are open" },
    { command: "partner jobs list --all --json > jobs.ndjson", description: "All jobs, one JSON object a line" }
  ])
)
