/**
 * Jobs of an organization. An agency sees no drafts. The rows of the list are stored JSON: see `JobPages`.
 */
import type { NotFound } from "@partner-api/domain/Errors"
import type { JobId } from "@partner-api/domain/Ids"
import { isShownToAgencies, type Job } from "@partner-api/domain/Job"
import { lookAhead, type PageRequest } from "@partner-api/domain/Pagination"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { JobPages, type JobRow } from "../store/JobPages.ts"
import { JobStore } from "../store/JobStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { orNotFound } from "./OrNotFound.ts"
import type { View } from "./access/View.ts"

export type { JobRow } from "../store/JobPages.ts"

export class Jobs extends Context.Service<
  Jobs,
  {
    readonly get: (view: View, id: JobId) => Effect.Effect<Job, NotFound | StoreError>
    /** The rows of a page, and one more where there are more. */
    readonly page: (view: View, request: PageRequest) => Effect.Effect<ReadonlyArray<JobRow>, StoreError>
  }
>()("@partner-api/service/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const store = yield* JobStore
      const pages = yield* JobPages

      return Jobs.of({
        get: ({ organizationId, agencyId }, id) =>
          orNotFound("job")(
            Effect.map(
              store.find(organizationId, id),
              Option.filter((job) => agencyId === undefined || isShownToAgencies(job))
            )
          ),
        page: ({ organizationId, agencyId }, { after, limit }) => {
          const read = agencyId === undefined ? pages.after : pages.shownToAgenciesAfter
          return read(organizationId, after ?? "", lookAhead(limit))
        }
      })
    })
  )
}
