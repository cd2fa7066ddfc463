/**
 * The kinds of records that files bring: how a line of each is read, and how its cells are written in CSV. The rules of a line are
 * the domain's; nothing here writes.
 */
import type { CellForm } from "@partner-api/cli-kit/records/RecordText"
import { AgencyLine, decodeAgencyLine } from "@partner-api/domain/AgencyImport"
import { ApplicationLine, applicationName, decodeApplicationLine } from "@partner-api/domain/ApplicationImport"
import type { ImportedKind } from "@partner-api/domain/commands/Import"
import { normalizeEmail } from "@partner-api/domain/Email"
import { decodeJobLine, type JobLine, ListedJobLine } from "@partner-api/domain/JobImport"
import type { Problem } from "@partner-api/domain/Problem"
import { decodeUserLine, UserLine } from "@partner-api/domain/UserImport"
import type * as Result from "effect/Result"

export interface ImportKind<Line> {
  readonly name: ImportedKind
  /** The columns that a CSV file may have: the members of a line. */
  readonly columns: ReadonlyMap<string, CellForm>
  /** The name of the record of a line in its file: lines of one name are one record. */
  readonly nameOf: (line: Line) => string
  readonly decode: (input: unknown, nowMs: number) => Result.Result<Line, ReadonlyArray<Problem>>
}

const columnsOf = <Name extends string>(
  fields: Readonly<Record<Name, unknown>>,
  forms: Readonly<Partial<Record<NoInfer<Name>, CellForm>>>
): ReadonlyMap<string, CellForm> => {
  const known: ReadonlyMap<string, CellForm> = new Map(Object.entries(forms))
  return new Map(Object.keys(fields).map((name) => [name, known.get(name) ?? "text"]))
}

export const jobLines: ImportKind<JobLine> = {
  name: "jobs",
  columns: columnsOf(ListedJobLine.fields, {
    openings: "integer",
    salary_min_cents: "integer",
    salary_max_cents: "integer",
    hired_count: "integer",
    custom_fields: "json",
    questions: "json"
  }),
  nameOf: (line) => line.external_id,
  decode: decodeJobLine
}

export const agencyLines: ImportKind<AgencyLine> = {
  name: "agencies",
  columns: columnsOf(AgencyLine.fields, { recruiters: "json" }),
  nameOf: (line) => line.external_id,
  decode: decodeAgencyLine
}

export const userLines: ImportKind<UserLine> = {
  name: "users",
  columns: columnsOf(UserLine.fields, {}),
  nameOf: (line) => normalizeEmail(line.email),
  decode: decodeUserLine
}

export const applicationLines: ImportKind<ApplicationLine> = {
  name: "applications",
  columns: columnsOf(ApplicationLine.fields, {
    salary_expectation: "json",
    notice_period_days: "integer",
    work_authorization: "json",
    links: "json",
    consent: "json",
    hire: "json"
  }),
  nameOf: (line) => applicationName(line.agency_external_id, line.external_id),
  decode: decodeApplicationLine
}
