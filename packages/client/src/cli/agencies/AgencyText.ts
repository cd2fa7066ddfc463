/**
 * Agencies for people.
 */
import type { Agency, Recruiter } from "../../core/Model.ts"
import { titledLines } from "../TitledLines.ts"

/** The kind of fee that applies to an agency. */
export const feeKind = ({ optimizedFee }: Agency): string => (optimizedFee ? "optimized" : "custom")

const recruiterLine = ({ email, first_name, id, last_name, phone, status }: Recruiter): string =>
  [
    id,
    `${first_name} ${last_name} <${email}>`,
    ...(phone === undefined ? [] : [phone]),
    ...(status === "ACTIVE" ? [] : [status])
  ].join("  ")

/** An agency in lines, a recruiter in each. */
export const agencyLines = (agency: Agency): ReadonlyArray<string> =>
  titledLines([
    ["Agency", agency.id],
    ["Name", agency.name],
    ["External id", agency.external_id],
    ["Status", agency.status],
    ["Fee", feeKind(agency)],
    ["Recruiters", agency.recruiters.map(recruiterLine)]
  ])
