/**
 * Erasure requests for people.
 */
import type { ErasureRequest } from "../../core/Model.ts"
import { titledLines } from "../TitledLines.ts"

/** The number of applications, with the noun. */
export const applicationsText = (count: number): string => `${count} ${count === 1 ? "application" : "applications"}`

/** A request in a line. */
export const requestLine = ({ applications, id, status }: ErasureRequest): string =>
  [id, status, applicationsText(applications)].join("  ")

/** All that is known of a request. */
export const requestLines = (request: ErasureRequest): ReadonlyArray<string> =>
  titledLines([
    ["Request", request.id],
    ["Status", request.status],
    ["Applications", String(request.applications)],
    ["Digest of the email", request.email_digest],
    ["Held until", request.held_until],
    ["Created", request.created_at],
    ["Done", request.done_at]
  ])
