/**
 * The port to the pages of the job list, the most frequent read. A page has the stored JSON of its jobs, undecoded.
 */
import type { AgencyId, OrganizationId } from "@partner-api/domain/Ids"
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
    /** A page of the jobs that an agency sees, by ascending id. Jobs between them that it does not see cost nothing. */
    readonly seenBy: (
      organizationId: OrganizationId,
      agencyId: AgencyId,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
    /** A page of the jobs that match a filter, in the order of the filter: of all jobs, or of those that an agency sees. */
    readonly filtered: (
      organizationId: OrganizationId,
      filter: JobFilter,
      agencyId: AgencyId | undefined,
      request: PageRequest
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
  }
>()("@partner-api/service/JobPages") {}
