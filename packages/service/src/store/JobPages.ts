/**
 * The port to the stored JSON of jobs, undecoded: pages of their list, the most frequent read, and one job.
 */
import type { AgencyId, JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoredJson, StoredText } from "./StoredJson.ts"
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
    /** One job, where a view shows it: that of the employer, or that of an agency. */
    readonly one: (
      organizationId: OrganizationId,
      agencyId: AgencyId | undefined,
      id: JobId
    ) => Effect.Effect<Option.Option<StoredText>, StoreError>
  }
>()("@partner-api/service/JobPages") {}
