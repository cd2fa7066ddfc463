/**
 * The port to the pages of the job list: the one query that is worth a way of its own (see docs/decisions). Gives stored JSON, undecoded.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import type { FoundRows, PageRequest, PageRows } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoreError } from "./StoreError.ts"

/** A row of the list: its key, and the job as it is answered. */
export interface JobRow {
  readonly id: string
  readonly json: string
}

/** A page as it is answered. */
export interface JobPage {
  /** The JSON of its jobs with commas between them: as text, or as the bytes of the text where the engine joins them. */
  readonly items: string | Uint8Array
  readonly count: number
  /** The position that the next page starts after; absent on the last page. */
  readonly nextAfter: string | undefined
}

/** The page that rows are. */
export const jobPageOf = ({ nextAfter, rows }: PageRows<JobRow>): JobPage => ({
  items: rows.map(({ json }) => json).join(","),
  count: rows.length,
  nextAfter
})

type ReadPage = (organizationId: OrganizationId, request: PageRequest) => Effect.Effect<JobPage, StoreError>

export class JobPages extends Context.Service<
  JobPages,
  {
    /** A page of all jobs, ascending by their ids. */
    readonly all: ReadPage
    /** The same of the jobs that agencies see: all but drafts. Drafts between them cost nothing. */
    readonly shownToAgencies: ReadPage
    /** A page of the jobs that meet a filter, in its order; without drafts where agencies read it. */
    readonly filtered: (
      organizationId: OrganizationId,
      filter: JobFilter,
      isForAgencies: boolean,
      request: PageRequest
    ) => Effect.Effect<FoundRows<JobRow>, StoreError>
  }
>()("@partner-api/service/JobPages") {}
