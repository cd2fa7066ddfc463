/**
 * The pages of jobs by a filter, on either engine, as stored JSON. Pages without one are the engine's own.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import type { PageRequest } from "@partner-api/domain/Pagination"
import type { JobPages } from "@partner-api/service/store/JobPages"
import * as Effect from "effect/Effect"
import * as Schema from "effect/Schema"
import type { SqlClient } from "effect/sql/SqlClient"
import { placeColumns } from "./FilteredPage.ts"
import { longJobs } from "./LongJobs.ts"
import { shortText } from "./LongTexts.ts"
import { type ListAsked, searchableList } from "./SearchableList.ts"
import { orStoreError } from "./StoreError.ts"

const Row = Schema.Struct({ ...placeColumns, json: Schema.String })

const draft = "DRAFT"

/** Pages of the jobs that meet a filter. */
export const filteredJobs = (read: SqlClient): JobPages["Service"]["filtered"] => {
  const find = searchableList(read, { name: "jobs", columns: shortText("json") }, Row, ({ json, place_id }) => ({
    id: place_id,
    json
  }))
  const whole = longJobs(read)
  const page = (organizationId: OrganizationId, asked: ListAsked, request: PageRequest) =>
    orStoreError(Effect.flatMap(find(organizationId, asked, request), (found) => whole(organizationId, found)))
  const askedOf = ({ external_id, q, status, updated_since }: JobFilter): ListAsked => ({
    leads:
      external_id === undefined ? [] : [{ condition: read`external_id = ${external_id}`, index: "jobs_external_id" }],
    choice: status === undefined ? undefined : { column: "status", values: status },
    q,
    updated_since
  })
  return (organizationId, filter, isForAgencies, request) => {
    if (!isForAgencies) return page(organizationId, askedOf(filter), request)
    if (filter.status === undefined) {
      const hidden = { column: "status", values: [draft] }
      return page(organizationId, { ...askedOf(filter), hidden }, request)
    }
    const status = filter.status.filter((one) => one !== draft)
    return status.length === 0
      ? Effect.succeed({ rows: [], lookedTo: undefined })
      : page(organizationId, askedOf({ ...filter, status }), request)
  }
}
