/**
 * Jobs of an organization. An agency sees no drafts. Their list does not come through here: see `JobPages`.
 */
import type { NotFound } from "@partner-api/domain/Errors"
import type { JobId } from "@partner-api/domain/Ids"
import { isShownToAgencies, type Job } from "@partner-api/domain/Job"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import * as Option from "effect/Option"
import { JobStore } from "../store/JobStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { orNotFound } from "./OrNotFound.ts"
import type { View } from "./View.ts"

export class Jobs extends Context.Service<
  Jobs,
  { readonly get: (view: View, id: JobId) => Effect.Effect<Job, NotFound | StoreError> }
>()("@partner-api/server/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const store = yield* JobStore

      return Jobs.of({
        get: ({ organizationId, agencyId }, id) =>
          orNotFound("job")(
            Effect.map(
              store.find(organizationId, id),
              Option.filter((job) => agencyId === undefined || isShownToAgencies(job))
            )
          )
      })
    })
  )
}
