/**
 * The port to the pages of the job list: the one query that is worth a way of its own (see docs/decisions). Gives stored JSON, undecoded.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/** A row of the list: its key, and the job as it is answered. */
export interface JobRow {
  readonly id: string
  readonly json: string
}

type ReadPage = (
  organizationId: OrganizationId,
  after: string,
  count: number
) => Effect.Effect<ReadonlyArray<JobRow>, StoreError>

export class JobPages extends Context.Service<
  JobPages,
  {
    /** At most `count` jobs whose id is greater than `after`, ascending. */
    readonly after: ReadPage
    /** The same of the jobs that agencies see: all but drafts. Drafts between them cost nothing. */
    readonly shownToAgenciesAfter: ReadPage
    /** A page of the jobs that meet a filter, in its order; without drafts where agencies read it. */
    readonly filtered: (
      organizationId: OrganizationId,
      filter: JobFilter,
      isForAgencies: boolean,
      request: PageRequest
    ) => Effect.Effect<FoundRows<JobRow>, StoreError>
  }
>()("@partner-api/service/JobPages") {}
