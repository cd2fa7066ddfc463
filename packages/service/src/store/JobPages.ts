/**
 * The port to the pages of the job list, the most frequent read. A page has the stored JSON of its jobs, undecoded.
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
    /** A page of all jobs, by ascending id. */
    readonly all: ReadPage
    /** A page of the jobs that agencies see, which are no drafts. Drafts between them cost nothing. */
    readonly withoutDrafts: ReadPage
    /** A page of the jobs that match a filter, in the order of the filter; without drafts where agencies read it. */
    readonly filtered: (
      organizationId: OrganizationId,
      filter: JobFilter,
      isForAgencies: boolean,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
  }
>()("@partner-api/service/JobPages") {}
