/**
 * Jobs of an organization. Their list does not come through here: see `JobPages`.
 */
import type { NotFound } from "@partner-api/domain/Errors"
import type { JobId, OrganizationId } from "@partner-api/domain/Ids"
import type { Job } from "@partner-api/domain/Job"
import * as Context from "effect/Context"
import * as Effect from "effect/Effect"
import * as Layer from "effect/Layer"
import { JobStore } from "../store/JobStore.ts"
import type { StoreError } from "../store/StoreError.ts"
import { found } from "./Found.ts"

export class Jobs extends Context.Service<
  Jobs,
  { readonly get: (organizationId: OrganizationId, id: JobId) => Effect.Effect<Job, NotFound | StoreError> }
>()("@partner-api/server/Jobs") {
  static readonly layer = Layer.effect(
    Jobs,
    Effect.gen(function* () {
      const store = yield* JobStore

      return Jobs.of({
        get: (organizationId, id) => found("job")(store.find(organizationId, id))
      })
    })
  )
}
