/**
 * The port to the pages of the job list: the one query that is worth a way of its own (see docs/decisions). Gives stored JSON, undecoded.
 */
import type { OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type { StoredJson } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

type ReadPage = (
  organizationId: OrganizationId,
  request: PageRequest
) => Effect.Effect<FoundRows<StoredJson>, StoreError>

export class JobPages extends Context.Service<
  JobPages,
  {
    /** A page of all jobs, ascending by id. */
    readonly after: ReadPage
    /** The same of the jobs that agencies see: all but drafts. Drafts between them cost nothing. */
    readonly shownToAgenciesAfter: ReadPage
    /** A page of the jobs that meet a filter, in its order; without drafts where agencies read it. */
    readonly filtered: (
      organizationId: OrganizationId,
      filter: JobFilter,
      isForAgencies: boolean,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
  }
>()("@partner-api/service/JobPages") {}
