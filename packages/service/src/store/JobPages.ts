/**
 * The port to jobs as partners read them, pages of the list and one by one: the queries that are worth a way of their own (decision 3). Gives stored
 * JSON, undecoded.
 */
import type { Job } from "@partner-api/domain/Job"
import type { JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { JobFilter } from "@partner-api/domain/JobFilter"
import type { FoundRows, PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import type * as Effect from "effect/Effect"
import type * as Option from "effect/Option"
import type { StoredJson } from "./StoredJson.ts"
import type { StoreError } from "./StoreError.ts"

type ReadPage = (
  organizationId: OrganizationId,
  after: string,
  count: number
) => Effect.Effect<ReadonlyArray<StoredJson>, StoreError>

/** A job as it is stored, and what says whether agencies are shown it. */
export type StoredJob = StoredJson & Pick<Job, "id" | "status">

export class JobPages extends Context.Service<
  JobPages,
  {
    /** The job with an id. */
    readonly one: (organizationId: OrganizationId, id: JobId) => Effect.Effect<Option.Option<StoredJob>, StoreError>
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
    ) => Effect.Effect<FoundRows<StoredJson>, StoreError>
  }
>()("@partner-api/service/JobPages") {}
